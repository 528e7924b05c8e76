import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { changedRules } from './comparePolicies.ts'
import { NO_USAGE, type PolicyRule, type RuleResult } from './decision.ts'
import type { Effects } from './effects.ts'
import { evaluatePolicy } from './evaluatePolicy.ts'
import type { PolicyRules } from './policy.ts'
import { FRIEND, NOON, outflow, payment, policyWith, ROUTER, rulesWith, STRANGER, TOKEN } from './testPolicy.ts'

const MINUTE = 60_000
const DAY_START = Date.UTC(2026, 0, 1)

/** What one rule says of a request. */
function resultOf(rule: PolicyRule, rules: Partial<PolicyRules>, effects: Effects, now = NOON): RuleResult {
  const { rules: results } = evaluatePolicy({ policy: policyWith(rules), effects, usage: NO_USAGE, now })
  const found = results.find((one) => one.rule === rule)
  assert.ok(found, `${rule} says nothing`)
  return found
}

describe('hours', () => {
  const at = (hours: { from: number; to: number }, minute: number) => {
    const { outcome, holdUntil } = resultOf('hours', { hours }, payment(1), DAY_START + minute * MINUTE)
    return outcome === 'allow' ? 'open' : (Number(holdUntil) - DAY_START) / MINUTE
  }
  for (const [title, hours, minute, expected] of [
    ['before they begin', { from: 480, to: 1_080 }, 479, 480],
    ['as they begin', { from: 480, to: 1_080 }, 480, 'open'],
    ['in their last minute', { from: 480, to: 1_080 }, 1_079, 'open'],
    ['as they end', { from: 480, to: 1_080 }, 1_080, 480 + 1_440],
    ['through midnight, in the evening', { from: 1_320, to: 360 }, 1_320, 'open'],
    ['through midnight, in the last minute of the day', { from: 1_320, to: 360 }, 1_439, 'open'],
    ['through midnight, in the morning', { from: 1_320, to: 360 }, 359, 'open'],
    ['through midnight, as they end', { from: 1_320, to: 360 }, 360, 1_320],
    ['through midnight, a minute too early', { from: 1_320, to: 360 }, 1_319, 1_320],
    ['from and to the same minute, which is all day', { from: 600, to: 600 }, 599, 'open'],
  ] as const)
    test(title, () => assert.equal(at(hours, minute), expected))

  test('a part of a minute counts as its minute, and the sentence says the hours', () => {
    const late = resultOf('hours', { hours: { from: 65, to: 1_080 } }, payment(1), DAY_START + 64 * MINUTE + 59_999)
    assert.deepEqual([late.outcome, late.holdUntil], ['hold', DAY_START + 65 * MINUTE])
    assert.equal(late.reason, 'The wallet may act from 01:05 to 18:00 UTC only.')
  })

  test('without them nothing is said', () => {
    const { rules } = evaluatePolicy({ policy: policyWith({}), effects: payment(1), usage: NO_USAGE, now: NOON })
    assert.ok(!rules.some(({ rule }) => rule === 'hours'))
  })
})

describe('a size that is not known', () => {
  const grant = (changed: object) => ({
    token: TOKEN,
    spender: ROUTER,
    unlimited: false,
    amount: 1n,
    atRiskUsd: 1,
    ...changed,
  })
  const limit = { dailySpendingLimit: { usd: 100, rolling24hUsd: null, alertAt: 0.8 } }
  for (const [title, changed, why] of [
    ['rights that could not be tried', { rights: null }, 'the rights that it gives could not be tried'],
    [
      'rights, of which the first account is named',
      {
        rights: [
          { holder: STRANGER, contract: TOKEN },
          { holder: FRIEND, contract: ROUTER },
        ],
      },
      `${FRIEND} gets a right in ${ROUTER} that has no end`,
    ],
    [
      'allowances without an end',
      {
        approvals: [
          grant({}),
          grant({ spender: STRANGER, unlimited: true, atRiskUsd: null }),
          grant({ spender: FRIEND, unlimited: true, atRiskUsd: null }),
        ],
      },
      `the allowance of ${FRIEND} has no end`,
    ],
    ['a coin without a price', { outflows: [outflow(null)] }, 'no price of ETH is known'],
    [
      'a token without a price',
      { outflows: [outflow(1), outflow(null, { asset: TOKEN })] },
      `no price of ${TOKEN} is known`,
    ],
    [
      'an allowance of a token without a price',
      { approvals: [grant({ atRiskUsd: null })] },
      `no price of ${TOKEN} is known`,
    ],
  ] as [string, Partial<Effects>, string][])
    test(`${title}: ${why}`, () => {
      const { outcome, reason, asked } = resultOf('dailySpendingLimit', limit, payment(1, changed))
      assert.deepEqual([outcome, reason, asked], ['hold', `The daily limit cannot be checked: ${why}.`, null])
    })
})

