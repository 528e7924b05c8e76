import type { FeatureMatrix } from './featureMatrix.ts'

/** From here on a feature is common: to be commoner makes it no more worth its place. */
const COMMON = 50

/**
 * The weights worth their place in a file, all others 0: `max` of the largest, where one that moves many hosts counts for more
 * than one that moves a few as far. A gram seen once has a large weight and tells almost nothing of tomorrow's hosts.
 * @param matrix what the weights were learned from.
 */
export function strongest(weights: Float64Array, { buckets }: FeatureMatrix, max: number): Float64Array {
  const counts = new Int32Array(weights.length)
  for (const bucket of buckets) counts[bucket] = (counts[bucket] ?? 0) + 1
  const worth = weights.map((weight, bucket) => Math.abs(weight) * Math.sqrt(Math.min(counts[bucket] ?? 0, COMMON)))
  const least = worth.toSorted()[Math.max(weights.length - max, 0)] ?? 0
  return weights.map((weight, bucket) => ((worth[bucket] ?? 0) >= least ? weight : 0))
}
