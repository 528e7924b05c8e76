import type { Simulation } from '../facts/execution.ts'
import type { Movement } from './shapes.ts'

/** The opcode of the block's randomness. */
const CHANCE = 'PREVRANDAO'
/** Runs with a value that the code compares with may show what happens once in a lifetime. */
const DRAWN = /^mined-prevrandao-sample-\d+$/
/** Percent of a holding up to which it is a stake. */
const STAKE_PERCENT = 10n

/**
 * Whether what leaves is a small stake in a game of chance: drawn at random, another randomness of the block gives the sender more.
 * The simulated result is then one draw of many.
 */
export function isStake(
  { amount, before }: Pick<Movement, 'amount' | 'before'>,
  { environments }: Simulation,
): boolean {
  if (before === null || amount * 100n >= before * STAKE_PERCENT) return false
  return environments.some(
    ({ better, newLoss, varies, kind, name }) =>
      better === true &&
      newLoss !== true &&
      varies.length === 1 &&
      varies[0] === CHANCE &&
      (kind !== 'mined' || DRAWN.test(name)),
  )
}
