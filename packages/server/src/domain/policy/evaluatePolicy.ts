import { NATIVE_SYMBOLS } from '@redoubt/risk/chain.ts'
import type { RiskLevel } from '@redoubt/risk/engine/riskLevel.ts'
import {
  dollarText,
  type MicroUsd,
  microUsd,
  POLICY_OUTCOMES,
  POLICY_RULES,
  type PolicyDecision,
  type PolicyOutcome,
  type PolicyRule,
  type PolicyUsage,
  type RuleResult,
  sumMicroUsd,
  usdText,
} from './decision.ts'
import type { Effects } from './effects.ts'
import { isTransactionMethod, type Policy, type PolicyRules, rulesInForce } from './policy.ts'
import { outsideWhitelist } from './whitelist.ts'

export type {
  MicroUsd,
  PolicyDecision,
  PolicyOutcome,
  PolicyRule,
  PolicyUsage,
  RuleResult,
} from './decision.ts'

export type Evaluation = {
  policy: Pick<Policy, 'rules' | 'version' | 'former'>
  effects: Effects
  usage: PolicyUsage
  /** Unix milliseconds. */
  now: number
  /** When the request was held first: the time delay counts from then. Null: it was not. */
  heldSince?: number | null
  /** Whether an administrator's approval covers a rule that holds: it allows then. Rules that refuse still refuse. */
  isApproved?: (result: RuleResult) => boolean
}

/**
 * Decides whether a request may go on. Every rule is evaluated and the strictest decides, so the order of rules, calls and outflows does
 * not matter. What is not known (a price, the outcome) holds the request: it never counts as zero.
 */
export function evaluatePolicy({
  policy,
  effects,
  usage,
  now,
  heldSince = null,
  isApproved = () => false,
}: Evaluation): PolicyDecision {
  const [rules = policy.rules, ...former] = rulesInForce(policy, now)
  const asked = askedOf(effects)
  const of = (one: PolicyRules) => resultsOf(one, { effects, asked, usage, now, since: heldSince ?? now })
  const results = [...of(rules), ...former.flatMap(of).filter(({ outcome }) => outcome !== 'allow')].map((result) =>
    result.outcome === 'hold' && isApproved(result)
      ? { ...result, outcome: 'allow' as const, holdUntil: null }
      : result,
  )
  results.sort((a, b) => rankOf(b.outcome) - rankOf(a.outcome) || placeOf(a.rule) - placeOf(b.rule))
  const outcome = results[0]?.outcome ?? 'allow'
  const holding = results.filter((result) => result.outcome === 'hold').map(({ holdUntil }) => holdUntil)
  const isTimed = outcome === 'hold' && !holding.includes(null)
  return {
    outcome,
    policyVersion: policy.version,
    rules: results,
    holdUntil: isTimed ? Math.max(...holding.map(Number)) : null,
  }
}

const rankOf = (outcome: PolicyOutcome) => POLICY_OUTCOMES.indexOf(outcome)
const placeOf = (rule: PolicyRule) => POLICY_RULES.indexOf(rule)

/** What the request lets go in USD, and what of it is known at least. */
type Asked = { total: MicroUsd | null; known: MicroUsd; atRisk: MicroUsd | null }

function askedOf({ outflows, approvals, rights }: Effects): Asked {
  const leaving = outflows.map(({ usd }) => microUsd(usd))
  const risked = approvals.map(({ atRiskUsd }) => microUsd(atRiskUsd))
  const all = [...leaving, ...risked]
  const isBounded = rights?.length === 0
  return {
    total: isBounded ? sumMicroUsd(all) : null,
    known: sumMicroUsd(all.map((one) => one ?? 0)) ?? 0,
    atRisk: isBounded ? sumMicroUsd(risked) : null,
  }
}

/** What a request adds of one asset, in base units: what of it is known at least, and all of it, null when that is not known. */
type AskedAmount = { known: bigint; total: bigint | null }

/** Approvals count by what the spender may take. Control of a contract may reach any asset. */
function askedAmount({ outflows, approvals, rights }: Effects, asset: string | null): AskedAmount {
  const leaving = outflows.filter((one) => one.asset === asset)
  const given = approvals.filter(({ token }) => token === asset)
  const known = [...leaving, ...given].reduce((sum, { amount }) => sum + (amount ?? 0n), 0n)
  const isBounded =
    given.every(({ amount }) => amount !== null) &&
    rights?.every((right) => right.asset !== undefined && right.asset !== asset)
  return { known, total: isBounded ? known : null }
}

