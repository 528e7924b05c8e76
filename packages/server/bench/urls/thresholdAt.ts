/** A logit, and how much its host counts. */
export type Weighed = { logit: number; weight: number }

/** The lowest logit that at most this share of honest hosts, by weight, reach. */
export function thresholdAt(share: number, honest: readonly Weighed[]): number {
  if (honest.length === 0) throw new RangeError('thresholds need honest hosts to be fixed on')
  const total = honest.reduce((sum, { weight }) => sum + weight, 0)
  const worstFirst = honest.toSorted((a, b) => b.logit - a.logit)
  let threshold = Number.POSITIVE_INFINITY
  let reached = 0
  for (const [at, { logit, weight }] of worstFirst.entries()) {
    reached += weight
    if (reached > share * total) return Number.isFinite(threshold) ? threshold : logit + 1
    // Those that tie reach it together.
    const next = worstFirst[at + 1]?.logit
    if (next !== logit) threshold = logit
  }
  return threshold
}
