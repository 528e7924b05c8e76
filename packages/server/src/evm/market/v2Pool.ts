import type { Hex } from '@redoubt/risk/address.ts'
import type { Read } from '../decode/aggregate.ts'
import { callData, wordAt } from '../decode/callData.ts'
import { MEAN_SECONDS } from './meanSeconds.ts'
import type { Pool } from './pool.ts'
import type { PoolReader } from './poolReading.ts'

/** UQ112x112, the fixed-point number of Uniswap V2's accumulators. */
const Q112 = 2n ** 112n

/** Uniswap V2 and its forks: reserves, and a price accumulator that moves once a block (Uniswap V2 white paper, 2.2). */
export const v2Pool: PoolReader = {
  reads: ({ address, tokenIsFirst }) => [
    { to: address, data: callData('getReserves') },
    { to: address, data: callData(tokenIsFirst ? 'price0CumulativeLast' : 'price1CumulativeLast') },
  ],
  reading(pool, answers, now) {
    const state = stateOf(pool, answers)
    if (state === null) return null
    const { token, quote, changedAt } = state
    const spot = Number(quote) / Number(token)
    // No trade for so long that the spot price is the mean: no older state is needed.
    const still = now - changedAt
    const settled = still >= MEAN_SECONDS
    return {
      pool,
      spot,
      mean: settled ? spot : null,
      meanSeconds: settled ? Number(still) : 0,
      depth: Number(quote),
    }
  },
}

/** Reads of the same state at an ancestor block, whose time comes from Multicall3. */
export function v2MeanReads(pool: Pool): Read[] {
  return v2Pool.reads(pool)
}

/**
 * Returns the mean price between two moments from their accumulators; null when they are less than a minute apart or do not fit.
 */
export function v2Mean(
  pool: Pool,
  past: { answers: readonly (Hex | null)[]; at: bigint },
  present: { answers: readonly (Hex | null)[]; at: bigint },
): { mean: number; seconds: number } | null {
  const seconds = present.at - past.at
  if (seconds < MIN_SECONDS) return null
  const before = accumulatorAt(pool, past)
  const after = accumulatorAt(pool, present)
  if (before === null || after === null) return null
  // The accumulator wraps at 2^256 by design.
  const grown = BigInt.asUintN(256, after - before)
  const mean = Number((grown * PRECISION) / (seconds * Q112)) / Number(PRECISION)
  return mean > 0 && Number.isFinite(mean) ? { mean, seconds: Number(seconds) } : null
}

const MIN_SECONDS = 60n
/** Prices of expensive tokens with many decimals are tiny fractions. */
const PRECISION = 10n ** 30n

/** Returns the accumulator as if the pool had been updated at that moment. */
function accumulatorAt(pool: Pool, { answers, at }: { answers: readonly (Hex | null)[]; at: bigint }): bigint | null {
  const state = stateOf(pool, answers)
  const last = wordAt(answers[1] ?? null)
  if (state === null || last === null || at < state.changedAt) return null
  return last + ((state.quote * Q112) / state.token) * (at - state.changedAt)
}

function stateOf(
  { tokenIsFirst }: Pool,
  answers: readonly (Hex | null)[],
): { token: bigint; quote: bigint; changedAt: bigint } | null {
  const reserves = answers[0] ?? null
  const [first, second, changedAt] = [wordAt(reserves, 0), wordAt(reserves, 1), wordAt(reserves, 2)]
  if (first === null || second === null || changedAt === null || first === 0n || second === 0n) return null
  return { token: tokenIsFirst ? first : second, quote: tokenIsFirst ? second : first, changedAt }
}