type Question = { effects: Effects; asked: Asked; usage: PolicyUsage; now: number; since: number }

function resultsOf(rules: PolicyRules, question: Question): RuleResult[] {
  return [
    ...outcomeRule(question),
    ...networksRule(rules, question),
    ...hoursRule(rules, question),
    ...spendingRules(rules, question),
    ...whitelistRule(rules, question),
    ...delayRule(rules, question),
    ...levelRule(rules, question),
    ...approvalRules(rules, question),
    ...assetRules(rules, question),
    signingRule(rules, question),
  ]
}

type Figures = Partial<Pick<RuleResult, 'unit' | 'limit' | 'used' | 'asked' | 'by' | 'holdUntil'>>

function result(rule: PolicyRule, outcome: PolicyOutcome, reason: string, figures: Figures = {}): RuleResult {
  const { unit = null, limit = null, used = null, asked = null, by = null, holdUntil = null } = figures
  return { rule, outcome, reason, unit, limit, used, asked, by, holdUntil }
}

function outcomeRule({ effects: { complete } }: Question): RuleResult[] {
  return complete ? [] : [result('outcome', 'hold', 'The outcome of the request is not fully known.')]
}

function networksRule({ networks }: PolicyRules, { effects: { chain } }: Question): RuleResult[] {
  if (networks === null) return []
  const isListed = networks.includes(chain)
  const reason = `The policy ${isListed ? 'allows' : 'does not allow'} the network ${chain}.`
  return [result('networks', isListed ? 'allow' : 'refuse', reason)]
}

const MINUTE_MS = 60_000
const DAY_MINUTES = 1_440

function hoursRule({ hours }: PolicyRules, { now }: Question): RuleResult[] {
  if (hours === null) return []
  const { from, to } = hours
  const minute = Math.floor(now / MINUTE_MS) % DAY_MINUTES
  const isOpen = from < to ? minute >= from && minute < to : minute >= from || minute < to
  const wait = (from - minute + DAY_MINUTES) % DAY_MINUTES
  const opening = (Math.floor(now / MINUTE_MS) + wait) * MINUTE_MS
  const span = `${clock(from)} to ${clock(to)} UTC`
  if (isOpen) return [result('hours', 'allow', `The wallet may act from ${span}.`)]
  return [result('hours', 'hold', `The wallet may act from ${span} only.`, { holdUntil: opening })]
}

