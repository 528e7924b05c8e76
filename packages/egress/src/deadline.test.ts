import assert from 'node:assert/strict'
import { getEventListeners } from 'node:events'
import { describe, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { startDeadline } from './deadline.ts'
import { EgressError } from './egressError.ts'

const never = () => new Promise<never>(() => {})

describe('startDeadline', () => {
  test('ends what takes too long, and names the host and the time', async () => {
    const deadline = startDeadline('slow.example', 20, [])
    await assert.rejects(deadline.race(never()), {
      name: 'EgressError',
      failure: 'timeout',
      message: 'slow.example: no complete answer within 20 ms.',
    })
    assert.equal(deadline.signal.aborted, true)
  })

  test('ends with each of its signals, also with one that is aborted already', async () => {
    const [before, now] = [new AbortController(), new AbortController()]
    before.abort()
    const over = startDeadline('a.example', 60_000, [undefined, before.signal])
    await assert.rejects(over.race(never()), { failure: 'aborted', message: 'a.example: the request was aborted.' })
    over.end()
    const deadline = startDeadline('b.example', 60_000, [undefined, now.signal])
    const racing = deadline.race(never())
    now.abort()
    await assert.rejects(racing, { failure: 'aborted', message: 'b.example: the request was aborted.' })
    deadline.end()
  })

  test('gives what comes in time, and its failure', async () => {
    const deadline = startDeadline('c.example', 60_000, [])
    assert.equal(await deadline.race(Promise.resolve(7)), 7)
    await assert.rejects(deadline.race(Promise.reject(new Error('of its own'))), /of its own/)
    assert.equal(getEventListeners(deadline.signal, 'abort').length, 0)
    deadline.end()
  })

  test('says how much is left, which falls and is never under a millisecond', async () => {
    const deadline = startDeadline('d.example', 500, [])
    const first = deadline.leftMs()
    assert.ok(first > 300 && first <= 500, String(first))
    await delay(30)
    assert.ok(deadline.leftMs() <= first - 20, String(deadline.leftMs()))
    deadline.end()
    const short = startDeadline('e.example', 1, [])
    await delay(20)
    assert.equal(short.leftMs(), 1)
    short.end()
  })

  test('once ended, neither the clock nor a signal cuts anything', async () => {
    const stopped = new AbortController()
    const deadline = startDeadline('f.example', 20, [stopped.signal])
    assert.equal(getEventListeners(stopped.signal, 'abort').length, 1)
    deadline.end()
    assert.equal(getEventListeners(stopped.signal, 'abort').length, 0)
    stopped.abort()
    await delay(60)
    assert.equal(deadline.signal.aborted, false)
  })

  test('its reason is an EgressError', async () => {
    const stopped = new AbortController()
    stopped.abort(new Error('of the caller'))
    const deadline = startDeadline('g.example', 60_000, [stopped.signal])
    assert.ok(deadline.signal.reason instanceof EgressError)
    deadline.end()
  })
})
