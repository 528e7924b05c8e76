import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Hex } from '@redoubt/risk/address.ts'
import type { Pool } from './pool.ts'
import { v3Pool } from './poolReaders.ts'

const words = (...values: bigint[]): Hex =>
  `0x${values.map((value) => BigInt.asUintN(256, value).toString(16).padStart(64, '0')).join('')}`
const pool = (tokenIsFirst: boolean): Pool => ({
  address: '0x00000000000000000000000000000000000000aa',
  style: 'v3',
  exchange: 'Uniswap V3',
  quote: { address: '0x00000000000000000000000000000000000000bb', symbol: 'WETH', decimals: 18 },
  tokenIsFirst,
})
/** A root price of 2 means that one token0 costs four token1. */
const ROOT_OF_4 = 2n * 2n ** 96n
/** Answers of slot0, liquidity, the quote token's balanceOf and observe([1800, 0]). */
const answers = (more: { liquidity?: bigint; held?: bigint; ticks?: [bigint, bigint] | null } = {}) => {
  const { liquidity = 1_000n, held = 10n ** 9n, ticks = [0n, 13_863n * 1_800n] } = more
  const observed = ticks && words(64n, 160n, 2n, ...ticks, 2n, 0n, 0n)
  return [words(ROOT_OF_4, 13_863n, 0n), words(liquidity), words(held), observed]
}

test('price, mean and depth when the token is token0', () => {
  const reading = v3Pool.reading(pool(true), answers(), 0n)
  assert.equal(reading?.spot, 4)
  assert.ok(Math.abs((reading?.mean ?? 0) - 4) < 0.001)
  assert.equal(reading?.depth, 2_000)
})

test('the same turned round when it is token1', () => {
  const reading = v3Pool.reading(pool(false), answers(), 0n)
  assert.equal(reading?.spot, 0.25)
  assert.ok(Math.abs((reading?.mean ?? 0) - 0.25) < 0.0001)
  assert.equal(reading?.depth, 500)
})

test('a mean of negative ticks', () => {
  const reading = v3Pool.reading(pool(true), answers({ ticks: [0n, -13_863n * 1_800n] }), 0n)
  assert.ok(Math.abs((reading?.mean ?? 0) - 0.25) < 0.0001)
})

test('the depth is never more than the pool holds: virtual liquidity pays no seller', () =>
  assert.equal(v3Pool.reading(pool(true), answers({ held: 30n }), 0n)?.depth, 30))

test('a pool whose oracle does not reach back has no mean', () =>
  assert.equal(v3Pool.reading(pool(true), answers({ ticks: null }), 0n)?.mean, null))

test('a tick beyond what V3 allows is no mean', () =>
  assert.equal(v3Pool.reading(pool(true), answers({ ticks: [0n, 900_000n * 1_800n] }), 0n)?.mean, null))

test('no liquidity in range, or no answer, is no reading', () => {
  assert.equal(v3Pool.reading(pool(true), answers({ liquidity: 0n }), 0n), null)
  assert.equal(v3Pool.reading(pool(true), [null, null, null, null], 0n), null)
})
