import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CHAINS } from '@redoubt/risk/chain.ts'
import fc from 'fast-check'
import { comparePolicies, rankOf } from './comparePolicies.ts'
import { NO_USAGE, type PolicyUsage } from './decision.ts'
import type { Effects } from './effects.ts'
import { evaluatePolicy } from './evaluatePolicy.ts'
import { DEFAULT_RULES, NO_RULES, type PolicyRules } from './policy.ts'
import { call, FRIEND, NOON, payment, ROUTER, STRANGER, TOKEN } from './testPolicy.ts'

const account = fc.constantFrom(FRIEND, STRANGER, ROUTER)
const usd = fc.integer({ min: 0, max: 400 }).map((quarters) => quarters / 4)
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null })
const rules: fc.Arbitrary<PolicyRules> = fc.record({
  networks: maybe(fc.subarray([...CHAINS])),
  hours: maybe(fc.constantFrom({ from: 0, to: 720 }, { from: 600, to: 780 }, { from: 1_200, to: 600 })),
  dailySpendingLimit: maybe(fc.record({ usd, rolling24hUsd: maybe(usd), alertAt: fc.constant(0.8) })),
  whitelistMode: maybe(
    fc.record({
      addresses: fc.subarray([FRIEND, STRANGER]),
      contracts: fc.subarray([{ address: ROUTER, selectors: null }]),
    }),
  ),
  timeDelay: maybe(fc.record({ thresholdUsd: usd, seconds: fc.integer({ min: 1, max: 999 }) })),
  blockAt: maybe(fc.constantFrom('low', 'high', 'critical')),
  approvals: maybe(
    fc.record({
      forbidUnlimited: fc.boolean(),
      spenders: maybe(fc.subarray([FRIEND, ROUTER])),
      maxValueAtRiskUsd: maybe(usd),
    }),
  ),
  assetLimits: fc.constantFrom([], [{ chain: 'ethereum', asset: TOKEN, perRequest: 5n, perDay: 9n }] as const),
  signing: fc.record({
    methods: fc.subarray(['eth_sendTransaction', 'eth_signTypedData_v4'] as const),
    messages: fc.subarray(['allowance', 'order'] as const),
  }),
})
const effects: fc.Arbitrary<Effects> = fc.record({
  chain: fc.constantFrom(...CHAINS),
  method: fc.constantFrom('eth_sendTransaction', 'eth_signTypedData_v4', 'eth_sign'),
  messages: fc.subarray(['allowance', 'order'] as const),
  outflows: fc.array(
    fc.record({
      asset: fc.constantFrom(null, TOKEN),
      tokenId: fc.constant(null),
      amount: fc.bigInt({ min: 0n, max: 12n }),
      usd: maybe(usd),
      spender: fc.constant(null),
    }),
    { maxLength: 4 },
  ),
  approvals: fc.array(
    fc
      .record({
        token: fc.constant(TOKEN),
        spender: account,
        unlimited: fc.boolean(),
        amount: maybe(fc.bigInt({ min: 0n, max: 12n })),
        atRiskUsd: maybe(usd),
      })
      .map((one) => (one.unlimited ? { ...one, amount: null, atRiskUsd: null } : one)),
    { maxLength: 3 },
  ),
  rights: maybe(fc.array(fc.record({ holder: account, contract: fc.constant(ROUTER) }), { maxLength: 2 })),
  calls: fc.array(
    fc
      .record({ to: account, data: fc.constantFrom('0x', '0xa9059cbb') })
      .map((one) => call(one.to, { data: one.data as '0x' })),
    {
      maxLength: 3,
    },
  ),
  recipients: fc.uniqueArray(account),
  riskLevel: maybe(fc.constantFrom('safe', 'medium', 'critical')),
  complete: fc.boolean(),
})
const usage: fc.Arbitrary<PolicyUsage> = fc.tuple(usd, usd).map(([day, earlier]) => ({
  dayMicroUsd: day * 1_000_000,
  rollingMicroUsd: (day + earlier) * 1_000_000,
  assets: [],
}))
const decide = (of: PolicyRules, request: Effects, used: PolicyUsage = NO_USAGE) =>
  evaluatePolicy({ policy: { rules: of, version: 1, former: [] }, effects: request, usage: used, now: NOON })
