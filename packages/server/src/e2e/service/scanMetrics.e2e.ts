import assert from 'node:assert/strict'
import { test } from 'node:test'
import packageJson from '../../../package.json' with { type: 'json' }
import { sharedService } from '../../testing/sharedService.ts'
import { swapBody } from '../../testing/swapBody.ts'

test('a scan is counted by its kind, level and completeness, its facts by outcome and time, and what it asked of endpoints', async () => {
  const { app, url, scan } = await sharedService()
  const series = async () => {
    const text = await (await fetch(`${url}/metrics`)).text()
    const lines = text.split('\n').filter((line) => !line.startsWith('#'))
    return (start: string, ...labels: string[]) =>
      lines
        .filter((line) => line.startsWith(start) && labels.every((label) => line.includes(label)))
        .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0)
  }
  const before = await series()
  const { riskLevel } = await scan(swapBody((await app.sandbox()).world.ethereum))
  const after = await series()
  const grown = (start: string, ...labels: string[]) => after(start, ...labels) - before(start, ...labels)

  assert.equal(after('redoubt_build_info{', `version="${packageJson.version}"`, `node="${process.versions.node}"`), 1)
  assert.ok(grown('redoubt_scans_total{', 'kind="transaction"', `level="${riskLevel}"`, 'complete="true"') >= 1)
  assert.ok(grown('redoubt_facts_total{', 'fact="simulation"', 'outcome="known"') >= 1)
  assert.ok(grown('redoubt_fact_seconds_count{', 'fact="simulation"') >= 1)
  assert.ok(grown('redoubt_fact_seconds_sum{', 'fact="simulation"') > 0)
  assert.ok(after('redoubt_fact_seconds_bucket{', 'fact="simulation"', 'le="+Inf"') >= 1)
  const ethereum = ['environment="test"', 'chain="ethereum"']
  assert.ok(after('redoubt_rpc_calls_total{', ...ethereum, 'outcome="answered"') > 0)
  assert.ok(after('redoubt_rpc_latency_seconds{', ...ethereum) > 0)
})
