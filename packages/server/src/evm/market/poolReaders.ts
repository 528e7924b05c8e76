import type { Hex } from '@redoubt/risk/address.ts'
import { callData, type Read, wordAt } from '../decode/callData.ts'
import type { Pool } from './pool.ts'

/** Prices of pools are means over half an hour: who wants to move one must hold it there that long. */
const MEAN_SECONDS = 1_800n

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

const MIN_SECONDS = 60n

/** Prices of expensive tokens with many decimals are tiny fractions. */
const PRECISION = 10n ** 30n

const Q96 = 2 ** 96

/**
 * Uniswap V3 and its forks: the price from `slot0`, the mean from the pool's own oracle (`observe`, white paper 5.1-5.3). The
 * quote side is what the liquidity in range stands for, and never more than the pool really holds.
 */
export const v3Pool: PoolReader = {
  reads: ({ address, quote }) => [
    { to: address, data: callData('slot0') },
    { to: address, data: callData('liquidity') },
    { to: quote.address, data: callData('balanceOf', address) },
    { to: address, data: OBSERVE },
  ],
  reading(pool, answers) {
    const root = wordAt(answers[0] ?? null)
    const liquidity = wordAt(answers[1] ?? null)
    const held = wordAt(answers[2] ?? null)
    if (root === null || root === 0n || liquidity === null || liquidity === 0n || held === null) return null
    const firstInSecond = (Number(root) / Q96) ** 2
    const spot = pool.tokenIsFirst ? firstInSecond : 1 / firstInSecond
    const virtual = pool.tokenIsFirst
      ? (Number(liquidity) * Number(root)) / Q96
      : (Number(liquidity) * Q96) / Number(root)
    const mean = meanOf(answers[3] ?? null, pool.tokenIsFirst)
    return {
      pool,
      spot,
      mean,
      meanSeconds: mean === null ? 0 : Number(MEAN_SECONDS),
      depth: Math.min(virtual, Number(held)),
    }
  },
}

/** `observe([MEAN_SECONDS, 0])`. */
const OBSERVE: Hex = `0x883bdbfd${[32n, 2n, MEAN_SECONDS, 0n].map((word) => word.toString(16).padStart(64, '0')).join('')}`

const HIGHEST_TICK = 887_272

/**
 * What one pool says at the block. `spot` and `mean` are quote units per token unit, both in base units; `mean` over
 * `meanSeconds`, null when the pool alone cannot tell it. `depth` is the quote side that a seller could take, base units.
 */
export type PoolReading = {
  pool: Pool
  spot: number
  mean: number | null
  meanSeconds: number
  depth: number
}

/** How a style of pool is read: the calls to make, and the meaning of their answers (null: no usable pool). */
type PoolReader = {
  reads(pool: Pool): Read[]
  reading(pool: Pool, answers: readonly (Hex | null)[], now: bigint): PoolReading | null
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

/** A pool whose oracle does not reach back that far reverts: null. */
function meanOf(answer: Hex | null, tokenIsFirst: boolean): number | null {
  const [before, after] = [wordAt(answer, 3), wordAt(answer, 4)]
  if (wordAt(answer, 2) !== 2n || before === null || after === null) return null
  const tick = Number(BigInt.asIntN(56, after) - BigInt.asIntN(56, before)) / Number(MEAN_SECONDS)
  if (Math.abs(tick) > HIGHEST_TICK) return null
  return 1.0001 ** (tokenIsFirst ? tick : -tick)
}
