import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changePolicy } from './changePolicy.ts'
import { NOON, policyWith, rulesWith } from './testPolicy.ts'

const LIMIT = { dailySpendingLimit: { usd: 100, rolling24hUsd: null, alertAt: 0.8 } }
const context = (now: number) => ({ address: policyWith({}).address, actor: { keyId: 'k', name: 'k' }, now })

/** When the limit is gone after the changes, each made as soon as the one before it is in force for it, in seconds. */
function limitEndsAfter(...seconds: number[]): number {
  let policy = policyWith(LIMIT)
  for (const wait of seconds) {
    const rules = rulesWith({ ...LIMIT, timeDelay: { thresholdUsd: 1e9, seconds: wait } })
    policy = changePolicy(policy, rules, context(NOON))?.policy ?? policy
  }
  const version = changePolicy(policy, rulesWith({}), context(NOON))?.version
  return ((version?.effectiveAt ?? NOON) - NOON) / 1000
}

test('a limit is loosened after an hour, or after the delay of the policy', () => {
  assert.equal(limitEndsAfter(), 3_600)
  assert.equal(limitEndsAfter(86_400), 86_400)
})

test('a shorter delay is milder itself: it does not let a limit end sooner', () => {
  assert.equal(limitEndsAfter(1), 3_600)
  assert.equal(limitEndsAfter(86_400, 1), 86_400)
  assert.equal(limitEndsAfter(86_400, 3_600, 1), 86_400)
})
