import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import { accountsIn } from '@redoubt/risk/derive/accountsIn.ts'
import { numberToHex } from 'viem/utils'
import { mixOf } from '../runs/bestWalk.ts'
import type { Watched } from '../runs/claimRuns.ts'
import { countersIn, sharesIn } from './claimValues.ts'
import { exitCalls } from './exitCalls.ts'

const DESK: Address = `0x${'de'.repeat(20)}`
const OTHER: Address = `0x${'0e'.repeat(20)}`
const word = (value: bigint): Hex => numberToHex(value, { size: 32 })
const changed = (...changes: [bigint, bigint][]) => ({
  storage: Object.fromEntries(
    changes.map(([before, after], at) => [word(BigInt(at)), { before: word(before), after: word(after) }]),
  ),
})

test('a word that a deposit raised by one is an id, and so is the number before', () => {
  assert.deepEqual(countersIn({ [DESK]: changed([3n, 4n]) }, [DESK]), [4n, 3n])
  assert.deepEqual(countersIn({ [DESK]: changed([0n, 1n]) }, [DESK]), [1n])
})

test('sums, records and words of other contracts are no ids', () => {
  assert.deepEqual(countersIn({ [DESK]: changed([0n, 10n ** 18n], [5n, 9n]) }, [DESK]), [])
  assert.deepEqual(countersIn({ [OTHER]: changed([3n, 4n]) }, [DESK]), [])
})

test('an amount by which two words rose is a number of shares; what left, counters and single sums are none', () => {
  const [left, shares] = [2_000n, 1_915n]
  const pool = changed([9_400n, 9_400n + left], [7n, 7n + shares], [0n, shares], [1n, 2n], [3n, 4n], [0n, 77n])
  assert.deepEqual(sharesIn({ [DESK]: pool }, [DESK], [left]), [shares])
  assert.deepEqual(sharesIn({ [DESK]: pool }, [OTHER], [left]), [])
})

test('shares that share a word with another sum are found', () => {
  const [left, shares, half] = [2_000n, 1_915n, 1n << 128n]
  const pool = changed([9_400n + 7n * half, 9_400n + left + (7n + shares) * half], [0n, shares])
  assert.deepEqual(sharesIn({ [DESK]: pool }, [DESK], [left]), [shares])
})

const watched = (usd: number | null): Watched[] => [
  { asset: DESK, assetType: 'erc20', tokenId: null, amount: 1_000n, usd, same: [] },
  { asset: OTHER, assetType: 'erc20', tokenId: null, amount: 2_000_000n, usd: 1_000, same: [] },
]

test('another mix of the same assets counts by its worth', () => {
  assert.deepEqual(mixOf([700n, 2_600_000n], watched(1_000)), [1_000n, 2_600_000n])
  assert.deepEqual(mixOf([600n, 2_400_000n], watched(1_000)), [800n, 2_400_000n])
  assert.deepEqual(mixOf([0n, 4_000_000n], watched(1_000)), [1_000n, 4_000_000n])
})

test('assets without a trusted price, and too little of both, count alone', () => {
  assert.deepEqual(mixOf([700n, 2_600_000n], watched(null)), [700n, 2_600_000n])
  assert.deepEqual(mixOf([700n, 1_000_000n], watched(1_000)), [700n, 1_000_000n])
  assert.deepEqual(mixOf([], watched(1_000)), [0n, 0n])
})

test('accounts that a deposit names are named by its withdrawals, after the depositor', () => {
  const own: Address = `0x${'a1'.repeat(20)}`
  const data =
    `0x12345678${[numberToHex(64, { size: 32 }), word(2n), word(BigInt(DESK)), word(BigInt(OTHER))].map((one) => one.slice(2)).join('')}` as Hex
  const named = accountsIn({ from: own, to: DESK, value: 0n, data })
  assert.deepEqual(named, [DESK, OTHER])
  const calls = exitCalls(
    { selector: '0xaabbccdd', signature: 'takeBack(address)', arguments: 'address' },
    { account: own, contracts: [], amounts: [], ids: [], named, called: null },
  )
  assert.deepEqual(
    calls.map((one) => `0x${one.slice(34)}`),
    [own, DESK, OTHER],
  )
})

test('the whole of finer shares is redeemed before the sum that was paid in, which would be a part of them', () => {
  const own: Address = `0x${'a1'.repeat(20)}`
  const called = {
    types: 'uint256,address',
    data: `0x6e553f65${word(3_000n).slice(2)}${word(BigInt(own)).slice(2)}` as Hex,
  }
  const firstAmount = (amounts: bigint[], receipts: bigint[]) => {
    const [first] = exitCalls(
      { selector: '0x7bde82f2', signature: 'redeem(uint256,address)', arguments: 'uint256,address' },
      { account: own, contracts: [], amounts, receipts, ids: [], called },
    )
    return BigInt(first?.slice(0, 74).replace('0x7bde82f2', '0x') ?? '0x0')
  }
  assert.equal(firstAmount([3_000_000_000n, 3_000n], [3_000_000_000n]), 3_000_000_000n)
  assert.equal(firstAmount([3_000n], [3_000n]), 3_000n)
  // Collateral in coins is no number of shares: the call names a loan, and its repayment the same.
  assert.equal(firstAmount([3_000_000_000n, 3_000n], []), 3_000n)
})