function clock(minute: number): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${two(Math.floor(minute / 60))}:${two(minute % 60)}`
}

function spendingRules({ dailySpendingLimit }: PolicyRules, { effects, asked, usage }: Question): RuleResult[] {
  if (dailySpendingLimit === null) return []
  const { usd, rolling24hUsd } = dailySpendingLimit
  const day = spendingRule('dailySpendingLimit', 'The daily limit', { usd, used: usage.dayMicroUsd, asked, effects })
  if (rolling24hUsd === null) return [day]
  const rolling = { usd: rolling24hUsd, used: usage.rollingMicroUsd, asked, effects }
  return [day, spendingRule('rolling24hLimit', 'The limit of 24 hours', rolling)]
}

function spendingRule(
  rule: PolicyRule,
  title: string,
  { usd, used, asked, effects }: { usd: number; used: MicroUsd; asked: Asked; effects: Effects },
): RuleResult {
  const limit = limitMicroUsd(usd)
  const over = used + asked.known - limit
  const figures: Figures = {
    unit: 'usd',
    limit: usdText(limit),
    used: usdText(used),
    asked: asked.total === null ? null : usdText(asked.total),
  }
  if (asked.known > 0 && over > 0) {
    const reason = `${title} of ${dollarText(limit)} would be exceeded by ${dollarText(over)}.`
    return result(rule, 'refuse', reason, { ...figures, by: usdText(over) })
  }
  if (asked.total === null) return result(rule, 'hold', `${title} cannot be checked: ${unknownOf(effects)}.`, figures)
  const left = Math.max(0, limit - used - asked.total)
  return result(rule, 'allow', `${title} leaves ${dollarText(left)}.`, figures)
}

/** Why the size of a request is not known. */
function unknownOf({ chain, outflows, approvals, rights }: Effects): string {
  if (rights === null) return 'the rights that it gives could not be tried'
  const [right] = rights.toSorted((a, b) => (a.holder < b.holder ? -1 : 1))
  if (right !== undefined) return `${right.holder} gets a right in ${right.contract} that has no end`
  const [spender] = approvals.flatMap((one) => (one.unlimited ? [one.spender] : [])).sort()
  if (spender !== undefined) return `the allowance of ${spender} has no end`
  const unpriced = [
    ...outflows.flatMap(({ usd, asset }) => (microUsd(usd) === null ? [asset] : [])),
    ...approvals.flatMap(({ atRiskUsd, token }) => (microUsd(atRiskUsd) === null ? [token] : [])),
  ]
  const [first] = unpriced.map((asset) => asset ?? NATIVE_SYMBOLS[chain]).sort()
  return `no price of ${first} is known`
}

/** Micro-dollars of a limit, to the nearest. */
export function limitMicroUsd(usd: number): MicroUsd {
  return Math.min(Math.round(usd * 1_000_000), Number.MAX_SAFE_INTEGER)
}

function whitelistRule({ whitelistMode, approvals }: PolicyRules, { effects }: Question): RuleResult[] {
  if (whitelistMode === null) return []
  const outside = outsideWhitelist(effects, whitelistMode, approvals?.spenders ?? [])
  if (outside.length === 0) return [result('whitelistMode', 'allow', 'Every call and recipient is on the whitelist.')]
  const [first = ''] = [...outside].sort()
  const more = outside.length > 1 ? ` So are ${outside.length - 1} more calls or accounts.` : ''
  return [result('whitelistMode', 'refuse', `${first}${more}`)]
}

function delayRule({ timeDelay }: PolicyRules, { effects, asked, now, since }: Question): RuleResult[] {
  if (timeDelay === null) return []
  const { thresholdUsd, seconds } = timeDelay
  const threshold = limitMicroUsd(thresholdUsd)
  const figures: Figures = {
    unit: 'usd',
    limit: usdText(threshold),
    asked: asked.total === null ? null : usdText(asked.total),
  }
  const until = since + seconds * 1000
  if (asked.known >= threshold && (asked.known > 0 || threshold === 0)) {
    const by = usdText(asked.known - threshold)
    if (now < until) {
      const reason = `Requests of ${dollarText(threshold)} or more wait ${seconds} seconds.`
      const holdUntil = asked.total === null ? null : until
      return [result('timeDelay', 'hold', reason, { ...figures, by, holdUntil })]
    }
    if (asked.total !== null)
      return [result('timeDelay', 'allow', `The request waited ${seconds} seconds.`, { ...figures, by })]
  }
  if (asked.total === null)
    return [result('timeDelay', 'hold', `The size of the request is not known: ${unknownOf(effects)}.`, figures)]
  return [result('timeDelay', 'allow', `The request is below ${dollarText(threshold)}.`, figures)]
}

/** From the mildest to the worst. */
export const LEVELS: readonly RiskLevel[] = ['safe', 'low', 'medium', 'high', 'critical']

function levelRule({ blockAt }: PolicyRules, { effects: { riskLevel } }: Question): RuleResult[] {
  if (blockAt === null) return []
  const figures: Figures = { unit: 'level', limit: blockAt, asked: riskLevel }
  if (riskLevel === null) return [result('blockAt', 'hold', 'The risk level is not known.', figures)]
  const isOver = LEVELS.indexOf(riskLevel) >= LEVELS.indexOf(blockAt)
  const reason = isOver
    ? `The risk is ${riskLevel}; the policy refuses ${blockAt} and above.`
    : `The risk is ${riskLevel}.`
  return [result('blockAt', isOver ? 'refuse' : 'allow', reason, figures)]
}

const RIGHTS_UNKNOWN = 'The rights that the request gives could not be tried.'

function approvalRules({ approvals: rule }: PolicyRules, { effects, asked }: Question): RuleResult[] {
  const { approvals } = effects
  const rights = effects.rights ?? []
  if (rule === null || (approvals.length === 0 && effects.rights?.length === 0)) return []
  const results: RuleResult[] = []
  if (rule.forbidUnlimited) {
    const [unlimited] = approvals
      .filter((one) => one.unlimited)
      .map(({ spender }) => spender)
      .sort()
    const [right] = rights.toSorted((a, b) => (a.holder < b.holder ? -1 : 1))
    results.push(
      unlimited !== undefined
        ? result('unlimitedApprovals', 'refuse', `The allowance of ${unlimited} is unlimited.`)
        : right !== undefined
          ? result('unlimitedApprovals', 'hold', `${right.holder} gets a right in ${right.contract} that has no end.`)
          : effects.rights === null
            ? result('unlimitedApprovals', 'hold', RIGHTS_UNKNOWN)
            : result('unlimitedApprovals', 'allow', 'No allowance is unlimited.'),
    )
  }
  const { spenders, maxValueAtRiskUsd } = rule
  if (spenders !== null) {
    const given = [...approvals.map(({ spender }) => spender), ...rights.map(({ holder }) => holder)]
    const others = given.filter((spender) => !spenders.includes(spender))
    const [first] = others.sort()
    results.push(
      first !== undefined
        ? result('approvalSpenders', 'refuse', `The policy does not list the spender ${first}.`)
        : effects.rights === null
          ? result('approvalSpenders', 'hold', RIGHTS_UNKNOWN)
          : result('approvalSpenders', 'allow', 'Every spender is on the list of the policy.'),
    )
  }
  if (maxValueAtRiskUsd !== null) results.push(valueAtRiskRule(maxValueAtRiskUsd, effects, asked))
  return results
}

function valueAtRiskRule(max: number, { approvals }: Effects, { atRisk }: Asked): RuleResult {
  const limit = limitMicroUsd(max)
  const known = sumMicroUsd(approvals.map(({ atRiskUsd }) => microUsd(atRiskUsd) ?? 0)) ?? 0
  const figures: Figures = { unit: 'usd', limit: usdText(limit), asked: atRisk === null ? null : usdText(atRisk) }
  if (known > limit) {
    const by = usdText(known - limit)
    const reason = `The approvals put ${dollarText(known)} at risk; the policy allows ${dollarText(limit)}.`
    return result('approvalValueAtRisk', 'refuse', reason, { ...figures, by })
  }
  if (atRisk === null)
    return result('approvalValueAtRisk', 'hold', 'The value that the approvals put at risk is not known.', figures)
  return result('approvalValueAtRisk', 'allow', `The approvals put ${dollarText(atRisk)} at risk.`, figures)
}

function assetRules({ assetLimits }: PolicyRules, { effects, usage }: Question): RuleResult[] {
  return assetLimits
    .filter(({ chain }) => chain === effects.chain)
    .flatMap(({ chain, asset, perRequest, perDay }) => {
      const asked = askedAmount(effects, asset)
      if (asked.total === 0n) return []
      const name = asset ?? NATIVE_SYMBOLS[chain]
      const used = usage.assets
        .filter((one) => one.chain === chain && one.asset === asset)
        .reduce((sum, { amount }) => sum + amount, 0n)
      const results: RuleResult[] = []
      if (perRequest !== null) results.push(assetRule('assetLimit', name, { limit: perRequest, used: null, asked }))
      if (perDay !== null) results.push(assetRule('assetDailyLimit', name, { limit: perDay, used, asked }))
      return results
    })
}

function assetRule(
  rule: PolicyRule,
  name: string,
  { limit, used, asked }: { limit: bigint; used: bigint | null; asked: AskedAmount },
): RuleResult {
  const { known, total } = asked
  const figures: Figures = {
    unit: 'base-units',
    limit: String(limit),
    used: used === null ? null : String(used),
    asked: total === null ? null : String(total),
  }
  const over = (used ?? 0n) + known - limit
  const of = used === null ? 'one request' : 'one day'
  if (known > 0n && over > 0n) {
    const reason = `The limit of ${name} for ${of} would be exceeded by ${over} base units.`
    return result(rule, 'refuse', reason, { ...figures, by: String(over) })
  }
  if (total === null) return result(rule, 'hold', `The amount of ${name} is not known.`, figures)
  return result(rule, 'allow', `The limit of ${name} for ${of} is kept.`, figures)
}

function signingRule({ signing }: PolicyRules, { effects: { method, messages } }: Question): RuleResult {
  if (!signing.methods.includes(method))
    return result('signing', 'refuse', `The policy does not list the method ${method}.`)
  // A signature of unknown content is none of the kinds that a policy lists.
  const kinds = messages.length === 0 && !isTransactionMethod(method) ? ['unknown' as const] : messages
  const other = [...kinds].sort().find((kind) => !signing.messages.includes(kind))
  if (other !== undefined)
    return result('signing', 'refuse', `The policy does not list signatures of the kind ${other}.`)
  return result('signing', 'allow', 'The policy lists the method and what it signs.')
}
