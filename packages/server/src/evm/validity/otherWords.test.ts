import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Hex } from '@redoubt/risk/address.ts'
import { otherWords, UNUSED_ACCOUNT } from './otherWords.ts'

const word = (value: bigint): Hex => `0x${value.toString(16).padStart(64, '0')}`
const OWNER = BigInt(`0x${'0a'.repeat(20)}`)
const tried = (value: bigint) => otherWords(word(value)).map(BigInt)

test('a flag is switched either way first', () => {
  assert.equal(tried(0n)[0], 1n)
  assert.equal(tried(1n)[0], 0n)
})

test('a rate meets nearly all of it, in percent and in basis points', () => {
  for (const rate of [0n, 3n, 300n]) {
    assert.ok(tried(rate).includes(99n), String(rate))
    assert.ok(tried(rate).includes(9_900n), String(rate))
  }
})

test('an address is replaced by an unused one, and a flag behind it is switched', () => {
  assert.ok(tried(OWNER).includes(BigInt(UNUSED_ACCOUNT)))
  assert.ok(tried(OWNER).includes(OWNER | (1n << 160n)))
  assert.ok(tried(OWNER | (1n << 160n)).includes(OWNER))
})

test('a flag before an address leaves the address in place', () => {
  assert.ok(tried((OWNER << 8n) | 1n).includes(OWNER << 8n))
})

test('never the word itself, no more than six, each a word', () => {
  for (const value of [
    0n,
    1n,
    99n,
    9_900n,
    OWNER,
    OWNER << 8n,
    OWNER << 96n,
    2n ** 256n - 1n,
    BigInt(UNUSED_ACCOUNT),
  ]) {
    const words = otherWords(word(value))
    assert.ok(words.length > 0 && words.length <= 6)
    assert.ok(!words.includes(word(value)))
    assert.ok(words.every((one) => /^0x[0-9a-f]{64}$/.test(one)))
    assert.equal(new Set(words).size, words.length)
  }
})
