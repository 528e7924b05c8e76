import type { Effects } from './effects.ts'
import type { Policy, PolicyRules } from './policy.ts'

export const POLICY_OUTCOMES = ['allow', 'hold', 'refuse'] as const
export type PolicyOutcome = (typeof POLICY_OUTCOMES)[number]

export const POLICY_RULES = [
  'outcome',
  'networks',
  'hours',
  'dailySpendingLimit',
  'rolling24hLimit',
  'whitelistMode',
  'timeDelay',
  'blockAt',
  'unlimitedApprovals',
  'approvalSpenders',
  'approvalValueAtRisk',
  'assetLimit',
  'assetDailyLimit',
  'signing',
] as const
export type PolicyRule = (typeof POLICY_RULES)[number]

/** What one rule says. Figures are decimal text in `unit`; null where the rule has none. */
export type RuleResult = {
  rule: PolicyRule
  outcome: PolicyOutcome
  /** One sentence. */
  reason: string
  unit: 'usd' | 'base-units' | 'seconds' | 'level' | null
  limit: string | null
  /** Before this request. */
  used: string | null
  asked: string | null
  /** By how much the request is over the limit. */
  by: string | null
}

/** The decision with every rule that applied, the strictest first. */
export type PolicyDecision = {
  outcome: PolicyOutcome
  policyVersion: number
  rules: RuleResult[]
  /** Unix milliseconds at which a held request may go on; null: an approval alone releases it, or it is not held. */
  holdUntil: number | null
}

/** Millionths of a dollar, an integer: sums of a budget are exact. */
export type MicroUsd = number

/** What the wallet let go already, reservations included. */
export type PolicyUsage = {
  dayMicroUsd: MicroUsd
  rollingMicroUsd: MicroUsd
  /** Of this UTC day, base units. */
  assets: readonly { chain: Effects['chain']; asset: string | null; amount: bigint }[]
}

export type Evaluation = {
  policy: Policy | { rules: PolicyRules; version: number }
  effects: Effects
  usage: PolicyUsage
  /** Unix milliseconds. */
  now: number
  /** When the request was held first: the time delay counts from then. Null: it was not. */
  heldSince?: number | null
  /** An administrator released it: rules that hold allow, rules that refuse still refuse. */
  approved?: boolean
}
