import type { Hex } from '@redoubt/risk/address.ts'
import { callData, wordAt } from '../decode/callData.ts'
import { MEAN_SECONDS } from './meanSeconds.ts'
import type { PoolReader } from './poolReading.ts'

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

/** A pool whose oracle does not reach back that far reverts: null. */
function meanOf(answer: Hex | null, tokenIsFirst: boolean): number | null {
  const [before, after] = [wordAt(answer, 3), wordAt(answer, 4)]
  if (wordAt(answer, 2) !== 2n || before === null || after === null) return null
  const tick = Number(BigInt.asIntN(56, after) - BigInt.asIntN(56, before)) / Number(MEAN_SECONDS)
  if (Math.abs(tick) > HIGHEST_TICK) return null
  return 1.0001 ** (tokenIsFirst ? tick : -tick)
}

const HIGHEST_TICK = 887_272
