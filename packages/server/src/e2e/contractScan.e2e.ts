import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sandboxWorld } from '../demo/world.ts'
import type { ContractScanResult } from '../scans/contract/scanContract.ts'
import { type ScanService, startScanService } from '../testing/scanService.ts'

// The whole way: HTTP, key, schema, sandbox chain, detectors, score, answer. What trading shows is tested where it is learned.
describe('POST /v1/scan/contract on the sandbox', () => {
  let service: ScanService
  const { tokens, traps, honest } = sandboxWorld('ethereum')

  before(async () => {
    service = await startScanService('test')
  })
  after(() => service.close())

  async function scan(address: string, options: object = {}): Promise<ContractScanResult> {
    const body = { address, chain: 'ethereum', options: { deadlineMs: 20_000, ...options } }
    const { status, json } = await service.ask('/v1/scan/contract', body)
    assert.equal(status, 200, JSON.stringify(json.error))
    return json.data
  }

  test('a token: named, its details shown, what is not known said', async () => {
    const result = await scan(tokens.honest)
    assert.equal(result.address, tokens.honest)
    assert.equal(result.contractDetails.standard, 'erc20')
    assert.ok(result.contractDetails.symbol)
    assert.notEqual(result.tokenSecurity, null)
    assert.equal(result.isHoneypot, false)
    assert.match(result.blockNumber ?? '', /^\d+$/)
  })

  test('a delegate that passes coin on and a claim behind a switch are to be blocked, their honest twins not', async () => {
    for (const trap of [traps.maliciousDelegate, traps.switched])
      assert.equal((await scan(trap)).recommendation, 'BLOCK')
    for (const twin of [honest.delegate, honest.airdrop, honest.multisend])
      assert.equal((await scan(twin)).recommendation, 'SAFE')
  })

  test('an address without code, in any case, is answered with a finding', async () => {
    const nobody = '0x00000000000000000000000000000000DEADBEEF'
    const result = await scan(nobody)
    assert.equal(result.address, nobody)
    assert.deepEqual([result.recommendation, result.tokenSecurity], ['CAUTION', null])
    assert.ok(result.warnings.some(({ id }) => id === 'no-code'))
  })

  test('a precompile is part of the network', async () => {
    const result = await scan('0x0000000000000000000000000000000000000001')
    assert.equal(result.contractDetails.kind, 'precompile')
    assert.ok(result.warnings.some(({ id }) => id === 'precompiled-contract'))
  })

  test('without trading, its members are named as unknown', async () => {
    const { trade, unknown } = await scan(tokens.taxed, { simulateTrade: false })
    assert.equal(trade, null)
    for (const name of ['isHoneypot', 'buyTax', 'sellTax', 'trade']) assert.ok(unknown.includes(name), name)
  })

  test('the same contract at the same block gives the same answer', async () => {
    const [first, second] = [await scan(tokens.usdt), await scan(tokens.usdt)]
    if (first.blockNumber === second.blockNumber) assert.deepEqual(first, second)
  })
})
