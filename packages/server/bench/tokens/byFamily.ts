/** A group of near duplicates as one row: `score` is the mean of its rows. */
export type FamilyScore = { family: string; label: 0 | 1; score: number; rows: number }

/**
 * Returns one row a family, so that copies of one token count once. A family whose rows differ in their label is one row for each
 * label: neither is the truth of both.
 */
export function byFamily(rows: readonly { family: string; label: 0 | 1; score: number }[]): FamilyScore[] {
  const groups = Map.groupBy(rows, ({ family, label }) => `${label} ${family}`)
  return [...groups.values()].map((group) => {
    const [{ family, label }] = group as [(typeof group)[number]]
    const score = group.reduce((sum, one) => sum + one.score, 0) / group.length
    return { family, label, score, rows: group.length }
  })
}
