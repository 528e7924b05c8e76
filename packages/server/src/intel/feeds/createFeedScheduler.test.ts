import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createFeedScheduler } from './createFeedScheduler.ts'

const SOON = { firstLookMs: 1, lookEveryMs: 5 }

/** Calls `check` until it holds; the test's own time-out ends it. */
async function until(check: () => boolean): Promise<void> {
  while (!check()) await sleep(1)
}

describe('the scheduler of lists', () => {
  test('takes what is due one after the other, then looks again', async () => {
    const due = ['a', 'b', 'c']
    const taken: (string | undefined)[] = []
    let running = 0
    const scheduler = createFeedScheduler({
      ...SOON,
      log: assert.fail,
      async refreshNext() {
        assert.equal(++running, 1, 'one at a time')
        await sleep(2)
        running--
        taken.push(due.shift())
        return taken.at(-1) !== undefined
      },
    })
    scheduler.start()
    await until(() => taken.length >= 4)
    assert.deepEqual(taken.slice(0, 4), ['a', 'b', 'c', undefined])
    due.push('d')
    await until(() => taken.includes('d'))
    await scheduler.stop()
  })

  test('costs the start nothing, and never looks when stopped first', async () => {
    let looks = 0
    const scheduler = createFeedScheduler({
      firstLookMs: 20,
      lookEveryMs: 1,
      log: assert.fail,
      refreshNext: async () => ++looks > 1e9,
    })
    scheduler.start()
    scheduler.start()
    assert.equal(looks, 0)
    await scheduler.stop()
    scheduler.start()
    await sleep(40)
    assert.equal(looks, 0)
  })

  test('a stop aborts what runs and waits for its end', async () => {
    const events: string[] = []
    const scheduler = createFeedScheduler({
      ...SOON,
      log: assert.fail,
      async refreshNext(signal) {
        events.push('began')
        await new Promise((resolve) => signal.addEventListener('abort', resolve))
        await sleep(10)
        events.push('ended')
        return true
      },
    })
    scheduler.start()
    await until(() => events.length > 0)
    await scheduler.stop()
    assert.deepEqual(events, ['began', 'ended'])
    await sleep(20)
    assert.equal(events.length, 2, 'nothing begins after the stop')
  })

  test('a database that does not answer is told, and asked again', async () => {
    const lines: string[] = []
    let looks = 0
    const scheduler = createFeedScheduler({
      ...SOON,
      log: (line) => lines.push(line),
      async refreshNext() {
        if (++looks === 1) throw new Error('connect ECONNREFUSED')
        return false
      },
    })
    scheduler.start()
    await until(() => looks >= 3)
    await scheduler.stop()
    assert.deepEqual(lines, ['lists cannot be refreshed now: connect ECONNREFUSED'])
  })
})
