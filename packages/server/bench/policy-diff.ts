import { comparePolicies, rankOf } from '../src/domain/policy/comparePolicies.ts'
import type { Effects, GrantedApproval, PolicyCall } from '../src/domain/policy/effects.ts'
import { evaluatePolicy } from '../src/domain/policy/evaluatePolicy.ts'
import type { PolicyRules } from '../src/domain/policy/policy.ts'
import { randomOf } from '../torture/randomOf.ts'
import { ACCOUNTS, randomRules, SELECTORS, TOKENS } from './policy/randomRules.ts'

const PAIRS = Number(process.env.PAIRS ?? 1_000)
/** Pairs that are left out first: parts of a run are added up. */
const FIRST = Number(process.env.FIRST ?? 0)
const NOON = Date.UTC(2026, 0, 1, 12)
const MIDNIGHT = Date.UTC(2026, 0, 1)
const STRANGER = `0x${'9'.repeat(40)}` as const
const MINUTE_MS = 60_000

/**
 * Compares random pairs of policies, and tries every request of a small world on both. `wrong`: pairs where one finds a request that the
 * second allows or holds for less and the other does not, and examples that are none. `milder`: pairs that have one.
 */
export default async function policyDiff(): Promise<object> {
  const draw = randomOf(20_260_105)
  const random = () => draw(1_000_000) / 1_000_000
  let wrong = 0
  let milder = 0
  let longestMs = 0
  for (let pair = 0; pair < FIRST + PAIRS; pair++) {
    const before = randomRules(random)
    // Half of the pairs differ in one rule alone, as changes do.
    const other = randomRules(random)
    const names = Object.keys(before) as (keyof PolicyRules)[]
    const name = names[Math.floor(random() * names.length)] as keyof PolicyRules
    const after = pair % 2 ? other : { ...before, [name]: other[name] }
    if (pair < FIRST) continue
    const began = performance.now()
    const found = comparePolicies(before, after, NOON)
    longestMs = Math.max(longestMs, performance.now() - began)
    if (found !== null) {
      milder++
      const judge = (rules: PolicyRules) =>
        rankOf(
          evaluatePolicy({
            policy: { rules, version: 0, former: [] },
            effects: found.effects,
            usage: found.usage,
            now: found.now,
          }),
          found.now,
        )
      if (judge(after) >= judge(before)) wrong++
    } else if (bruteForce(before, after)) wrong++
  }
  return { pairs: PAIRS, milder, wrong, longestMs: Math.round(longestMs) }
}

/** Whether any request of the small world is judged more mildly by the second policy. */
function bruteForce(before: PolicyRules, after: PolicyRules): boolean {
  const [old, fresh] = [before, after].map((rules) => ({ rules, version: 0, former: [] }))
  if (old === undefined || fresh === undefined) return false
  for (const { effects, usage, now } of requests([before, after])) {
    const first = evaluatePolicy({ policy: old, effects, usage, now })
    if (first.outcome === 'allow') continue
    if (rankOf(evaluatePolicy({ policy: fresh, effects, usage, now }), now) < rankOf(first, now)) return true
  }
  return false
}

const word = (value: number) => value.toString(16).padStart(64, '0')

