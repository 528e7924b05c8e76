import type { BalanceChange } from '../facts/changes.ts'

/** One row for each holding, added up over several executions' rows; what comes to nothing is left out. */
export function sumChanges(lists: readonly (readonly BalanceChange[])[]): BalanceChange[] {
  const [only] = lists
  if (lists.length === 1 && only) return [...only]
  const sums = new Map<string, BalanceChange>()
  for (const row of lists.flat()) {
    const key = `${row.account}:${row.assetType}:${row.address ?? ''}:${row.tokenId ?? ''}`
    const sum = sums.get(key)
    sums.set(key, sum === undefined ? row : added(sum, row))
  }
  return [...sums.values()].filter(({ change }) => change !== 0n)
}

function added(a: BalanceChange, b: BalanceChange): BalanceChange {
  const usd = a.changeUsd === null || b.changeUsd === null ? null : a.changeUsd + b.changeUsd
  return { ...a, change: a.change + b.change, changeUsd: usd }
}
