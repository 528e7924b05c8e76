/** Area under the ROC curve by ranks; ties count half. In n log n, for sets too large for pairs. */
export function auc(bad: Float64Array, good: Float64Array): number {
  const sortedGood = good.toSorted()
  let won = 0
  for (const score of bad) won += (countBelow(sortedGood, score) + countBelow(sortedGood, score, true)) / 2
  return won / (bad.length * good.length)
}

/** How many of ascending numbers lie below `limit`, or at it too. */
function countBelow(sorted: Float64Array, limit: number, orAt = false): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const value = sorted[middle] as number
    if (value < limit || (orAt && value === limit)) low = middle + 1
    else high = middle
  }
  return low
}
