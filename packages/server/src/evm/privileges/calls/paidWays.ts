import type { ContractFunction } from '@redoubt/risk/facts/bytecode.ts'
import type { PlannedCall } from './argumentPlan.ts'

/** Wei. */
const ONE_COIN = 10n ** 18n
const MAX_PAID = 1_000n * ONE_COIN
const MAX_PAID_WAYS = 3

/** The likeliest ways once more with coin: what the code asks for, else some. */
export function paidWays(
  { compared }: Pick<ContractFunction, 'compared'>,
  free: readonly PlannedCall[],
): PlannedCall[] {
  const sums = [...new Set([...(compared?.wei ?? []), ONE_COIN])].filter((sum) => sum <= MAX_PAID)
  return sums.flatMap((value) =>
    free.slice(0, MAX_PAID_WAYS).map((way) => ({ ...way, value, group: `${way.group} ${value}` })),
  )
}
