import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { nextAttempt } from './refreshSource.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

describe('when a list that failed is asked for again', () => {
  const minutes = (
    failures: number,
    { refreshMs = 24 * HOUR, retryAfterMs = null as number | null } = {},
    chance = 0,
  ) => nextAttempt({ now: 0, failures, refreshMs, retryAfterMs }, chance) / MINUTE

  test('a minute, doubling, at most six hours', () => {
    assert.deepEqual(
      [1, 2, 3, 4, 9, 10, 50, 100_000].map((failures) => minutes(failures)),
      [1, 2, 4, 8, 256, 360, 360, 360],
    )
  })
  test('never less often than its schedule, though no more than once a minute', () => {
    assert.equal(minutes(9, { refreshMs: HOUR }), 60)
    assert.equal(minutes(9, { refreshMs: 1000 }), 1)
  })
  test('as late as the server asks, within a day', () => {
    assert.equal(minutes(1, { retryAfterMs: 10 * MINUTE }), 10)
    assert.equal(minutes(9, { retryAfterMs: 1000 }), 256)
    assert.equal(minutes(1, { retryAfterMs: 900 * HOUR }), 24 * 60)
  })
  test('chance only makes it later, by a quarter at most', () => {
    assert.equal(minutes(3, {}, 0.5), 4.5)
    for (let i = 0; i < 200; i++) {
      const wait = nextAttempt({ now: 0, failures: 3, refreshMs: HOUR, retryAfterMs: null })
      assert.ok(wait >= 4 * MINUTE && wait <= 5 * MINUTE, String(wait))
    }
  })
})
