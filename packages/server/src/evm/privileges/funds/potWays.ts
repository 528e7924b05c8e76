import type { Address } from '@redoubt/risk/address.ts'
import type { ContractFunction } from '@redoubt/risk/facts/bytecode.ts'
import { argumentPlan, type PlannedCall, type PlanValues } from '../calls/argumentPlan.ts'

/** What a contract holds of one asset, null for native coin, in parts. */
export type PotPart = { asset: Address | null; parts: readonly bigint[] }

/** Accounts and flags that each amount is tried with. */
const MAX_LISTS = 6

/**
 * Ways to call a function for what a contract holds, the largest amounts first: a small sum taken first would leave too little
 * for the whole. A function without numbers is called as it is.
 */
export function potWays(
  made: Pick<ContractFunction, 'selector' | 'signature' | 'arguments' | 'compared'>,
  values: PlanValues,
  amounts: readonly bigint[],
): PlannedCall[] {
  const largestFirst = [...new Set(amounts)].filter((one) => one > 0n).toSorted((a, b) => (a > b ? -1 : 1))
  const ways = largestFirst.flatMap((amount) =>
    argumentPlan(made, { ...values, amounts: [amount], tokenId: null })
      .filter(({ number }) => number === null || number === amount)
      .slice(0, MAX_LISTS),
  )
  return [...new Map(ways.map((way) => [way.data, way])).values()]
}

/** Parts of a pot that a caller may ask for: all, what was there before the deposit, the deposit, halves. */
export function partsOf(held: bigint, paid: bigint): bigint[] {
  return [held + paid, held, (held + paid) / 2n, paid, paid / 2n]
}
