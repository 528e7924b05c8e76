/** The score of a logit is `1 / (1 + e^-(slope × logit + intercept))`. */
export type Calibration = { slope: number; intercept: number }

const STEPS = 50

/**
 * Platt's calibration by Newton's method, bad and good hosts counting as much as each other, however many there are of each: a
 * score of 0.9 means nine bad ones in ten where half of all are bad.
 */
export function calibrate(bad: Float64Array, good: Float64Array): Calibration {
  let slope = 1
  let intercept = 0
  for (let step = 0; step < STEPS; step++) {
    const sums = { slope: 0, intercept: 0, square: 0, product: 0, weight: 0 }
    for (const [logits, target] of [[bad, 1] as const, [good, 0] as const]) {
      for (const logit of logits) {
        const probability = 1 / (1 + Math.exp(-(slope * logit + intercept)))
        const error = (probability - target) / logits.length
        const weight = (probability * (1 - probability)) / logits.length
        sums.slope += error * logit
        sums.intercept += error
        sums.square += weight * logit * logit
        sums.product += weight * logit
        sums.weight += weight
      }
    }
    const determinant = sums.square * sums.weight - sums.product ** 2
    if (determinant === 0) break
    slope -= (sums.weight * sums.slope - sums.product * sums.intercept) / determinant
    intercept -= (sums.square * sums.intercept - sums.product * sums.slope) / determinant
  }
  return { slope, intercept }
}
