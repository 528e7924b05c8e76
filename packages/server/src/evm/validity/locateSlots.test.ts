import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Hex } from '@redoubt/risk/address.ts'
import { encodeAbiParameters, keccak256 } from 'viem/utils'
import { createLocator } from './locateSlots.ts'

const word = (value: bigint | number): Hex => `0x${value.toString(16).padStart(64, '0')}`
const entry = (key: Hex, base: Hex) =>
  keccak256(encodeAbiParameters([{ type: 'bytes32' }, { type: 'bytes32' }], [key, base]))
const plus = (slot: Hex, by: number) => word(BigInt(slot) + BigInt(by))

const SENDER = word(0x5e)
const SPENDER = word(0x59)
const [BASE, OTHER] = [word(3), word(4)]
const locate = createLocator({ bases: [BASE, OTHER], keys: [SENDER, SPENDER], first: [SENDER] })

test('a word by itself is its own place', () => {
  assert.deepEqual(locate(BASE), { base: BASE, keys: [] })
})

test('an entry of a mapping is found by its key', () => {
  assert.deepEqual(locate(entry(SPENDER, OTHER)), { base: OTHER, keys: [SPENDER] })
})

test('an entry of a mapping of mappings is found when the first key is the sender’s', () => {
  assert.deepEqual(locate(entry(SPENDER, entry(SENDER, BASE))), { base: BASE, keys: [SENDER, SPENDER] })
  assert.equal(locate(entry(SENDER, entry(SPENDER, BASE))), null)
})

test('a later word of a struct belongs to its entry', () => {
  assert.deepEqual(locate(plus(entry(SENDER, BASE), 2)), { base: BASE, keys: [SENDER] })
})

test('an item of an array is found by its position', () => {
  assert.deepEqual(locate(plus(keccak256(BASE), 5)), { base: BASE, keys: [word(5)] })
})

test('what lies elsewhere has no place', () => {
  assert.equal(locate(word(9)), null)
  assert.equal(locate(entry(word(77), BASE)), null)
})
