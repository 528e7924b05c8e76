import assert from 'node:assert/strict'
import { test } from 'node:test'
import { numberToHex } from 'viem/utils'
import { holdsTime } from './waitingPrivileges.ts'

const NOW = 1_790_000_000n
const word = (value: bigint) => numberToHex(value, { size: 32 })

test('a time fills a word, or stands in a packed one', () => {
  assert.ok(holdsTime(word(NOW - 3_600n), NOW))
  assert.ok(holdsTime(word(NOW + 86_400n), NOW))
  assert.ok(holdsTime(word(((NOW - 60n) << 168n) | 0xdeadbeefn), NOW))
  assert.ok(holdsTime(word((NOW << 224n) | (5n << 112n) | 7n), NOW))
})

test('numbers, amounts and addresses are no times', () => {
  assert.ok(!holdsTime(word(0n), NOW))
  assert.ok(!holdsTime(word(NOW - 500n * 86_400n), NOW))
  assert.ok(!holdsTime(word(10n ** 24n), NOW))
  assert.ok(!holdsTime(word(0xd8da6bf26964af9d7eed9e03e53415d37aa96045n), NOW))
})
