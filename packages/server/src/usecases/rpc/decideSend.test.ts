import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { evaluatePolicy } from '../../domain/policy/evaluatePolicy.ts'
import type { PolicyRules } from '../../domain/policy/policy.ts'
import { FRIEND, NOON, payment, policyWith, STRANGER } from '../../domain/policy/testPolicy.ts'
import type { PolicyGate } from '../../domain/ports/policyGate.ts'
import type { Hold } from '../../domain/rpc/heldTransaction.ts'
import { DEFAULT_GUARD } from '../../domain/rpc/rpcToken.ts'
import { decideSend } from './decideSend.ts'

const delay = { timeDelay: { thresholdUsd: 100, seconds: 600 } }

type Asked = {
  rules: Partial<PolicyRules>
  usd: number | null
  missing?: string[]
  queued?: boolean
  covered?: readonly Hold[]
}

/** Decides on a send of one wallet. */
async function decided({ rules, usd, missing = [], queued = false, covered = [] }: Asked) {
  const booked: string[] = []
  const gate = {
    async check({ effects, reserve, isApproved }) {
      const usage = { dayMicroUsd: 0, rollingMicroUsd: 0, assets: [] }
      const decision = evaluatePolicy({
        policy: policyWith(rules),
        effects,
        usage,
        now: NOON,
        ...(isApproved && { isApproved }),
      })
      const isBooked = reserve !== null && decision.outcome === 'allow'
      if (isBooked) booked.push(reserve.identity)
      return { decision, reservationId: isBooked ? 'res_1' : null, isNew: true }
    },
    release: async () => void booked.pop(),
  } as Pick<PolicyGate, 'check' | 'release'> as PolicyGate
  const complete = missing.length === 0
  const decision = await decideSend(gate, {
    owner: { accountId: 'acc', environment: 'live' },
    chain: 'ethereum',
    signed: { hash: '0x01', transaction: { from: FRIEND }, members: { nonce: 1 } } as never,
    judged: {
      verdict: { recommendation: 'PROCEED', riskScore: 0, riskLevel: 'safe', complete, missing, findings: [] },
      outer: { simulation: { success: true } } as never,
      effects: [
        { wallet: FRIEND, effects: payment(usd, { method: 'eth_sendRawTransaction', complete }), unknown: missing },
      ],
    },
    guard: DEFAULT_GUARD,
    now: NOON,
    queued,
    covered,
  })
  const holds = decision.outcome === 'hold' ? (decision.reason.holds ?? []) : []
  return { ...decision, booked, holds, names: holds.map(({ rule }) => rule) }
}

describe('an approval covers the reasons that were shown', () => {
  test('every reason is shown, and an approval of all lets it pass', async () => {
    const shown = await decided({ rules: delay, usd: 600, missing: ['prices'], queued: true })
    assert.deepEqual(shown.names, ['incomplete', 'outcome', 'timeDelay', 'earlier-nonce'])
    const then = await decided({ rules: delay, usd: 600, missing: ['prices'], queued: true, covered: shown.holds })
    assert.deepEqual([then.outcome, then.booked], ['forward', ['0x01']])
  })

  const later: [title: string, before: Asked, after: Asked, rule: string][] = [
    [
      'the policy has a new rule',
      { rules: delay, usd: 600 },
      { rules: { ...delay, hours: { from: 0, to: 1 } }, usd: 600 },
      'hours',
    ],
    ['it takes ten times as much', { rules: delay, usd: 600 }, { rules: delay, usd: 6_000 }, 'timeDelay'],
    ['its price is not known any more', { rules: delay, usd: 600 }, { rules: delay, usd: null }, 'timeDelay'],
    [
      'its outcome is not known any more',
      { rules: delay, usd: 600 },
      { rules: delay, usd: 600, missing: ['simulation'] },
      'incomplete',
    ],
    [
      'more is not known',
      { rules: {}, usd: 6, missing: ['prices'] },
      { rules: {}, usd: 6, missing: ['prices', 'simulation'] },
      'incomplete',
    ],
    [
      'an earlier transaction is not mined any more',
      { rules: delay, usd: 600 },
      { rules: delay, usd: 600, queued: true },
      'earlier-nonce',
    ],
  ]
  for (const [title, before, after, rule] of later)
    test(`what is new at release holds: ${title}`, async () => {
      const { holds } = await decided(before)
      assert.equal((await decided({ ...before, covered: holds })).outcome, 'forward')
      const then = await decided({ ...after, covered: holds })
      assert.deepEqual([then.outcome, then.booked], ['hold', []])
      assert.ok((then.names as string[]).includes(rule), then.names.join())
      assert.equal((await decided({ ...after, covered: then.holds })).outcome, 'forward', 'a second approval covers it')
    })

  test('an approval of another wallet’s rule covers nothing', async () => {
    const { holds } = await decided({ rules: delay, usd: 600 })
    const others = holds.map((one) => ({ ...one, wallet: STRANGER }))
    assert.equal((await decided({ rules: delay, usd: 600, covered: others })).outcome, 'hold')
  })

  test('a refusal stands, unless the outcome was not known', async () => {
    const limit = { dailySpendingLimit: { usd: 10, rolling24hUsd: null, alertAt: 0.8 } }
    assert.equal((await decided({ rules: limit, usd: 11 })).outcome, 'refuse')
    const blind = await decided({ rules: limit, usd: 11, missing: ['prices'] })
    assert.deepEqual([blind.outcome, blind.names], ['hold', ['incomplete', 'outcome']])
    assert.equal(
      (await decided({ rules: limit, usd: 11, missing: ['prices'], covered: blind.holds })).outcome,
      'refuse',
    )
  })
})
