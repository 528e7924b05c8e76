import type { Address } from '@redoubt/risk/address.ts'
import type { Chain } from '@redoubt/risk/chain.ts'

/** From the mildest to the strictest. */
export const POLICY_OUTCOMES = ['allow', 'hold', 'refuse'] as const
export type PolicyOutcome = (typeof POLICY_OUTCOMES)[number]

/** Every rule, in the order in which answers name them. */
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
  unit: 'usd' | 'base-units' | 'level' | null
  limit: string | null
  /** Before this request. */
  used: string | null
  /** Null also when it is not known. */
  asked: string | null
  /** By how much the request is over the limit. */
  by: string | null
  /** Of a rule that holds: Unix milliseconds at which it allows; null: an approval alone releases the request. */
  holdUntil: number | null
}

/** The decision with every rule that applied, the strictest first. */
export type PolicyDecision = {
  outcome: PolicyOutcome
  policyVersion: number
  rules: RuleResult[]
  /** Unix milliseconds at which a held request may go on; null: an approval alone releases it, or it is not held. */
  holdUntil: number | null
}

/** Millionths of a dollar, a safe integer: sums of a budget are exact. */
export type MicroUsd = number

/** What the wallet let go already, open reservations included. Amounts in base units, of this UTC day. */
export type PolicyUsage = {
  dayMicroUsd: MicroUsd
  rollingMicroUsd: MicroUsd
  assets: readonly { chain: Chain; asset: Address | null; amount: bigint }[]
}

export const NO_USAGE: PolicyUsage = { dayMicroUsd: 0, rollingMicroUsd: 0, assets: [] }

const MICRO = 1_000_000
/** Smallest part of a micro-dollar that is no rounding error of a product. */
const ROUNDING = 0.001

/** Micro-dollars of USD, rounded up; beyond what is exact, the largest exact one. Not a number, or negative: null, not known. */
export function microUsd(usd: number | null): MicroUsd | null {
  if (usd === null || !Number.isFinite(usd) || usd < 0) return null
  return Math.max(0, Math.min(Math.ceil(usd * MICRO - ROUNDING), Number.MAX_SAFE_INTEGER))
}

/** Sums micro-dollars; null when one is not known. */
export function sumMicroUsd(parts: readonly (MicroUsd | null)[]): MicroUsd | null {
  let sum = 0
  for (const part of parts) {
    if (part === null) return null
    sum = Math.min(sum + part, Number.MAX_SAFE_INTEGER)
  }
  return sum
}

/** `12.5` of 12,500,000. */
export function usdText(micro: MicroUsd): string {
  const whole = Math.floor(micro / MICRO)
  const rest = String(micro % MICRO)
    .padStart(6, '0')
    .replace(/0+$/, '')
  return rest === '' ? String(whole) : `${whole}.${rest}`
}

/** `$5,500.25`, for sentences. */
export function dollarText(micro: MicroUsd): string {
  return `$${usdText(micro).replace(/^\d+/, (whole) => Number(whole).toLocaleString('en-US'))}`
}
