import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { loadConformance } from '../testing/testConformance.ts'
import { CONTRACT } from '../testing/testContract.ts'
import { MESSAGE } from '../testing/testMessage.ts'
import { URL_BODY } from '../testing/testUrl.ts'
import { RESULT, startTestWorld, TRANSACTION } from '../testing/testWorld.ts'

const WALLET = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const SCANS = [
  ['POST', '/v1/scan/transaction', TRANSACTION],
  ['POST', '/v1/scan/contract', CONTRACT],
  ['POST', '/v1/scan/message', MESSAGE],
  ['POST', '/v1/scan/url', URL_BODY],
  ['GET', `/v1/scan/wallet/${WALLET}`],
  ['GET', `/v1/scan/transaction/0x${'12'.repeat(32)}`],
] as const

describe('view=summary', async () => {
  const assertConforms = await loadConformance()

  test('answers every kind of scan in at most 2 KB, and keeps it whole', async () => {
    await using world = await startTestWorld()
    const key = await world.addKey()
    for (const [method, path, body] of SCANS) {
      const { json, text } = await world.call(method, `${path}?view=summary`, { key, body })
      assertConforms(method, path, 200, json)
      assert.ok(Buffer.byteLength(text) <= 2_048, `${path}: ${text.length}`)
      assert.equal(json.data.view, 'summary')
      const whole = await world.call(method, path, { key, body })
      assertConforms(method, path, 200, whole.json)
      assert.equal(whole.json.data.view, undefined)
      for (const member of ['riskScore', 'riskLevel', 'complete', 'rulesetVersion'])
        assert.deepEqual(json.data[member], whole.json.data[member], `${path} ${member}`)
      assert.equal(json.data.recommendation, whole.json.data.recommendation ?? null)
      const kept = await world.call('GET', `/v1/scans/${json.meta.requestId}`, { key })
      assert.deepEqual(kept.json.data.result, whole.json.data, 'the kept scan is whole')
    }
  })

  test('may stand in the options; two views that differ, and unknown ones, are refused before anything is scanned', async () => {
    let scans = 0
    await using world = await startTestWorld({
      scan: async () => {
        scans++
        return RESULT
      },
    })
    const key = await world.addKey()
    const body = { ...TRANSACTION, options: { view: 'summary' } }
    const scan = (query: string, sent: object) =>
      world.call('POST', `/v1/scan/transaction${query}`, { key, body: sent })
    assert.equal((await scan('', body)).json.data.view, 'summary')
    assert.equal((await scan('?view=summary', body)).json.data.view, 'summary')
    const differ = await scan('?view=full', body)
    assert.equal(differ.json.error.message, 'query.view: expected summary, as body.options.view says')
    const unknown = await scan('?view=short', TRANSACTION)
    assert.equal(unknown.json.error.message, 'query.view: expected one of full, summary')
    assert.equal(scans, 2)
  })

  test('ignored members raise a summary too', async () => {
    await using world = await startTestWorld({
      scan: async () => ({ ...RESULT, riskScore: 5, riskLevel: 'safe', recommendation: 'PROCEED', warnings: [] }),
    })
    const { json } = await world.call('POST', '/v1/scan/transaction?view=summary', {
      key: await world.addKey(),
      body: { ...TRANSACTION, callData: '0x' },
      headers: { prefer: 'handling=lenient' },
    })
    assert.deepEqual([json.data.recommendation, json.data.findings[0].id], ['REVIEW', 'unknown-request-members'])
  })
})
