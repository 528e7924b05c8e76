import assert from 'node:assert/strict'
import { test } from 'node:test'
import { retryAfterOf, retryDelay } from './backOff.ts'

test('delays grow, are bounded and differ', () => {
  const delays = [1, 2, 3, 9].map((failed) => retryDelay(failed, null, () => 1))
  assert.deepEqual(delays, [500, 1000, 2000, 8000])
  assert.equal(
    retryDelay(1, null, () => 0),
    250,
  )
})

test('Retry-After is never undercut, and never longer than a call should take', () => {
  assert.ok((retryDelay(1, 7, () => 0) ?? 0) >= 7_000)
  assert.equal(retryDelay(1, 61), null)
})

test('Retry-After is a number of seconds or a date', () => {
  const now = Date.parse('2026-11-24T12:00:00Z')
  const read = [null, '', '5', 'Tue, 24 Nov 2026 12:00:09 GMT', 'Tue, 24 Nov 2026 11:00:00 GMT', 'soon']
  assert.deepEqual(
    read.map((header) => retryAfterOf(header, now)),
    [null, null, 5, 9, 0, null],
  )
})
