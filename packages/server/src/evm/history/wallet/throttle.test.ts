import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createThrottle } from './etherscanHistory.ts'

describe('a pace', () => {
  it('lets the first through at once and the others one after the other', async () => {
    const pace = createThrottle(4)
    const began = performance.now()
    const at: number[] = []
    const all = [1, 2, 3, 4].map(() =>
      pace(new AbortController().signal).then(() => at.push(performance.now() - began)),
    )
    await Promise.race(all)
    // The next is a quarter of a second away.
    assert.equal(at.length, 1)
    await Promise.all(all)
    // A timer may be early by a fraction.
    for (const [index, ms] of at.entries()) assert.ok(ms >= index * 250 - 2, `${at}`)
  })

  it('owes nothing for its idle time', async () => {
    let now = 0
    const pace = createThrottle(1, { now: () => now })
    await pace(new AbortController().signal)
    now = 10_000
    await pace(new AbortController().signal)
  })

  it('is shared by processes that take turns: no second has more than it allows', async () => {
    const paces = [1, 2, 3].map((slot) => createThrottle(100, { share: { slot, of: 3 } }))
    const at: number[] = []
    const { signal } = new AbortController()
    const began = Date.now()
    await Promise.all(
      paces.flatMap((pace) => Array.from({ length: 6 }, () => pace(signal).then(() => at.push(Date.now())))),
    )
    // Eighteen calls, ten milliseconds apart; without turns three would go at once and the last after sixty.
    const last = Math.max(...at) - began
    assert.ok(last >= 160, `${last} ms`)
  })

  it('lets go of those who no longer wait', async () => {
    const pace = createThrottle(0.01)
    const { signal } = new AbortController()
    await pace(signal)
    const stop = new AbortController()
    const waiting = pace(stop.signal)
    stop.abort(new Error('enough'))
    await assert.rejects(waiting, /enough/)
    await assert.rejects(pace(stop.signal), /enough/)
  })
})
