import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import { numberToHex } from 'viem/utils'
import { lockEnds } from './lockEnds.ts'

const ESCROW: Address = `0x${'e5'.repeat(20)}`
const OTHER: Address = `0x${'0e'.repeat(20)}`
const NOW = 1_800_000_000n
const DAY = 86_400n
const YEAR = 365n * DAY
const AMOUNT = 5_000n * 10n ** 18n
const ZERO: Hex = `0x${'00'.repeat(32)}`

const word = (value: bigint): Hex => numberToHex(value, { size: 32 })
const call = (...values: bigint[]): { data: Hex } => ({
  data: `0x65fc3873${values.map((one) => word(one).slice(2)).join('')}`,
})
const wrote = (...words: Hex[]) => ({
  [ESCROW]: { storage: Object.fromEntries(words.map((after, at) => [word(BigInt(at)), { before: ZERO, after }])) },
})
const endsOf = (data: { data: Hex }, diff = wrote(), contracts = [ESCROW]) =>
  lockEnds(data, { diff, contracts, now: NOW })

test('a date of the call is the end of a lock', () => {
  assert.deepEqual(endsOf(call(AMOUNT, NOW + 4n * YEAR)), [{ end: 4n * YEAR, tried: 4n * YEAR + DAY, asked: true }])
})

test('a length of time in the call is one, too', () => {
  assert.deepEqual(endsOf(call(AMOUNT, 2n * YEAR)), [{ end: 2n * YEAR, tried: 2n * YEAR + DAY, asked: true }])
})

test('the record tells the end that a call gives in months, alone or packed beside an account', () => {
  const end = 36n * 30n * DAY
  const packed: Hex = `0x${'00'.repeat(8)}${(NOW + end).toString(16).padStart(8, '0')}${OTHER.slice(2)}`
  for (const one of [word(NOW + end), word(((NOW + end) << 128n) + AMOUNT), packed])
    assert.deepEqual(endsOf(call(AMOUNT, 36n), wrote(one)), [{ end, tried: end + DAY, asked: true }])
})

test('an end that the call does not name is not asked for', () => {
  assert.deepEqual(endsOf(call(AMOUNT), wrote(word(NOW + 3n * YEAR))), [
    { end: 3n * YEAR, tried: 3n * YEAR + DAY, asked: false },
  ])
})

test('what the usual times reach, centuries, sums and words of other contracts are no ends', () => {
  assert.deepEqual(endsOf(call(AMOUNT, NOW + YEAR)), [])
  assert.deepEqual(endsOf(call(AMOUNT, 36n), wrote(word(NOW + 100n * YEAR), word(AMOUNT), word(NOW))), [])
  assert.deepEqual(endsOf(call(AMOUNT), wrote(word(NOW + 3n * YEAR)), [OTHER]), [])
})

test('only the first of many words are tried', () => {
  assert.equal(endsOf(call(...Array.from({ length: 9 }, (_, at) => 2n * YEAR + BigInt(at) * DAY))).length, 4)
})
