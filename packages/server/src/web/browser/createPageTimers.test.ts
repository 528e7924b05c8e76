import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createPageTimers } from './createPageTimers.ts'

describe('what a page has put off', () => {
  const start = () => {
    const clock = { now: 0 }
    return { clock, timers: createPageTimers(() => clock.now) }
  }

  it('is waited for at once where it is soon due, and later where it is not', () => {
    const { clock, timers } = start()
    timers.putOff(400)
    assert.equal(timers.isQuiet(), false)
    clock.now = 440
    assert.equal(timers.isQuiet(), true)
    timers.putOff(2_000)
    assert.deepEqual([timers.isQuiet(), timers.lateWait()], [true, 2_100])
  })

  it('is not waited for longer than what comes late may take', () => {
    const { timers } = start()
    timers.putOff(600_000)
    assert.equal(timers.lateWait(), 2_200)
  })

  it('is waited for with words in the fields, and not after they were taken away', () => {
    const { clock, timers } = start()
    timers.typing('sentence')
    timers.putOff(700)
    clock.now = 100
    assert.equal(timers.takeSavedWait(0), 640)
    timers.typing(null)
    assert.ok(timers.takeSavedWait(0) <= 0)
    assert.equal(timers.takeSavedWait(400), 400)
  })

  it('gets long waits until there is no time for more, and the words count as taken away too early then', () => {
    const { clock, timers } = start()
    const waits = Array.from({ length: 3 }, () => {
      timers.typing('sentence')
      timers.putOff(2_200)
      const wait = timers.takeSavedWait(0)
      clock.now += wait
      return wait
    })
    assert.deepEqual(waits, [2_240, 2_160, 800])
    timers.typing('phrase')
    clock.now += 3_000
    timers.told()
    assert.equal(timers.isFair(), false)
  })
})
