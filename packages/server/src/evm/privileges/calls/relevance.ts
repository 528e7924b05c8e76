import type { ObservedCall } from '../observeCalls.ts'
import type { PrivilegesContext } from '../privilegesContext.ts'
import { mayTouchTrading, OWNERSHIP } from './mayTouchTrading.ts'
import type { AcceptedCall } from './tried.ts'

/** Whether a call may affect the token's trading. An unanalysed call may. */
export function isRelevant(context: PrivilegesContext, { tried, effects, transferTax }: ObservedCall): boolean {
  if (OWNERSHIP.has(tried.made.selector)) return false
  const { trade } = context
  // Without a market the only sign is a gift, and what is gone cannot be given.
  const gone = effects.some(({ kind }) => kind === 'balance-write' || kind === 'burn-from-others')
  if (trade === null && gone) return false
  if (transferTax !== null && transferTax.before !== transferTax.after) return true
  if (effects.some(({ kind }) => kind === 'settable-delegate' || kind === 'balance-write')) return true
  return mayTouchTrading(context, tried)
}

/** Returns the most different accepted ways: the first one, and the extremes of each group's numbers. */
export function chooseWays(tried: readonly AcceptedCall[], max: number): AcceptedCall[] {
  const groups = new Map<string, AcceptedCall[]>()
  for (const one of tried) {
    const group = groups.get(one.way.group)
    if (group === undefined) groups.set(one.way.group, [one])
    else group.push(one)
  }
  const columns = [...groups.values()].map((group) => {
    const sorted = group.toSorted((a, b) => compare(a.way.number, b.way.number))
    const highest = (limit: bigint) => sorted.findLast(({ way }) => (way.number ?? 0n) <= limit)
    return [...new Set([group[0], sorted[0], highest(100n), sorted.at(-1), highest(99n), highest(10_000n)])].filter(
      (one) => one !== undefined,
    )
  })
  const rows = Math.max(0, ...columns.map((column) => column.length))
  const chosen = Array.from({ length: rows }, (_, row) => columns.flatMap((column) => column[row] ?? [])).flat()
  return chosen.slice(0, max)
}

function compare(a: bigint | null, b: bigint | null): number {
  const [one, other] = [a ?? 0n, b ?? 0n]
  return one < other ? -1 : one > other ? 1 : 0
}
