import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dollarText, NO_USAGE, type PolicyRule, usdText } from './decision.ts'
import type { Effects } from './effects.ts'
import { evaluatePolicy } from './evaluatePolicy.ts'
import type { PolicyRules } from './policy.ts'
import { call, FRIEND, NOON, outflow, payment, policyWith, ROUTER, rulesWith, STRANGER, TOKEN } from './testPolicy.ts'

const MIDNIGHT = Date.UTC(2026, 0, 2)
const limit = (usd: number, rolling24hUsd: number | null = null) => ({
  dailySpendingLimit: { usd, rolling24hUsd, alertAt: 0.8 },
})
const used = (day: number, rolling = day) => ({
  dayMicroUsd: day * 1_000_000,
  rollingMicroUsd: rolling * 1_000_000,
  assets: [],
})
const grant = (changed: Partial<Effects['approvals'][number]> = {}) => ({
  token: TOKEN,
  spender: ROUTER,
  unlimited: false,
  amount: 5n,
  atRiskUsd: 50,
  ...changed,
})
const word = (value: bigint) => value.toString(16).padStart(64, '0')

const APPROVALS = { forbidUnlimited: false, spenders: null, maxValueAtRiskUsd: null }

type Case = {
  title: string
  rules: Partial<PolicyRules>
  effects: Effects
  usage?: ReturnType<typeof used>
  now?: number
  heldSince?: number
  isApproved?: () => boolean
  outcome: 'allow' | 'hold' | 'refuse'
  rule?: PolicyRule
  by?: string
  holdUntil?: number | null
}

