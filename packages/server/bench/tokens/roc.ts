import { createRandom } from '../../torture/schedule/random.ts'

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

const ROUNDS = 1_000
const SEED = 1
/** Share of the resampled areas outside the interval, at each end. */
const TAIL = 0.025

/**
 * 95 % interval of the area by bootstrap, scams and honest ones drawn apart. Each row must be one group of near duplicates, or the
 * interval is too narrow. Deterministic.
 * @returns lower and upper end; null with fewer than two of either class, where nothing can be resampled.
 */
export function aucInterval(scores: readonly number[], labels: readonly number[]): [number, number] | null {
  const scams = scores.filter((_, at) => labels[at] === 1)
  const honest = scores.filter((_, at) => labels[at] === 0)
  if (scams.length < 2 || honest.length < 2) return null
  const random = createRandom(SEED)
  const drawn = (from: readonly number[]) => from.map(() => random.pick(from))
  const both = [...scams.map(() => 1), ...honest.map(() => 0)]
  const areas = Array.from({ length: ROUNDS }, () => auc([...drawn(scams), ...drawn(honest)], both)).toSorted(
    (a, b) => a - b,
  )
  return [areas[Math.floor(ROUNDS * TAIL)] as number, areas[Math.ceil(ROUNDS * (1 - TAIL)) - 1] as number]
}
