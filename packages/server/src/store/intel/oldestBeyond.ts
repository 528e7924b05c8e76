/**
 * The newest generation that must go, with all older ones, so that at most `kept` rows are left; null when there is room
 * for all of them.
 * @param counts rows by generation.
 * @example oldestBeyond(2, new Map([[1, 1], [2, 2]])) // 1
 */
export function oldestBeyond(kept: number, counts: ReadonlyMap<number, number>): number | null {
  let total = 0
  for (const [generation, count] of [...counts].sort(([a], [b]) => b - a)) {
    total += count
    if (total > kept) return generation
  }
  return null
}