const CASES: Case[] = [
  { title: 'no rule', rules: {}, effects: payment(1e9), outcome: 'allow' },
  { title: 'to the limit', rules: limit(100), effects: payment(60), usage: used(40), outcome: 'allow' },
  {
    title: 'a micro-dollar over the limit',
    rules: limit(100),
    effects: payment(60.000001),
    usage: used(40),
    outcome: 'refuse',
    rule: 'dailySpendingLimit',
    by: '0.000001',
  },
  {
    title: 'over the rolling limit on a new day',
    rules: limit(100, 120),
    effects: payment(60),
    usage: used(0, 90),
    outcome: 'refuse',
    rule: 'rolling24hLimit',
    by: '30',
  },
  {
    title: 'an unknown price',
    rules: limit(100),
    effects: payment(null),
    outcome: 'hold',
    rule: 'dailySpendingLimit',
    holdUntil: null,
  },
  {
    title: 'a price that is no number',
    rules: limit(100),
    effects: payment(Number.NaN),
    outcome: 'hold',
    rule: 'dailySpendingLimit',
  },
  {
    title: 'an unknown price beside too much of a known one',
    rules: limit(100),
    effects: payment(null, { outflows: [outflow(null), outflow(101)] }),
    outcome: 'refuse',
    rule: 'dailySpendingLimit',
    by: '1',
  },
  {
    title: 'an approval counts by what it puts at risk',
    rules: limit(100),
    effects: payment(60, { approvals: [grant()] }),
    outcome: 'refuse',
    rule: 'dailySpendingLimit',
    by: '10',
  },
  {
    title: 'an unknown outcome',
    rules: {},
    effects: payment(1, { complete: false }),
    outcome: 'hold',
    rule: 'outcome',
    holdUntil: null,
  },
  {
    title: 'another network',
    rules: { networks: ['polygon'] },
    effects: payment(1),
    outcome: 'refuse',
    rule: 'networks',
  },
  {
    title: 'before the hours',
    rules: { hours: { from: 13 * 60, to: 15 * 60 } },
    effects: payment(1),
    outcome: 'hold',
    rule: 'hours',
    holdUntil: NOON + 3_600_000,
  },
  {
    title: 'hours past midnight',
    rules: { hours: { from: 1_380, to: 60 } },
    effects: payment(1),
    now: MIDNIGHT,
    outcome: 'allow',
  },
  {
    title: 'the end of the hours is outside',
    rules: { hours: { from: 600, to: 720 } },
    effects: payment(1),
    outcome: 'hold',
    rule: 'hours',
    holdUntil: NOON + 22 * 3_600_000,
  },
  {
    title: 'a large request waits',
    rules: { timeDelay: { thresholdUsd: 100, seconds: 600 } },
    effects: payment(100),
    outcome: 'hold',
    rule: 'timeDelay',
    holdUntil: NOON + 600_000,
  },
  {
    title: 'it has waited',
    rules: { timeDelay: { thresholdUsd: 100, seconds: 600 } },
    effects: payment(100),
    heldSince: NOON - 600_000,
    outcome: 'allow',
  },
  {
    title: 'an unknown size waits for an approval, however long it was held',
    rules: { timeDelay: { thresholdUsd: 100, seconds: 600 } },
    effects: payment(null),
    heldSince: 0,
    outcome: 'hold',
    rule: 'timeDelay',
    holdUntil: null,
  },
  {
    title: 'an approval releases what is held',
    rules: { timeDelay: { thresholdUsd: 100, seconds: 600 } },
    effects: payment(null, { complete: false }),
    isApproved: () => true,
    outcome: 'allow',
  },
  {
    title: 'an approval releases nothing that is refused',
    rules: limit(100),
    effects: payment(101),
    isApproved: () => true,
    outcome: 'refuse',
    rule: 'dailySpendingLimit',
  },
  {
    title: 'at the level',
    rules: { blockAt: 'high' },
    effects: payment(1, { riskLevel: 'high' }),
    outcome: 'refuse',
    rule: 'blockAt',
  },
  {
    title: 'below the level',
    rules: { blockAt: 'high' },
    effects: payment(1, { riskLevel: 'medium' }),
    outcome: 'allow',
  },
  {
    title: 'an unknown level',
    rules: { blockAt: 'critical' },
    effects: payment(1, { riskLevel: null }),
    outcome: 'hold',
    rule: 'blockAt',
  },
  {
    title: 'an unlimited approval',
    rules: { approvals: { forbidUnlimited: true, spenders: null, maxValueAtRiskUsd: null } },
    effects: payment(0, { approvals: [grant({ unlimited: true })] }),
    outcome: 'refuse',
    rule: 'unlimitedApprovals',
  },
  {
    title: 'another spender',
    rules: { approvals: { forbidUnlimited: false, spenders: [FRIEND], maxValueAtRiskUsd: null } },
    effects: payment(0, { approvals: [grant()] }),
    outcome: 'refuse',
    rule: 'approvalSpenders',
  },
  {
    title: 'too much at risk',
    rules: { approvals: { forbidUnlimited: false, spenders: null, maxValueAtRiskUsd: 49 } },
    effects: payment(0, { approvals: [grant()] }),
    outcome: 'refuse',
    rule: 'approvalValueAtRisk',
    by: '1',
  },
  {
    title: 'an unknown value at risk',
    rules: { approvals: { forbidUnlimited: false, spenders: null, maxValueAtRiskUsd: 49 } },
    effects: payment(0, { approvals: [grant({ atRiskUsd: null })] }),
    outcome: 'hold',
    rule: 'approvalValueAtRisk',
  },
  ...(
    [
      ['a limit', limit(100), 'hold', 'dailySpendingLimit'],
      ['a delay', { timeDelay: { thresholdUsd: 100, seconds: 600 } }, 'hold', 'timeDelay'],
      [
        'a limit of value at risk',
        { approvals: { ...APPROVALS, maxValueAtRiskUsd: 49 } },
        'hold',
        'approvalValueAtRisk',
      ],
      ['no unlimited allowance', { approvals: { ...APPROVALS, forbidUnlimited: true } }, 'hold', 'unlimitedApprovals'],
      ['other spenders', { approvals: { ...APPROVALS, spenders: [FRIEND] } }, 'refuse', 'approvalSpenders'],
      ['a whitelist', { whitelistMode: { addresses: [FRIEND], contracts: [] } }, 'refuse', 'whitelistMode'],
      [
        'a limit of the asset',
        { assetLimits: [{ chain: 'ethereum', asset: TOKEN, perRequest: 9n, perDay: null }] },
        'hold',
        'assetLimit',
      ],
      ['no rule about value', { blockAt: 'high' }, 'allow', undefined],
    ] as [string, Partial<PolicyRules>, Case['outcome'], PolicyRule | undefined][]
  ).map(([name, rules, outcome, rule]): Case => {
    const effects = payment(0, { rights: [{ holder: STRANGER, contract: ROUTER, asset: TOKEN }] })
    return { title: `a right inside of a contract, under ${name}`, rules, effects, outcome, ...(rule && { rule }) }
  }),
  {
    title: 'rights that were not tried',
    rules: limit(100),
    effects: payment(1, { rights: null }),
    outcome: 'hold',
    rule: 'dailySpendingLimit',
  },
  {
    title: 'an allowance without an end under a limit',
    rules: limit(100),
    effects: payment(0, { approvals: [grant({ unlimited: true, amount: null, atRiskUsd: null })] }),
    outcome: 'hold',
    rule: 'dailySpendingLimit',
  },
  {
    title: 'too much of an asset in one request',
    rules: { assetLimits: [{ chain: 'ethereum', asset: TOKEN, perRequest: 4n, perDay: null }] },
    effects: payment(null, { outflows: [outflow(null, { asset: TOKEN, amount: 5n })] }),
    outcome: 'refuse',
    rule: 'assetLimit',
    by: '1',
  },
  ...[
    { title: 'rights that could not be tried', rights: null },
    { title: 'control of a contract', rights: [{ holder: STRANGER, contract: ROUTER }] },
    { title: 'a right over the asset', rights: [{ holder: STRANGER, contract: ROUTER, asset: TOKEN }] },
  ].map(({ title, rights }) => ({
    title: `${title} under the limit of an asset`,
    rules: { assetLimits: [{ chain: 'ethereum', asset: TOKEN, perRequest: 4n, perDay: null }] } as const,
    effects: payment(0, { rights }),
    outcome: 'hold' as const,
    rule: 'assetLimit' as const,
  })),
  {
    title: 'too much of an asset beside an allowance without an end',
    rules: { assetLimits: [{ chain: 'ethereum', asset: TOKEN, perRequest: 4n, perDay: null }] },
    effects: payment(null, {
      outflows: [outflow(null, { asset: TOKEN, amount: 5n })],
      approvals: [grant({ unlimited: true, amount: null, atRiskUsd: null })],
    }),
    outcome: 'refuse',
    rule: 'assetLimit',
    by: '1',
  },
  {
    title: 'the limit of an asset on another network',
    rules: { assetLimits: [{ chain: 'polygon', asset: null, perRequest: 0n, perDay: 0n }] },
    effects: payment(1),
    outcome: 'allow',
  },
  {
    title: 'eth_sign',
    rules: {},
    effects: payment(0, { method: 'eth_sign', messages: ['blind'] }),
    outcome: 'refuse',
    rule: 'signing',
  },
  {
    title: 'a kind of signature that is not listed',
    rules: { signing: { methods: ['eth_signTypedData_v4'], messages: ['order'] } },
    effects: payment(0, { method: 'eth_signTypedData_v4', messages: ['order', 'allowance'] }),
    outcome: 'refuse',
    rule: 'signing',
  },
  {
    title: 'a signature of no known kind',
    rules: { signing: { methods: ['eth_signTypedData_v4'], messages: ['order'] } },
    effects: payment(0, { method: 'eth_signTypedData_v4', messages: [] }),
    outcome: 'refuse',
    rule: 'signing',
  },
  {
    title: 'an ERC-7715 request',
    rules: {},
    effects: payment(0, { method: 'wallet_grantPermissions', messages: ['session'] }),
    outcome: 'refuse',
    rule: 'signing',
  },
  {
    title: 'a delegation inside of a transaction',
    rules: {},
    effects: payment(0, { messages: ['delegation'] }),
    outcome: 'refuse',
    rule: 'signing',
  },
]

