import { writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { allScenarios } from './demo/scenarios.ts'
import { sandboxWorld } from './demo/world.ts'
import { CHAINS } from './risk/chain.ts'
import { startScanService } from './testing/scanService.ts'
test('dump', async () => {
  const service = await startScanService('test')
  const out: string[] = []
  for (const chain of CHAINS) for (const simulate of [true, false]) for (const { id, body, expect } of allScenarios(sandboxWorld(chain))) {
    const t = performance.now()
    const r: any = await service.scan({ ...body, options: { simulate } })
    const ms = Math.round(performance.now() - t)
    out.push(`${chain} ${simulate ? 'sim' : 'nosim'} ${id} | ${r.recommendation} ${r.riskScore} | ${r.warnings.filter((w: any) => w.severity !== 'info').map((w: any) => w.id + ':' + w.severity).join(' ')} | ${simulate ? r.unknown.join() : r.unknown.filter((u: string)=>u==='contractScan').join()} | want ${expect.recommendation.join('/')} @${ms}`)
  }
  writeFileSync(process.env.DG_OUT ?? '/tmp/dg/out.txt', out.join('\n'))
  await service.close()
})
