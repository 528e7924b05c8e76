import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { DAY_MS, MINUTE_MS, RateWindow } from './rateWindow.ts'

const NOON = 20_000 * DAY_MS + DAY_MS / 2

describe('RateWindow', () => {
  test('agrees with a model that remembers everything, whatever the gaps between requests', () => {
    const gap = fc.oneof(
      fc.nat({ max: 3 }),
      fc.nat({ max: 3000 }),
      fc.constantFrom(MINUTE_MS - 1, MINUTE_MS, MINUTE_MS + 1, DAY_MS),
      fc.nat({ max: DAY_MS }),
    )
    fc.assert(
      fc.property(
        fc.array(gap, { maxLength: 200 }),
        fc.integer({ min: 0, max: 20 }),
        fc.option(fc.integer({ min: 0, max: 40 })),
        (gaps, perMinute, perDay) => {
          const window = new RateWindow()
          const accepted: number[] = []
          let now = NOON
          for (const step of gaps) {
            now += step
            const inMinute = accepted.filter((at) => at > now - MINUTE_MS)
            const inDay = accepted.filter((at) => Math.floor(at / DAY_MS) === Math.floor(now / DAY_MS))
            const dayFull = perDay !== null && inDay.length >= perDay
            const allowed = !dayFull && inMinute.length < perMinute
            if (allowed) accepted.push(now)

            const decision = window.take({ perMinute, perDay }, now)
            assert.equal(decision.allowed, allowed)
            assert.equal(decision.exceeded, allowed ? null : dayFull ? 'day' : 'minute')
            assert.equal(decision.remaining, perMinute - inMinute.length - (allowed ? 1 : 0))
            const oldest = inMinute[0] ?? now
            assert.equal(decision.resetAt, dayFull ? (Math.floor(now / DAY_MS) + 1) * DAY_MS : oldest + MINUTE_MS)
          }
        },
      ),
    )
  })

  test('a request counts for 60 s to the millisecond', () => {
    const window = new RateWindow()
    const limits = { perMinute: 1, perDay: null }
    assert.equal(window.take(limits, NOON).allowed, true)
    assert.equal(window.take(limits, NOON + MINUTE_MS - 1).allowed, false)
    assert.equal(window.take(limits, NOON + MINUTE_MS).allowed, true)
  })

  test('refused requests do not count, so a client that hammers gets its full rate', () => {
    const window = new RateWindow()
    let allowed = 0
    for (let at = 0; at < 10 * MINUTE_MS; at += 10) {
      if (window.take({ perMinute: 100, perDay: null }, NOON + at).allowed) allowed++
    }
    assert.equal(allowed, 1000)
  })

  test('a small step back of the clock opens nothing', () => {
    const window = new RateWindow()
    const limits = { perMinute: 2, perDay: null }
    window.take(limits, NOON)
    assert.equal(window.take(limits, NOON - 5000).allowed, true)
    assert.equal(window.take(limits, NOON - 5000).allowed, false)
    assert.equal(window.take(limits, NOON + MINUTE_MS - 1).allowed, false)
    assert.equal(window.take(limits, NOON + MINUTE_MS).allowed, true)
  })

  test('a large step back of the clock does not lock the key out until the old time comes round', () => {
    const window = new RateWindow()
    const limits = { perMinute: 1, perDay: null }
    window.take(limits, NOON)
    assert.equal(window.take(limits, NOON - 10 * MINUTE_MS).allowed, true)
    assert.equal(window.take(limits, NOON - 10 * MINUTE_MS + 1).allowed, false)
  })

  test('is idle only when neither window holds anything', () => {
    const window = new RateWindow()
    const tomorrow = (Math.floor(NOON / DAY_MS) + 1) * DAY_MS
    window.take({ perMinute: 1, perDay: null }, tomorrow - 1)
    assert.equal(window.isIdle(tomorrow), false)
    assert.equal(window.isIdle(tomorrow - 1 + MINUTE_MS), true)
  })
})
