import type { Bytecode } from './facts/bytecode.ts'
import { scamSignals } from './scamSignals.ts'
import { SCAM_WEIGHTS } from './scamWeights.ts'

/** From here on a token would be called high risk by its code alone. Chosen by the odds, 7 to 1, before any set was scored. */
export const HIGH_SCAM_SCORE = 87.5

/**
 * How much the code alone looks like a scam token's: 0 to 100, the share of scams among tokens with these signs if there were as
 * many scams as honest tokens. It orders what to look into; it is no verdict.
 */
export function scamScore(bytecode: Bytecode): number {
  const odds = scamSignals(bytecode).reduce((sum, { weight }) => sum + weight, SCAM_WEIGHTS.bias)
  return 100 / (1 + Math.exp(-odds))
}
