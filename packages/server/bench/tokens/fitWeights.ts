/** A linear judgement: the sum of the weights of what is there, and a bias. */
export type Weights = { weights: number[]; bias: number }
/** `signs`: +1 where a weight may only be positive, -1 only negative. */
export type FitOptions = { signs: readonly (1 | -1)[]; ridge: number }

const ROUNDS = 3_000
const RATE = 0.5

/**
 * Logistic regression with a ridge by projected gradient descent, both classes of equal weight. Deterministic. A weight
 * whose sign the meaning of its feature forbids becomes 0: what traps holders must never speak for a token.
 * @param features one row a token, 0 or 1.
 */
export function fitWeights(
  features: readonly number[][],
  labels: readonly number[],
  { signs, ridge }: FitOptions,
): Weights {
  const weights = signs.map(() => 0)
  let bias = 0
  const scams = labels.filter((label) => label === 1).length
  const importance = labels.map((label) => 0.5 / (label === 1 ? scams : labels.length - scams))
  const present = features.map((row) => row.flatMap((value, n) => (value === 1 ? [n] : [])))
  for (let round = 0; round < ROUNDS; round++) {
    const slopes = weights.map(() => 0)
    let slope = 0
    for (const [at, row] of present.entries()) {
      let odds = bias
      for (const n of row) odds += weights[n] as number
      const error = (1 / (1 + Math.exp(-odds)) - (labels[at] ?? 0)) * (importance[at] ?? 0)
      slope += error
      for (const n of row) slopes[n] = (slopes[n] as number) + error
    }
    bias -= RATE * slope
    for (const [n, sign] of signs.entries()) {
      const next = (weights[n] ?? 0) - RATE * ((slopes[n] ?? 0) + ridge * (weights[n] ?? 0))
      weights[n] = Math.sign(next) === sign ? next : 0
    }
  }
  return { weights, bias }
}

export function judge(row: readonly number[], { weights, bias }: Weights): number {
  return row.reduce((sum, value, n) => sum + value * (weights[n] ?? 0), bias)
}
