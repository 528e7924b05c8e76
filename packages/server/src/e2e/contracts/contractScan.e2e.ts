import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sandboxWorld } from '../../sandbox/world.ts'
import { sharedService } from '../../testing/sharedService.ts'
import type { ContractScanResult } from '../../usecases/scans/contract/scanContract.ts'

const service = await sharedService()

// The whole way: HTTP, key, schema, sandbox chain, detectors, score, answer. What trading shows is tested where it is learned.
describe('POST /v1/scan/contract on the sandbox', () => {
  const world = sandboxWorld('ethereum')
  const { tokens, traps, honest } = world

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
    const unusedAddress = '0x00000000000000000000000000000000DEADBEEF'
    const result = await scan(unusedAddress)
    assert.equal(result.address, unusedAddress)
    const { json } = await service.ask(`/v1/scan/wallet/${unusedAddress}?chain=ethereum&deadlineMs=25000`)
    assert.deepEqual([result.riskLevel, result.tokenSecurity], [json.data.riskLevel, null])
    assert.notEqual(result.recommendation, 'SAFE')
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

  test('trading switched off makes neither a honeypot nor its honest twin safe', async () => {
    const trap = await scan(traps.honeypot)
    assert.deepEqual([trap.isHoneypot, trap.recommendation], [true, 'BLOCK'])
    for (const token of [tokens.honest, tokens.dai]) {
      const twin = await scan(token)
      assert.deepEqual([twin.isHoneypot, twin.complete], [false, true], token)
      if (token === tokens.dai) assert.equal(twin.recommendation, 'SAFE')
    }
    for (const token of [traps.honeypot, tokens.honest, tokens.dai]) {
      const result = await scan(token, { simulateTrade: false })
      const seen = JSON.stringify([token, result.riskScore, result.recommendation, result.warnings.map(({ id }) => id)])
      assert.equal(result.isHoneypot, null, seen)
      assert.ok(result.riskScore >= 40 && result.recommendation !== 'SAFE' && !result.complete, seen)
      assert.ok(result.unknown.includes('isHoneypot') && result.unknown.includes('canPause'), result.unknown.join())
    }
    assert.equal((await scan(honest.multisend, { simulateTrade: false })).recommendation, 'SAFE', 'no token')
  })

  test('a token that nothing trades is not called free of traps', async () => {
    const { isHoneypot, trade, recommendation, complete, unknown } = await scan(traps.counterfeit)
    assert.deepEqual([isHoneypot, trade, complete], [null, null, false])
    assert.ok(recommendation !== 'SAFE' && unknown.includes('isHoneypot'), recommendation)
    const vault = await scan(honest.vault)
    assert.deepEqual([vault.isHoneypot, vault.recommendation, vault.complete], [null, 'CAUTION', false])
  })

  test('every unknown of the documented members is null and named, and no name is null', async () => {
    for (const address of [tokens.honest, traps.honeypot, honest.multisend, world.actors.trader]) {
      const result = await scan(address, { simulateTrade: false })
      const { name, symbol } = result.contractDetails
      assert.ok(name.length > 0 && symbol.length > 0, JSON.stringify(result.contractDetails))
      for (const [member, value] of Object.entries({ isHoneypot: result.isHoneypot, ...result.tokenSecurity }))
        assert.equal(value === null, result.unknown.includes(member), `${address} ${member} ${value}`)
    }
    assert.equal((await scan(world.actors.trader)).contractDetails.name, 'Unlabelled wallet')
  })

  test('the same contract at the same block gives the same answer', async () => {
    const [first, second] = [await scan(tokens.usdt), await scan(tokens.usdt)]
    if (first.blockNumber === second.blockNumber) assert.deepEqual(first, second)
  })
})
