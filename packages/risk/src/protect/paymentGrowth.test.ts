import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Hex } from '../address.ts'
import { paymentGrowth } from './paymentGrowth.ts'

const PAID = 5_000_000n
const payment = { kind: 'token-balance', before: 9_000_000n, after: 4_000_000n } as const
const word = (value: bigint) => value.toString(16).padStart(64, '0')
const growth = (callData: readonly Hex[], slippageBps = 300, changed: object = {}, countsShares = false) =>
  paymentGrowth({ ...payment, ...changed }, { callData, slippageBps, countsShares })

test('an amount that no call names may grow by a tenth of a percent', () => {
  assert.equal(growth(['0x402d8883']), PAID / 1_000n)
  assert.equal(growth([]), PAID / 1_000n)
})

test('an amount that a call names, as a word or packed, does not', () => {
  assert.equal(growth([`0xa9059cbb${word(7n)}${word(PAID)}`]), 0n)
  assert.equal(
    growth(['0x', `0x12345678${'00'.repeat(3)}4c4b40${'00'.repeat(4)}`]),
    PAID / 1_000n,
    'too short to be meant',
  )
  const large = { before: 10n ** 18n + 1n, after: 1n }
  assert.equal(growth(['0x00ff0de0b6b3a764000000'], 300, large), 0n)
})

test('less slippage means less growth; what arrives, and other values, have none', () => {
  assert.equal(growth([], 4), (PAID * 4n) / 10_000n)
  assert.equal(growth([], 0), 0n)
  assert.equal(growth([], 300, { before: 1n }), 0n)
  assert.equal(growth([], 300, { before: null }), 0n)
  assert.equal(growth([], 300, { kind: 'native-balance' }), 0n)
})

test('a named amount of a token that counts shares may be rounded', () => {
  const named: Hex[] = [`0xa9059cbb${word(7n)}${word(PAID)}`]
  assert.equal(growth(named, 300, {}, true), 2n)
  assert.equal(growth(named, 0, {}, true), 0n)
  assert.equal(growth(named, 300, { after: 10_000_000n }, true), 0n)
})
