import { BUCKETS } from '../../src/web/lexical/hostGrams.ts'
import type { FeatureMatrix } from './featureMatrix.ts'

/** Training rows, and the weight of each. */
export type Examples = { matrix: FeatureMatrix; phishing: Uint8Array; importance: Float64Array }
export type FitOptions = { epochs: number; rate: number; ridge: number; norm: number; seed: number }
export type FittedModel = { bias: number; weights: Float64Array; norm: number }

/**
 * Logistic regression by stochastic gradient descent with AdaGrad's steps; the weights are the mean of those after each epoch of
 * the second half. The same examples and seed give the same model.
 */
export function fitModel({ matrix, phishing, importance }: Examples, options: FitOptions): FittedModel {
  const { epochs, rate, ridge, norm, seed } = options
  const { ends, buckets } = matrix
  const weights = new Float64Array(BUCKETS)
  const squares = new Float64Array(BUCKETS).fill(0.1)
  const sum = new Float64Array(BUCKETS)
  const order = Int32Array.from(ends.keys())
  const random = randomFrom(seed)
  let bias = 0
  let biasSquares = 1
  let biasSum = 0
  let summed = 0
  for (let epoch = 0; epoch < epochs; epoch++) {
    shuffle(order, random)
    for (const row of order) {
      const from = row === 0 ? 0 : (ends[row - 1] as number)
      const to = ends[row] as number
      const unit = 1 / (to - from) ** norm
      let logit = bias
      for (let at = from; at < to; at++) logit += (weights[buckets[at] as number] as number) * unit
      const error = (1 / (1 + Math.exp(-logit)) - (phishing[row] as number)) * (importance[row] as number)
      if (Math.abs(error) < 1e-4) continue
      for (let at = from; at < to; at++) {
        const bucket = buckets[at] as number
        const slope = error * unit + ridge * (weights[bucket] as number)
        squares[bucket] = (squares[bucket] as number) + slope * slope
        weights[bucket] = (weights[bucket] as number) - (rate * slope) / Math.sqrt(squares[bucket] as number)
      }
      biasSquares += error * error
      bias -= (rate * error) / Math.sqrt(biasSquares)
    }
    if (epoch * 2 < epochs - 1) continue
    for (let bucket = 0; bucket < BUCKETS; bucket++) sum[bucket] = (sum[bucket] as number) + (weights[bucket] as number)
    biasSum += bias
    summed++
  }
  return { bias: biasSum / summed, weights: sum.map((total) => total / summed), norm }
}

function shuffle(order: Int32Array, random: () => number): void {
  for (let at = order.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1))
    const kept = order[at] as number
    order[at] = order[other] as number
    order[other] = kept
  }
}

/** Mulberry32: numbers from 0 to 1 that a seed decides. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixture = Math.imul(state ^ (state >>> 15), state | 1)
    mixture ^= mixture + Math.imul(mixture ^ (mixture >>> 7), mixture | 61)
    return ((mixture ^ (mixture >>> 14)) >>> 0) / 2 ** 32
  }
}
