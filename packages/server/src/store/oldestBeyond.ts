/**
 * Ids of the rows that must go so that at most `kept` are left, whole generations at a time, the oldest first.
 * @example oldestBeyond(2, [{ id: 1, generation: 1 }, { id: 2, generation: 2 }, { id: 3, generation: 2 }]) // [1]
 */
export function oldestBeyond(kept: number, rows: readonly { id: number; generation: number }[]): number[] {
  if (rows.length <= kept) return []
  const counts = new Map<number, number>()
  for (const { generation } of rows) counts.set(generation, (counts.get(generation) ?? 0) + 1)
  let total = 0
  for (const [newest, count] of [...counts].sort(([a], [b]) => b - a)) {
    total += count
    if (total > kept) return rows.filter(({ generation }) => generation <= newest).map(({ id }) => id)
  }
  return []
}
