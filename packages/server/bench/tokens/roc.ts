/** Area under the ROC curve by ranks; ties count half. */
export function auc(scores: readonly number[], labels: readonly number[]): number {
  const scams = scores.filter((_, at) => labels[at] === 1)
  const honest = scores.filter((_, at) => labels[at] === 0)
  let won = 0
  for (const one of scams) for (const other of honest) won += one > other ? 1 : one === other ? 0.5 : 0
  return won / (scams.length * honest.length)
}

/** Share of scams scored above all but `share` of the honest. */
export function recallAt(share: number, scores: readonly number[], labels: readonly number[]): number {
  const honest = scores.filter((_, at) => labels[at] === 0).toSorted((a, b) => b - a)
  const scams = scores.filter((_, at) => labels[at] === 1)
  const threshold = honest[Math.floor(honest.length * share)] ?? Number.NEGATIVE_INFINITY
  return scams.filter((score) => score > threshold).length / scams.length
}
