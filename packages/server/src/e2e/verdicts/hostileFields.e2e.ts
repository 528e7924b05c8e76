import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { allScenarios } from '../../sandbox/scenarios.ts'
import { sandboxWorld } from '../../sandbox/world.ts'
import { sharedService } from '../../testing/sharedService.ts'

const service = await sharedService()

const MAX = String(2n ** 256n - 1n)
const WORD = `0x${'0'.repeat(64)}`
const BOGUS = { chainId: 1, address: `0x${'0'.repeat(40)}`, nonce: '0', yParity: 0 }

// Members whose only purpose is to make the simulation fail: the drain behind them is found all the same.
describe('a drain with hostile members', () => {
  const drain = allScenarios(sandboxWorld('ethereum')).find(({ id }) => id === 'drain-disguised-as-claim')

  const cases: Record<string, object> = {
    'an authorisation without a signature': { authorizationList: [{ ...BOGUS, r: WORD, s: WORD }] },
    'an authorisation with short members': { authorizationList: [{ ...BOGUS, r: '0x0', s: '0x0' }] },
    'the largest gas price': { gasPrice: MAX },
    'the largest fee': { maxFeePerGas: MAX },
  }
  for (const [name, members] of Object.entries(cases))
    test(`is blocked with ${name}`, async () => {
      const result = await service.scan({ ...drain?.body, ...members, options: { deadlineMs: 20_000 } })
      const seen = `${result.riskScore} ${JSON.stringify(result.simulation)} ${result.unknown} ${result.unavailable}`
      assert.equal(result.recommendation, 'BLOCK', seen)
      assert.ok(result.simulation, seen)
    })

  test('a value beyond all money is rejected for it, in plain words', async () => {
    const result = await service.scan({ ...drain?.body, value: MAX, options: { deadlineMs: 20_000 } })
    assert.equal(result.simulation?.outcome, 'rejected')
    assert.match(result.simulation?.revertReason ?? '', /^insufficient funds/)
  })
})
