import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatTime } from './printable.ts'

test('a time is said in words', () =>
  assert.equal(formatTime('2026-03-05T14:03:22.123Z'), '5 March 2026, 14:03:22 UTC'))
test('whatever the time zone it is given in', () =>
  assert.equal(formatTime('2026-01-01T00:30:00+02:00'), '31 December 2025, 22:30:00 UTC'))
test('an invalid time is repeated', () => assert.equal(formatTime('yesterday'), 'yesterday'))
