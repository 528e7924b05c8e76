import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { judgeAttempt, nextAttemptAt, retrySchedule } from './retrySchedule.ts'

test('the documented schedule: at once, then 1, 5, 30 and 120 minutes after the first attempt, and no sixth', () => {
  const due = [1, 2, 3, 4, 5].map((attempts) => nextAttemptAt(retrySchedule(null), attempts, 1_000))
  assert.deepEqual(due, [61_000, 301_000, 1_801_000, 7_201_000, null])
})

test('a list of all five, of the last four, or a short one', () => {
  assert.deepEqual(retrySchedule([0, 1, 2, 3, 4]), [0, 1, 2, 3, 4])
  assert.deepEqual(retrySchedule([1, 2, 3, 4]), [0, 1, 2, 3, 4])
  assert.deepEqual(retrySchedule([7]), [0, 7, 7, 7, 7])
})

test('whatever the list, there are five attempts, the first at once', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(), { maxLength: 7 }), fc.nat(), (offsets, first) => {
      const schedule = retrySchedule(offsets)
      assert.equal(schedule.length, 5)
      assert.equal(schedule[0], 0)
      for (const attempts of [1, 2, 3, 4]) assert.ok(Number(nextAttemptAt(schedule, attempts, first)) >= first)
      assert.equal(nextAttemptAt(schedule, 5, first), null)
    }),
  )
})

test('any 2xx has delivered it; anything else is due again, until the last attempt', () => {
  const schedule = retrySchedule(null)
  const first = { attempts: 0, firstAttemptAt: 1_000 }
  assert.equal(judgeAttempt(first, { status: 204 }, schedule).delivered, true)
  for (const status of [199, 301, 500, null])
    assert.deepEqual(judgeAttempt(first, { status }, schedule), { delivered: false, nextAt: 61_000 })
  assert.equal(judgeAttempt({ ...first, attempts: 4 }, { status: 500 }, schedule).nextAt, null)
})
