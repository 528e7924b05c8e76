import type { Hex } from '../address.ts'
import type { Measured } from './condition.ts'
import { namesNumber } from './namedWords.ts'

/** Hundredths of a percent by which a payment may be larger than simulated, where the calls do not name its amount. */
const MAX_GROWTH_BPS = 10n
const WHOLE_BPS = 10_000n

/** Base units that a token rounds away at another rate, where it counts shares (stETH, aTokens) and not amounts. */
const ROUNDING = 2n

/**
 * Base units by which a payment of tokens may be larger than simulated. Interest and prices that rise with time are a little more in the
 * next block; an amount that the calls name stays what it is, but for rounding. A caller without slippage wants none of it.
 */
export function paymentGrowth(
  { kind, before, after }: Pick<Measured, 'kind' | 'before' | 'after'>,
  { callData, slippageBps, countsShares }: { callData: readonly Hex[]; slippageBps: number; countsShares: boolean },
): bigint {
  if (kind !== 'token-balance' || before === null || after >= before) return 0n
  const paid = before - after
  if (namesNumber(callData, paid)) return countsShares && slippageBps > 0 ? ROUNDING : 0n
  const bps = BigInt(slippageBps) < MAX_GROWTH_BPS ? BigInt(slippageBps) : MAX_GROWTH_BPS
  return (paid * bps) / WHOLE_BPS
}