/** Every combination of acts, sizes, what was used, times and levels; members that neither policy looks at have one value. */
function* requests(both: readonly PolicyRules[]) {
  const looks = (names: readonly (keyof PolicyRules)[]) =>
    names.some((name) =>
      both.some(
        (rules) =>
          rules[name] !== null &&
          !(Array.isArray(rules[name]) && name === 'assetLimits' && rules.assetLimits.length === 0),
      ),
    )
  const all = <Value>(values: readonly Value[], names: readonly (keyof PolicyRules)[]) =>
    looks(names) ? values : values.slice(0, 1)
  const sizes = all([0, 1, 1.5, 2.5, 3.5], ['dailySpendingLimit', 'timeDelay', 'approvals'])
  const spent = all(
    [
      [0, 0],
      [0, 1],
      [1, 1],
      [0.5, 2],
    ] as const,
    ['dailySpendingLimit'],
  )
  const amounts = all(
    [
      [0n, 0n],
      [1n, 0n],
      [2n, 0n],
      [3n, 0n],
      [1n, 2n],
      [1n, 1n],
      [4n, 0n],
    ] as const,
    ['assetLimits'],
  )
  const minutes = all([720, 0, 1_000, 1_300], ['hours'])
  const levels = all(['safe', 'low', 'high', 'critical'] as const, ['blockAt'])
  const chains = all(['ethereum', 'polygon'] as const, ['networks', 'assetLimits'])
  for (const chain of chains)
    for (const act of ACTS)
      for (const usd of sizes)
        for (const [day, rolling] of spent)
          for (const [amount, used] of amounts)
            for (const minute of minutes)
              for (const riskLevel of levels) {
                const { asset } = act
                const effects: Effects = {
                  chain,
                  method: act.method ?? 'eth_sendTransaction',
                  messages: act.messages ?? [],
                  calls: act.calls,
                  recipients: act.recipients,
                  outflows: act.spends ? [{ asset, tokenId: null, amount, usd, spender: null }] : [],
                  approvals: act.approval ? [approvalOf(act.approval, asset ?? TOKEN, { amount, usd })] : [],
                  rights: [],
                  riskLevel,
                  complete: true,
                }
                const usage = {
                  dayMicroUsd: day * 1_000_000,
                  rollingMicroUsd: rolling * 1_000_000,
                  assets: [{ chain, asset, amount: used }],
                }
                yield { effects, usage, now: MIDNIGHT + minute * MINUTE_MS }
              }
}

const TOKEN = TOKENS[0] as (typeof TOKENS)[number]

type Act = Pick<Effects, 'calls' | 'recipients'> &
  Partial<Pick<Effects, 'method' | 'messages'>> & {
    asset: (typeof TOKENS)[number] | null
    spends: boolean
    approval?: { spender: Effects['recipients'][number]; unlimited: boolean }
  }

/** An allowance without an end has no value that is known. */
function approvalOf(
  { spender, unlimited }: NonNullable<Act['approval']>,
  token: GrantedApproval['token'],
  { amount, usd }: { amount: bigint; usd: number },
): GrantedApproval {
  return { token, spender, unlimited, amount: unlimited ? null : amount, atRiskUsd: unlimited ? null : usd }
}

const call = (to: PolicyCall['to'], data: PolicyCall['data'], parties: PolicyCall['parties'] = null): PolicyCall => ({
  to,
  data,
  value: 0n,
  delegatecall: false,
  parties,
})
const PEOPLE = [...ACCOUNTS, STRANGER]
const ACTS: readonly Act[] = [
  ...PEOPLE.flatMap((one): Act[] => [
    { asset: null, spends: true, calls: [call(one, '0x')], recipients: [one] },
    { asset: TOKEN, spends: true, calls: [call(TOKEN, '0xa9059cbb', [one])], recipients: [one] },
    ...[true, false].map(
      (unlimited): Act => ({
        asset: TOKEN,
        spends: false,
        calls: [call(TOKEN, '0xa9059cbb', [one])],
        recipients: [],
        approval: { spender: one, unlimited },
      }),
    ),
    ...[
      '0xcccccccc' as const,
      ...SELECTORS.flatMap((selector) => [0, 1, 2, 3].map((value) => `${selector}${word(value)}` as const)),
      ...SELECTORS,
    ].map((data): Act => ({ asset: null, spends: true, calls: [call(one, data)], recipients: [STRANGER] })),
  ]),
  { asset: null, spends: true, calls: [call(null, '0x6000')], recipients: [] },
  { asset: null, spends: true, calls: [call(ACCOUNTS[0] as never, '0x')], recipients: [], messages: ['delegation'] },
  { asset: null, spends: true, calls: [call(ACCOUNTS[0] as never, '0x')], recipients: [], method: 'wallet_sendCalls' },
  ...(['allowance', 'text'] as const).map(
    (kind): Act => ({
      asset: TOKEN,
      spends: false,
      calls: [],
      recipients: [],
      method: 'eth_signTypedData_v4',
      messages: [kind],
      ...(kind === 'allowance' && { approval: { spender: ACCOUNTS[0] as never, unlimited: false } }),
    }),
  ),
]