const rank = (of: PolicyRules, request: Effects, used?: PolicyUsage) => rankOf(decide(of, request, used), NOON)

test('two rule sets in force are as strict as the stricter one: adding rules never allows more', () => {
  fc.assert(
    fc.property(rules, rules, effects, usage, (one, other, request, used) => {
      const former = [{ version: 0, rules: other, until: NOON + 1 }]
      const both = evaluatePolicy({
        policy: { rules: one, version: 1, former },
        effects: request,
        usage: used,
        now: NOON,
      })
      assert.equal(rankOf(both, NOON), Math.max(rank(one, request, used), rank(other, request, used)))
    }),
  )
})

test('a lower limit, a shorter list and more used never allow more', () => {
  fc.assert(
    fc.property(rules, effects, usage, usd, (of, request, used, less) => {
      const limit = of.dailySpendingLimit
      const tighter: PolicyRules = {
        ...of,
        dailySpendingLimit: limit && { ...limit, usd: Math.max(0, limit.usd - less) },
        whitelistMode: of.whitelistMode && { ...of.whitelistMode, addresses: of.whitelistMode.addresses.slice(1) },
        signing: { ...of.signing, messages: of.signing.messages.slice(1) },
        blockAt: of.blockAt === 'critical' ? 'high' : of.blockAt,
      }
      assert.ok(rank(tighter, request, used) >= rank(of, request, used))
      const more = { ...used, dayMicroUsd: used.dayMicroUsd + 1, rollingMicroUsd: used.rollingMicroUsd + 1 }
      assert.ok(rank(of, request, more) >= rank(of, request, used))
    }),
  )
})

test('an unknown value is never allowed where a rule looks at it', () => {
  fc.assert(
    fc.property(rules, effects, (of, request) => {
      assert.notEqual(decide(of, { ...request, complete: false }).outcome, 'allow')
      const unpriced = { ...request, outflows: [{ asset: null, tokenId: null, amount: 1n, usd: null, spender: null }] }
      if (of.dailySpendingLimit ?? of.timeDelay) assert.notEqual(decide(of, unpriced).outcome, 'allow')
      for (const rights of [null, [{ holder: ROUTER, contract: TOKEN }]])
        if ([of.dailySpendingLimit, of.timeDelay, of.approvals?.maxValueAtRiskUsd].some((limit) => limit != null))
          assert.notEqual(decide(of, { ...request, rights }).outcome, 'allow')
      if (of.blockAt) assert.notEqual(decide(of, { ...request, riskLevel: null }).outcome, 'allow')
    }),
  )
})

test('the order of calls, outflows, approvals and lists changes nothing', () => {
  fc.assert(
    fc.property(rules, effects, usage, (of, request, used) => {
      const turned: Effects = {
        ...request,
        calls: request.calls.toReversed(),
        outflows: request.outflows.toReversed(),
        approvals: request.approvals.toReversed(),
        rights: request.rights?.toReversed() ?? null,
        recipients: request.recipients.toReversed(),
        messages: request.messages.toReversed(),
      }
      assert.deepEqual(decide(of, turned, used), decide(of, request, used))
    }),
  )
})

test('a change that newly allows nothing is nowhere milder, and an example is one', () => {
  fc.assert(
    fc.property(rules, rules, effects, usage, (before, after, request, used) => {
      const found = comparePolicies(before, after, NOON)
      if (found === null) {
        if (request.complete && request.riskLevel !== null)
          assert.ok(rank(after, request, used) >= rank(before, request, used))
      } else assert.ok(rankOf(found.after, found.now) < rankOf(found.before, found.now))
    }),
    { numRuns: 15 },
  )
})

test('the rules of a deleted policy forbid nothing that is known', () => {
  assert.equal(decide(NO_RULES, payment(1e12, { method: 'eth_sign', messages: ['blind'] })).outcome, 'allow')
  assert.equal(comparePolicies(DEFAULT_RULES, NO_RULES, NOON)?.rule, 'signing')
  assert.equal(comparePolicies(NO_RULES, DEFAULT_RULES, NOON), null)
})
