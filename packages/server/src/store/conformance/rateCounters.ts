import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Store } from '../openStore.ts'
import { DAY_MS, MINUTE_MS, RateWindow } from '../rateWindow.ts'
import type { StoreWorld } from './world.ts'

const NOON = 20_000 * DAY_MS + DAY_MS / 2

export function rateCountersConform(world: () => StoreWorld, store: () => Store): void {
  let last = 0
  const newKey = () => `key_rate_${++last}`

  test('100 parallel requests pass the limit exactly', async () => {
    const key = newKey()
    const take = () => store().rateCounters.take(key, { perMinute: 37, perDay: null }, NOON)
    const decisions = await Promise.all(Array.from({ length: 100 }, take))
    assert.equal(decisions.filter(({ allowed }) => allowed).length, 37)
    const remaining = decisions.filter(({ allowed }) => allowed).map((decision) => decision.remaining)
    assert.deepEqual(
      remaining.sort((a, b) => a - b),
      Array.from({ length: 37 }, (_, left) => left),
    )
    for (const { exceeded, resetAt } of decisions.filter(({ allowed }) => !allowed)) {
      assert.deepEqual({ exceeded, resetAt }, { exceeded: 'minute', resetAt: NOON + MINUTE_MS })
    }
  })

  test('keys do not count for each other', async () => {
    const limits = { perMinute: 1, perDay: 1 }
    assert.equal((await store().rateCounters.take(newKey(), limits, NOON)).allowed, true)
    assert.equal((await store().rateCounters.take(newKey(), limits, NOON)).allowed, true)
  })

  test('answers as the window that remembers everything, whatever the times', async () => {
    // Steps back of the clock are among the gaps.
    const gap = fc.oneof(
      fc.nat({ max: 5 }),
      fc.nat({ max: MINUTE_MS }),
      fc.integer({ min: -2 * MINUTE_MS, max: 0 }),
      fc.constantFrom(MINUTE_MS - 1, MINUTE_MS, DAY_MS),
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(gap, { maxLength: 40 }),
        fc.integer({ min: 0, max: 6 }),
        fc.option(fc.integer({ min: 0, max: 12 })),
        async (gaps, perMinute, perDay) => {
          const window = new RateWindow()
          const key = newKey()
          let now = NOON
          for (const step of gaps) {
            now += step
            const decision = await store().rateCounters.take(key, { perMinute, perDay }, now)
            assert.deepEqual(decision, window.take({ perMinute, perDay }, now))
          }
        },
      ),
      { numRuns: 25 },
    )
  })

  test('of many requests no minute has more than the limit, and little less', async () => {
    const limits = { perMinute: 120, perDay: null }
    const key = newKey()
    const window = new RateWindow()
    const allowed: number[] = []
    let exact = 0
    for (let at = NOON; at < NOON + 3 * MINUTE_MS; at += 307) {
      if ((await store().rateCounters.take(key, limits, at)).allowed) allowed.push(at)
      if (window.take(limits, at).allowed) exact++
    }
    for (const end of allowed)
      assert.ok(allowed.filter((at) => at > end - MINUTE_MS && at <= end).length <= limits.perMinute)
    // A store may count a request for half a second more where there are many.
    assert.ok(exact - allowed.length <= 4, `${allowed.length} of ${exact}`)
    await store().rateCounters.giveBack(key)
    assert.equal((await store().rateCounters.take(key, limits, NOON + 5 * MINUTE_MS)).remaining, 119)
  })

  test('what another limit refused is given back, of the minute and of the day', async () => {
    const key = newKey()
    const limits = { perMinute: 3, perDay: 4 }
    const { rateCounters } = store()
    await rateCounters.giveBack(key)
    for (const at of [NOON, NOON, NOON + 5]) await rateCounters.take(key, limits, at)
    await rateCounters.giveBack(key)
    assert.deepEqual(await rateCounters.take(key, limits, NOON + 6), {
      allowed: true,
      exceeded: null,
      remaining: 0,
      resetAt: NOON + MINUTE_MS,
    })
    for (let times = 0; times < 3; times++) await rateCounters.giveBack(key)
    await rateCounters.giveBack(key)
    for (let times = 0; times < 3; times++) assert.equal((await rateCounters.take(key, limits, NOON + 9)).allowed, true)
    assert.equal((await rateCounters.take(key, limits, NOON + MINUTE_MS + 9)).allowed, true)
    assert.equal((await rateCounters.take(key, limits, NOON + MINUTE_MS + 9)).exceeded, 'day')
  })

  test('the day ends at midnight UTC', async () => {
    const key = newKey()
    const limits = { perMinute: 10, perDay: 2 }
    const midnight = Math.ceil(NOON / DAY_MS) * DAY_MS
    for (const at of [midnight - 3, midnight - 2]) {
      assert.equal((await store().rateCounters.take(key, limits, at)).allowed, true)
    }
    const refused = await store().rateCounters.take(key, limits, midnight - 1)
    assert.deepEqual(refused, { allowed: false, exceeded: 'day', remaining: 8, resetAt: midnight })
    assert.equal((await store().rateCounters.take(key, limits, midnight)).allowed, true)
  })

  test('counts survive a restart', async () => {
    const key = newKey()
    const limits = { perMinute: 3, perDay: 4 }
    const node = await world().open()
    for (const at of [NOON, NOON, NOON + 1]) await node.rateCounters.take(key, limits, at)
    await node.close()
    const restarted = await world().open()
    try {
      const refused = await restarted.rateCounters.take(key, limits, NOON + 2)
      assert.deepEqual(refused, { allowed: false, exceeded: 'minute', remaining: 0, resetAt: NOON + MINUTE_MS })
      assert.equal((await restarted.rateCounters.take(key, limits, NOON + MINUTE_MS)).remaining, 1)
      assert.equal((await restarted.rateCounters.take(key, limits, NOON + MINUTE_MS)).exceeded, 'day')
    } finally {
      await restarted.close()
    }
  })

  test('nodes on one database count together, where it is made for that', async (context) => {
    if (!world().sharedCounters) return context.skip('SQLite serves one node')
    const other = await world().open()
    try {
      const key = newKey()
      const decisions = await Promise.all(
        Array.from({ length: 100 }, (_, i) =>
          (i % 2 === 0 ? store() : other).rateCounters.take(key, { perMinute: 41, perDay: null }, NOON + i),
        ),
      )
      assert.equal(decisions.filter(({ allowed }) => allowed).length, 41)
    } finally {
      await other.close()
    }
  })

  test('pruning forgets what is over and nothing else', async () => {
    const idle = newKey()
    const busy = newKey()
    const limits = { perMinute: 1, perDay: 2 }
    await store().rateCounters.take(idle, limits, NOON)
    await store().rateCounters.take(busy, limits, NOON + MINUTE_MS)
    await store().rateCounters.prune(NOON + MINUTE_MS + 1)
    assert.equal((await store().rateCounters.take(busy, limits, NOON + MINUTE_MS + 1)).exceeded, 'minute')
    assert.equal((await store().rateCounters.take(idle, limits, NOON + MINUTE_MS + 1)).allowed, true)
    assert.equal((await store().rateCounters.take(idle, limits, NOON + 2 * MINUTE_MS + 1)).exceeded, 'day')
  })
}
