/** A group of near duplicates as one row: `score` is the mean of its rows. */
export type FamilyScore = { family: string; label: 0 | 1; score: number; rows: number }

/**
 * Returns one row a family, so that copies of one token count once. Families whose rows differ in their label are left out: neither is
 * the truth of their code. `mixedFamilies` counts them.
 */
export function byFamily(rows: readonly { family: string; label: 0 | 1; score: number }[]): FamilyScore[] {
  return [...Map.groupBy(rows, ({ family }) => family).values()].flatMap((group) => {
    const [{ family, label }] = group as [(typeof group)[number]]
    if (group.some((one) => one.label !== label)) return []
    const score = group.reduce((sum, one) => sum + one.score, 0) / group.length
    return [{ family, label, score, rows: group.length }]
  })
}

/** How many families have rows of both labels. */
export function mixedFamilies(rows: readonly { family: string; label: 0 | 1; score: number }[]): number {
  return new Set(rows.map(({ family }) => family)).size - byFamily(rows).length
}
