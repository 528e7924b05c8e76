import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatDuration, parseDuration } from './options.ts'

test('schedules are written in minutes, hours or days, and read back the same', () => {
  for (const text of ['1m', '30m', '6h', '1d', '30d', '90m']) assert.equal(formatDuration(parseDuration(text)), text)
  assert.equal(parseDuration('6h'), 6 * 3_600_000)
  assert.equal(formatDuration(24 * 3_600_000), '1d')
})
test('anything else is refused with the forms there are', () => {
  for (const text of ['', '6', 'h', '0h', '-1h', '1.5h', '6 h', '6H', '1w', '99999d'])
    assert.throws(() => parseDuration(text), /30m, 6h, 1d/, text)
})
test('odd schedules are still shown', () => {
  assert.equal(formatDuration(1500), '2s')
})
