import type { Tried } from './tried.ts'

/** Returns the most different accepted ways: the first one, and the extremes of each group's numbers. */
export function chooseWays(tried: readonly Tried[], most: number): Tried[] {
  const groups = new Map<string, Tried[]>()
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
  return chosen.slice(0, most)
}

function compare(a: bigint | null, b: bigint | null): number {
  const [one, other] = [a ?? 0n, b ?? 0n]
  return one < other ? -1 : one > other ? 1 : 0
}
