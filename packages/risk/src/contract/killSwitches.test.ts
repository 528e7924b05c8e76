import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gatherFacts } from '../engine/gatherFacts.ts'
import type { Facts } from '../facts/facts.ts'
import { ALL_FAILS, flip, trade } from '../testing/sampleContract.ts'
import { deriveKillSwitches } from './switchHits.ts'

const token = { standard: 'erc20', symbol: 'PLAIN', name: 'Plain Token', decimals: 18 } as const
const pause = flip('pause()', { effect: 'stops-transfers', after: ALL_FAILS })

async function killSwitchesOf(
  switches: Facts['switches'],
  traded: Facts['trade'] = trade(),
): Promise<(string | null)[]> {
  const { facts } = await gatherFacts({
    providers: { token: () => token, trade: () => traded, switches: () => switches, killSwitches: deriveKillSwitches },
    needed: ['killSwitches'],
    signal: AbortSignal.timeout(1_000),
  })
  return (facts.killSwitches ?? []).map(({ signature }) => signature)
}

test('single calls that stop all trades, where trades worked before', async () => {
  assert.deepEqual(await killSwitchesOf([pause, flip('close(bool)')]), ['pause()', 'close(bool)'])
  assert.deepEqual(await killSwitchesOf([pause], null), [])
})

test('neither one account’s stop nor two calls nor a fee', async () => {
  const two = { ...pause, calls: [...pause.calls, ...pause.calls] }
  const none = [flip('ban(address)', { hits: 'named-account' }), two, flip('setFee(uint256)', { effect: 'raises-tax' })]
  assert.deepEqual(await killSwitchesOf(none), [])
})
