import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import { words } from '../trade/trader.ts'
import type { EntryCall } from './entryCall.ts'
import { repeatedEntry } from './repeatedCalls.ts'

const USER: Address = `0x${'11'.repeat(20)}`
const NEW: Address = `0x${'22'.repeat(20)}`
const TOKEN: Address = `0x${'33'.repeat(20)}`
const COIN = 10n ** 18n
const DEPOSIT: Hex = '0x6e553f65'

const repeat = (call: EntryCall) =>
  repeatedEntry(call, { account: NEW, coins: COIN, amountOf: () => 2_500n, now: 1_800_000_000n }).ways.map(
    ({ from, value, data, tokens }) => {
      return { from, value, data, paid: tokens.map(({ amount }) => amount) }
    },
  )

describe('repeatedEntry', () => {
  test('a deposit of tokens is repeated with a larger sum and with its own, as a new account and as the user', () => {
    const call = { from: USER, value: 0n, data: words(DEPOSIT, 40n, USER), tokens: [{ token: TOKEN, amount: 40n }] }
    assert.deepEqual(repeat(call), [
      { from: NEW, value: 0n, data: words(DEPOSIT, 2_500n, NEW), paid: [2_500n] },
      { from: NEW, value: 0n, data: words(DEPOSIT, 40n, NEW), paid: [40n] },
      { from: USER, value: 0n, data: words(DEPOSIT, 2_500n, USER), paid: [2_500n] },
      { from: USER, value: 0n, data: words(DEPOSIT, 40n, USER), paid: [40n] },
    ])
  })

  test('a deadline that has passed lies ahead once the others are refused', () => {
    const [passed, ahead] = [1_799_000_000n, 1_800_000_000n + 30n * 86_400n]
    const call = { from: NEW, value: COIN, data: words('0xb6b55f25', passed), tokens: [] }
    assert.deepEqual(
      repeat(call).map(({ data }) => data),
      [words('0xb6b55f25', passed), words('0xb6b55f25', ahead)],
    )
  })

  test('coins grow with the argument that names them, and a sum that is larger already stays', () => {
    const small = { from: USER, value: 7n, data: words('0xb6b55f25', 7n), tokens: [] }
    const large = { from: USER, value: 9n * COIN, data: '0x' as const, tokens: [] }
    assert.deepEqual(repeat(small)[0], { from: NEW, value: COIN, data: words('0xb6b55f25', COIN), paid: [] })
    assert.deepEqual(
      repeat(large).map(({ value, data }) => [value, data]),
      [
        [9n * COIN, '0x'],
        [9n * COIN, '0x'],
      ],
    )
  })
})
