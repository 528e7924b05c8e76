import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Hex } from '@redoubt/risk/address.ts'
import type { Pool } from './pool.ts'
import { v2Mean, v2Pool } from './poolReaders.ts'

const NOW = 1_800_000_000n
const Q112 = 2n ** 112n
const words = (...values: bigint[]): Hex => `0x${values.map((value) => value.toString(16).padStart(64, '0')).join('')}`
const pool = (more: Partial<Pool> = {}): Pool => ({
  address: '0x00000000000000000000000000000000000000aa',
  style: 'v2',
  exchange: 'Uniswap V2',
  quote: { address: '0x00000000000000000000000000000000000000bb', symbol: 'USDC', decimals: 6 },
  tokenIsFirst: true,
  ...more,
})
/** Reserves of token0 and token1, last touched `ago` seconds before, and the accumulator of the token's price. */
const state = (first: bigint, second: bigint, changedAt: bigint, accumulator = 0n) => [
  words(first, second, changedAt),
  words(accumulator),
]

test('an untouched pool for half an hour: the price of now is the mean', () => {
  const reading = v2Pool.reading(pool(), state(2_000n, 500n, NOW - 1_800n), NOW)
  assert.deepEqual([reading?.spot, reading?.mean, reading?.depth], [0.25, 0.25, 500])
})

test('a pool that traded a moment ago has no mean of its own', () =>
  assert.equal(v2Pool.reading(pool(), state(2_000n, 500n, NOW - 1_799n), NOW)?.mean, null))

test('the order of the tokens in the pool does not matter', () => {
  const reading = v2Pool.reading(pool({ tokenIsFirst: false }), state(500n, 2_000n, NOW - 3_600n), NOW)
  assert.deepEqual([reading?.spot, reading?.depth], [0.25, 500])
})

for (const [name, answers] of Object.entries({
  'no answer': [null, null],
  'an empty pool': state(0n, 0n, NOW),
  'one empty side': state(5n, 0n, NOW),
  'a short answer': ['0x01' as Hex, null],
}))
  test(`${name} is no reading`, () => assert.equal(v2Pool.reading(pool(), answers, NOW), null))

test('the mean weighs each price by how long it stood: a moment of manipulation hardly moves it', () => {
  // 0.25 for 1,788 seconds, then 25 for the last 12: the accumulator was written when the price jumped.
  const past = { answers: state(2_000n, 500n, NOW - 1_800n, 7n), at: NOW - 1_800n }
  const before = 7n + (Q112 / 4n) * 1_788n
  const present = { answers: state(200n, 5_000n, NOW - 12n, before), at: NOW }
  const mean = v2Mean(pool(), past, present)
  assert.equal(mean?.seconds, 1_800)
  assert.ok(Math.abs((mean?.mean ?? 0) - (0.25 * 1_788 + 25 * 12) / 1_800) < 1e-9, String(mean?.mean))
})

test('the accumulator wraps at 2^256', () => {
  const start = 2n ** 256n - 5n
  const past = { answers: state(1n, 1n, NOW - 100n, start), at: NOW - 100n }
  const present = { answers: state(1n, 1n, NOW, BigInt.asUintN(256, start + Q112 * 100n)), at: NOW }
  assert.deepEqual(v2Mean(pool(), past, present), { mean: 1, seconds: 100 })
})

test('moments less than a minute apart make no mean, nor does a past without the pool', () => {
  const present = { answers: state(1n, 1n, NOW), at: NOW }
  assert.equal(v2Mean(pool(), { answers: state(1n, 1n, NOW - 59n), at: NOW - 59n }, present), null)
  assert.equal(v2Mean(pool(), { answers: [null, null], at: NOW - 600n }, present), null)
})
