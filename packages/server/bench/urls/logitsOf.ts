import type { FeatureMatrix } from './featureMatrix.ts'
import type { FittedModel } from './fitModel.ts'

/** What a model says of each row. */
export function logitsOf({ bias, weights, norm }: FittedModel, { ends, buckets }: FeatureMatrix): Float64Array {
  return Float64Array.from(ends, (end, row) => {
    const start = row === 0 ? 0 : (ends[row - 1] as number)
    let sum = 0
    for (let at = start; at < end; at++) sum += weights[buckets[at] as number] as number
    return bias + sum / (end - start) ** norm
  })
}