describe('a limit of one asset', () => {
  const limits = { assetLimits: [{ chain: 'ethereum', asset: TOKEN, perRequest: 10n, perDay: null }] } as const
  const of = (changed: Partial<Effects>) => resultOf('assetLimit', limits, payment(1, { outflows: [], ...changed }))
  const grant = (amount: bigint | null, token = TOKEN) => ({
    token,
    spender: ROUTER,
    unlimited: amount === null,
    amount,
    atRiskUsd: 1,
  })

  test('counts what leaves and what spenders may take, of this asset', () => {
    const both = of({ outflows: [outflow(1, { asset: TOKEN, amount: 6n })], approvals: [grant(4n)] })
    assert.deepEqual([both.outcome, both.asked], ['allow', '10'])
    const over = of({
      outflows: [outflow(1, { asset: TOKEN, amount: 7n })],
      approvals: [grant(4n), grant(90n, ROUTER)],
    })
    assert.deepEqual([over.outcome, over.by], ['refuse', '1'])
  })

  test('is held where one of several amounts has no end, or a right may reach it', () => {
    assert.equal(of({ approvals: [grant(4n), grant(null)] }).outcome, 'hold')
    assert.equal(of({ approvals: [grant(4n), grant(null, ROUTER)] }).outcome, 'allow')
    const right = (asset?: typeof TOKEN | null) => ({
      holder: STRANGER,
      contract: ROUTER,
      ...(asset !== undefined && { asset }),
    })
    const asked = (rights: Effects['rights']) => of({ approvals: [grant(4n)], rights }).outcome
    assert.equal(asked([right(null)]), 'allow')
    assert.equal(asked([right(null), right(TOKEN)]), 'hold')
    assert.equal(asked([right()]), 'hold')
    assert.equal(asked(null), 'hold')
  })
})

describe('approvals', () => {
  const rules = (changed: Partial<NonNullable<PolicyRules['approvals']>>) => ({
    approvals: { forbidUnlimited: false, spenders: null, maxValueAtRiskUsd: null, ...changed },
  })
  const grant = (spender: typeof ROUTER, unlimited = true) => ({
    token: TOKEN,
    spender,
    unlimited,
    amount: null,
    atRiskUsd: null,
  })

  test('of several without an end, or not listed, the first account is named', () => {
    const effects = payment(1, { approvals: [grant(STRANGER), grant(ROUTER, false), grant(FRIEND)] })
    assert.equal(
      resultOf('unlimitedApprovals', rules({ forbidUnlimited: true }), effects).reason,
      `The allowance of ${FRIEND} is unlimited.`,
    )
    const unlisted = resultOf('approvalSpenders', rules({ spenders: [FRIEND] }), effects)
    assert.deepEqual(
      [unlisted.outcome, unlisted.reason],
      ['refuse', `The policy does not list the spender ${STRANGER}.`],
    )
  })

  test('rights count as allowances without an end, and their holders as spenders', () => {
    const effects = payment(1, { rights: [{ holder: STRANGER, contract: TOKEN }] })
    const unlimited = resultOf('unlimitedApprovals', rules({ forbidUnlimited: true }), effects)
    assert.deepEqual(
      [unlimited.outcome, unlimited.reason],
      ['hold', `${STRANGER} gets a right in ${TOKEN} that has no end.`],
    )
    assert.equal(resultOf('approvalSpenders', rules({ spenders: [] }), effects).outcome, 'refuse')
    assert.equal(resultOf('approvalSpenders', rules({ spenders: [STRANGER] }), effects).outcome, 'allow')
    assert.equal(resultOf('approvalSpenders', rules({ spenders: [] }), { ...effects, rights: null }).outcome, 'hold')
  })
})

describe('former rules and approvals of an administrator', () => {
  const held = { timeDelay: { thresholdUsd: 1, seconds: 60 } }

  test('an approval lets a rule that holds pass, and none that refuses', () => {
    const question = { effects: payment(5), usage: NO_USAGE, now: NOON, isApproved: () => true }
    const approved = evaluatePolicy({ policy: policyWith(held), ...question })
    assert.deepEqual([approved.outcome, approved.holdUntil, approved.rules[0]?.holdUntil], ['allow', null, null])
    const refused = evaluatePolicy({ policy: policyWith({ ...held, networks: ['bsc'] }), ...question })
    assert.equal(refused.outcome, 'refuse')
    assert.equal(
      evaluatePolicy({ policy: policyWith(held), effects: payment(5), usage: NO_USAGE, now: NOON }).outcome,
      'hold',
    )
  })

  test('of former rules only what does not allow is told', () => {
    const former = [{ version: 1, rules: rulesWith({ networks: ['ethereum'], ...held }), until: NOON + 1 }]
    const policy = { ...policyWith({ networks: ['ethereum'] }), former }
    const { rules } = evaluatePolicy({ policy, effects: payment(5), usage: NO_USAGE, now: NOON })
    assert.deepEqual(
      rules.map(({ rule, outcome }) => `${rule} ${outcome}`),
      ['timeDelay hold', 'networks allow', 'signing allow'],
    )
  })
})

describe('changedRules', () => {
  test('names the rules that differ, in amounts of any size too', () => {
    const limits = (perDay: bigint) =>
      rulesWith({ assetLimits: [{ chain: 'ethereum', asset: null, perRequest: null, perDay }] })
    assert.deepEqual(changedRules(limits(2n ** 200n), limits(2n ** 200n)), [])
    assert.deepEqual(changedRules(limits(2n ** 200n), limits(2n ** 200n + 1n)), ['assetLimits'])
    assert.deepEqual(changedRules(rulesWith({}), rulesWith({ blockAt: 'high', networks: [] })), ['networks', 'blockAt'])
  })

  test('of a new and of a removed policy every rule that is in force', () => {
    const rules = rulesWith({ blockAt: 'high' })
    assert.deepEqual(changedRules(null, rules), ['blockAt', 'assetLimits', 'signing'])
    assert.deepEqual(changedRules(rules, null), ['blockAt', 'assetLimits', 'signing'])
    assert.deepEqual(changedRules(null, null), [])
  })
})
