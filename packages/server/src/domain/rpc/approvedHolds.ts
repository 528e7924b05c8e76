import type { Address } from '@redoubt/risk/address.ts'
import type { PolicyRule, RuleResult } from '../policy/evaluatePolicy.ts'
import type { GuardRule } from './heldTransaction.ts'

/** One reason that holds a transaction: what an approval of it covers. */
export type Hold = {
  rule: GuardRule | PolicyRule
  /** The wallet whose policy says so; null: no policy does. */
  wallet: Address | null
  /** One sentence. */
  reason: string
  /** What the request takes; null: no figure, or it is not known. */
  asked: string | null
  unit: RuleResult['unit']
  /** What could not be learned, by name. */
  missing: string[]
}

/** What a figure may grow by, in percent, before the approval of it is none: prices move while an administrator reads. */
const MAX_GROWTH = 10n
const PERCENT = 100n
const MICRO = 1_000_000

/** Whether an approval of some reasons covers one that holds now: the same one, about as large, and nothing more unknown. */
export function coversHold(approved: readonly Hold[], now: Hold): boolean {
  return approved.some(
    (one) =>
      one.rule === now.rule &&
      one.wallet === now.wallet &&
      now.missing.every((name) => one.missing.includes(name)) &&
      isAbout(one, now),
  )
}

function isAbout(one: Hold, now: Hold): boolean {
  if (one.asked === null || now.asked === null) return one.asked === now.asked && one.reason === now.reason
  const [before, after] = [one, now].map(figureOf)
  if (before === undefined || after === undefined || before === null || after === null) return one.asked === now.asked
  return after * PERCENT <= before * (PERCENT + MAX_GROWTH)
}

function figureOf({ unit, asked }: Hold): bigint | null {
  if (unit === 'usd') return BigInt(Math.ceil(Number(asked) * MICRO))
  return unit === 'base-units' && asked !== null ? BigInt(asked) : null
}
