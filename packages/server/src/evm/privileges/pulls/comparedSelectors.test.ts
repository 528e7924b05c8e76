import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Hex } from '@redoubt/risk/address.ts'
import { comparedSelectors } from './comparedSelectors.ts'

const none = new Set<Hex>()
const EQ = '14'

test('a selector that code compares is found as it stands, left-aligned, and before a shift', () => {
  assert.ok(comparedSelectors(`0x63aabbccdd${EQ}`, none).includes('0xaabbccdd'))
  assert.ok(comparedSelectors(`0x7faabbccdd${'00'.repeat(28)}${EQ}`, none).includes('0xaabbccdd'))
  // PUSH4, PUSH1 226, SHL: two zero bits were left out.
  assert.ok(comparedSelectors(`0x63031534d360e21b${EQ}`, none).includes('0x0c54d34c'))
})

test('selectors of functions, and constants that are not compared, are none', () => {
  assert.deepEqual(comparedSelectors(`0x63aabbccdd${EQ}`, new Set<Hex>(['0xaabbccdd'])), [])
  assert.deepEqual(comparedSelectors('0x63aabbccdd52', none), [])
})
