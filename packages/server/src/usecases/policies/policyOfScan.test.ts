import assert from 'node:assert/strict'
import { test } from 'node:test'
import { evaluatePolicy } from '../../domain/policy/evaluatePolicy.ts'
import { FRIEND, NOON, payment, policyWith } from '../../domain/policy/testPolicy.ts'
import type { PolicyGate } from '../../domain/ports/policyGate.ts'
import { policyOfScan } from './policyOfScan.ts'

const policy = policyWith({ dailySpendingLimit: { usd: 123, rolling24hUsd: null, alertAt: 0.8 } })
const ASKED = { chain: 'ethereum', wallet: FRIEND } as const
const usage = { dayMicroUsd: 45_000_000, rollingMicroUsd: 0, assets: [] }
const gate = {
  policyOf: async () => policy,
  check: async ({ effects }) => ({
    decision: evaluatePolicy({ policy, effects, usage, now: NOON }),
    reservationId: null,
    isNew: false,
  }),
} as Pick<PolicyGate, 'check' | 'policyOf'>

test('a key in a page hears what the policy says, and none of its limits', async () => {
  const shownTo = async (isPublic: boolean) =>
    policyOfScan(gate, { environment: 'live', accountId: 'acc', isPublic }, ASKED, async () => [
      { effects: payment(100) },
    ])
  const own = await shownTo(false)
  assert.deepEqual([own?.outcome, own?.rules[0]?.limit, own?.rules[0]?.used], ['refuse', '123', '45'])
  const page = await shownTo(true)
  assert.deepEqual([page?.outcome, page?.rules.map(({ rule }) => rule)], ['refuse', ['dailySpendingLimit']])
  assert.ok(!/123|45|22/.test(JSON.stringify(page?.rules)))
})

test('a bundle is judged by the strictest of its ends', async () => {
  const shown = async (...usd: (number | null)[]) =>
    policyOfScan(gate, { environment: 'live', accountId: 'acc' }, ASKED, async () =>
      usd.map((one, at) => ({ effects: payment(one), ...(at > 0 && { end: { lastCall: at, calls: usd.length } }) })),
    )
  assert.equal((await shown(10, 20))?.outcome, 'allow')
  assert.equal((await shown(10, null))?.outcome, 'hold')
  const refused = await shown(10, null, 100)
  assert.equal(refused?.outcome, 'refuse')
  assert.match(refused?.rules[0]?.reason ?? '', /^If the bundle ends after call 2 of 3: /)
  assert.doesNotMatch((await shown(100, 100))?.rules[0]?.reason ?? '', /^If/, 'the whole says the same')
})
