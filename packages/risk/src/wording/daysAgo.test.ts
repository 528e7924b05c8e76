import assert from 'node:assert/strict'
import { test } from 'node:test'
import { daysAgo } from './daysAgo.ts'

test('an older block is told by its time, whatever the blocks between', () => {
  const now = 1_700_000_000n
  assert.equal(daysAgo(Number(now) - 86_000, now), 'a day ago')
  assert.equal(daysAgo(Number(now) - 4.2 * 86_400, now), '4 days ago')
  assert.equal(daysAgo(Number(now) - 3_600, now), 'a day ago')
})
