import type { Address } from '../address.ts'
import type { ApprovalChange, BalanceChange } from '../facts/changes.ts'
import type { Condition } from './condition.ts'

/** What of the outcome shows which conditions are worth nothing. */
type Shown = {
  balanceChanges: readonly BalanceChange[]
  approvalChanges: readonly ApprovalChange[]
  /** Assets that the caller names. */
  named: readonly Address[]
}

/**
 * Returns the conditions that an assertion of at most `max` holds, in their order, and those left out; null where one that counts would be
 * left out. Only what arrives as a gift may be: of a token without a price that the account did not hold, where it gives nothing for it.
 */
export function fitConditions(
  conditions: readonly Condition[],
  { max, balanceChanges, approvalChanges, named }: Shown & { max: number },
): { kept: Condition[]; left: Condition[] } | null {
  let excess = conditions.length - max
  if (excess <= 0) return { kept: [...conditions], left: [] }
  const pays = (account: Address) =>
    balanceChanges.some((row) => row.account === account && row.change < 0n) ||
    approvalChanges.some((row) => row.owner === account && row.after > 0n)
  const isGift = ({ kind, account, target, before, after }: Condition) =>
    (kind === 'token-balance' || kind === 'item-balance') &&
    // A token that the calls make has no balance before.
    (before === null || before === 0n) &&
    after > 0n &&
    !named.includes(target) &&
    !pays(account) &&
    balanceChanges.every((row) => row.address !== target || row.account !== account || row.changeUsd === null)
  const left = new Set<Condition>()
  for (const condition of conditions.toReversed()) {
    if (excess === 0) break
    if (!isGift(condition)) continue
    left.add(condition)
    excess--
  }
  if (excess > 0) return null
  return { kept: conditions.filter((one) => !left.has(one)), left: [...left] }
}