for (const { title, rules, effects, usage = NO_USAGE, now = NOON, outcome, rule, by, holdUntil, ...more } of CASES)
  test(title, () => {
    const decision = evaluatePolicy({ policy: policyWith(rules), effects, usage, now, ...more })
    assert.equal(decision.outcome, outcome, JSON.stringify(decision.rules))
    const [first] = decision.rules
    if (rule !== undefined) assert.equal(first?.rule, rule)
    if (by !== undefined) assert.equal(first?.by, by)
    if (holdUntil !== undefined) assert.equal(decision.holdUntil, holdUntil)
  })

const TRANSFER = `0xa9059cbb${word(BigInt(FRIEND))}${word(5n)}` as const
const bound = (max: bigint) => ({ word: 1, min: null, max, oneOf: null })
const swaps = (max: bigint) => ({
  address: ROUTER,
  selectors: [{ selector: '0xa9059cbb' as const, arguments: [bound(max)] }],
})
const WHITELIST: { title: string; calls: Effects['calls']; recipients: Effects['recipients']; allowed: boolean }[] = [
  { title: 'a payment to a listed address', calls: [call(FRIEND)], recipients: [FRIEND], allowed: true },
  { title: 'a payment to a stranger', calls: [call(STRANGER)], recipients: [STRANGER], allowed: false },
  {
    title: 'a token transfer to a listed address',
    calls: [call(TOKEN, { data: TRANSFER, parties: [FRIEND] })],
    recipients: [FRIEND],
    allowed: true,
  },
  {
    title: 'a function of tokens on unknown code',
    calls: [call(STRANGER, { data: TRANSFER })],
    recipients: [FRIEND],
    allowed: false,
  },
  {
    title: 'a token that gives the assets to a stranger',
    calls: [call(TOKEN, { data: TRANSFER, parties: [FRIEND] })],
    recipients: [FRIEND, STRANGER],
    allowed: false,
  },
  {
    title: 'a listed contract that passes assets on',
    calls: [call(ROUTER, { data: TRANSFER })],
    recipients: [STRANGER],
    allowed: true,
  },
  {
    title: 'a listed contract beside a token transfer to a stranger',
    calls: [call(ROUTER, { data: TRANSFER }), call(TOKEN, { data: TRANSFER, parties: [STRANGER] })],
    recipients: [STRANGER],
    allowed: false,
  },
  {
    title: 'another function of a listed contract',
    calls: [call(ROUTER, { data: '0x12345678' })],
    recipients: [],
    allowed: false,
  },
  {
    title: 'an argument out of bounds',
    calls: [call(ROUTER, { data: `0xa9059cbb${word(0n)}${word(6n)}` })],
    recipients: [],
    allowed: false,
  },
  {
    title: 'an argument that is cut off',
    calls: [call(ROUTER, { data: `0xa9059cbb${word(0n)}05` })],
    recipients: [],
    allowed: false,
  },
  {
    title: 'the code of a listed contract as the wallet itself',
    calls: [call(ROUTER, { data: TRANSFER, delegatecall: true })],
    recipients: [],
    allowed: false,
  },
  { title: 'a contract creation', calls: [call(null, { data: '0x6000' })], recipients: [], allowed: false },
]
for (const { title, calls, recipients, allowed } of WHITELIST)
  test(`whitelist: ${title}`, () => {
    const policy = policyWith({ whitelistMode: { addresses: [FRIEND], contracts: [swaps(5n)] } })
    const effects = payment(1, { calls, recipients })
    const { outcome, rules } = evaluatePolicy({ policy, effects, usage: NO_USAGE, now: NOON })
    assert.equal(outcome, allowed ? 'allow' : 'refuse', JSON.stringify(rules))
  })

test('former rules hold until their time comes', () => {
  const former = [{ version: 1, rules: rulesWith(limit(10)), until: NOON + 1 }]
  const policy = { version: 2, rules: rulesWith(limit(20)), former }
  const at = (now: number) => evaluatePolicy({ policy, effects: payment(15), usage: NO_USAGE, now }).outcome
  assert.deepEqual([at(NOON), at(NOON + 1)], ['refuse', 'allow'])
})

test('sums in sentences have separators, and figures have none', () => {
  assert.deepEqual([0, 100_000_000, 5_500_250_000, 1_234_567_000_000].map(dollarText), [
    '$0',
    '$100',
    '$5,500.25',
    '$1,234,567',
  ])
  assert.equal(usdText(5_500_250_000), '5500.25')
})
