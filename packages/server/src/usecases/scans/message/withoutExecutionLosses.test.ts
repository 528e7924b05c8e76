import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Loss } from '@redoubt/risk/derive/shapes.ts'
import type { GatheredFacts } from '@redoubt/risk/engine/gatherFacts.ts'
import type { Facts } from '@redoubt/risk/facts/facts.ts'
import { FRIEND, NFT } from '@redoubt/risk/testing/sampleFacts.ts'
import { loss } from '@redoubt/risk/testing/sampleMessage.ts'
import { withoutExecutionLosses } from './judgeExecutions.ts'

const gathered = (facts: Partial<Facts>, incomplete: GatheredFacts['incomplete'] = {}): GatheredFacts => ({
  facts,
  missing: {},
  incomplete,
  complete: true,
})
/** What is left to the message's own rules when the transaction loses `judged`. */
const left = (worst: Loss[], judged: Loss[], incomplete: GatheredFacts['incomplete'] = {}) => {
  const run = { intent: 0, outcomes: [], unavailable: [], diverged: false, ends: [] }
  const executions = [{ ...run, gathered: gathered({ movements: { lost: judged, gained: [] } }, incomplete) }]
  return withoutExecutionLosses(gathered({ worstCase: { lost: worst, gained: [] } }), executions).facts.worstCase?.lost
}

test('a loss that the transaction shows is the transaction’s to judge', () => {
  assert.deepEqual(left([loss({})], [loss({})]), [])
})

test('a larger loss, by another account or of another token, stays', () => {
  for (const other of [
    loss({ amount: 6_000_000n }),
    loss({ account: FRIEND }),
    loss({ address: NFT }),
    loss({ tokenId: 7n }),
  ])
    assert.deepEqual(left([other], [loss({})]), [other])
})

test('where the transaction’s own movements are not wholly known, nothing is left to them', () => {
  const cut = { reason: 'failed', message: 'cut off', root: 'simulation', error: null } as const
  assert.deepEqual(left([loss({})], [loss({})], { movements: cut }), [loss({})])
})

test('a message without a worst case stays as it is', () => {
  assert.equal(withoutExecutionLosses(gathered({}), []).facts.worstCase, undefined)
})
