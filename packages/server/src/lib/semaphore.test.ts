import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { createSemaphore, SemaphoreFull } from './semaphore.ts'

test('so many places are given at once, the others in order', async () => {
  const { take } = createSemaphore(2)
  const begun: string[] = []
  const [a, b, c, d, e] = ['a', 'b', 'c', 'd', 'e'].map((name) => {
    const slot = take()
    slot.granted.then(() => begun.push(name))
    return slot
  })
  await setImmediate()
  assert.deepEqual(begun, ['a', 'b'])
  c?.release()
  b?.release()
  b?.release()
  await setImmediate()
  assert.deepEqual(
    begun,
    ['a', 'b', 'd'],
    'a caller that left the queue is passed over, and a place is given back once',
  )
  a?.release()
  d?.release()
  e?.release()
  const late = take()
  await late.granted
})

/** A job that ends when told to. */
function held() {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { end: resolve, job: () => promise }
}
const never = new AbortController().signal

describe('run', () => {
  test('runs so many jobs at one time, the others in order', async () => {
    const { run } = createSemaphore(1)
    const order: number[] = []
    let running = 0
    const work = (number: number) => async () => {
      assert.equal(++running, 1)
      await setImmediate()
      order.push(number)
      running--
    }
    await Promise.all([1, 2, 3].map((number) => run(work(number), never)))
    assert.deepEqual(order, [1, 2, 3])
    assert.equal(await run(async () => 'without a signal'), 'without a signal')
  })

  test('forgets a caller that has gone: its job never starts, and its place in the queue is free at once', async () => {
    const { run } = createSemaphore(1, 3)
    const first = held()
    const running = run(first.job, never)
    const leaving = new AbortController()
    let started = 0
    const gone = Array.from({ length: 3 }, () => run(async () => void started++, leaving.signal))
    const settled = Promise.allSettled(gone)
    leaving.abort(new Error('gone'))
    const next = run(async () => 'served', never)
    for (const result of await settled) assert.equal(result.status === 'rejected' && result.reason.message, 'gone')
    first.end()
    assert.equal(await next, 'served')
    await running
    assert.equal(started, 0)
    await assert.rejects(
      run(async () => void started++, leaving.signal),
      /gone/,
    )
    assert.equal(await run(async () => 'free', never), 'free')
  })

  test('refuses at once when the queue is full, and takes jobs again after', async () => {
    const { run, take } = createSemaphore(1, 1)
    const first = held()
    const jobs = [run(first.job, never), run(async () => undefined, never)]
    await assert.rejects(
      run(async () => undefined, never),
      SemaphoreFull,
    )
    assert.throws(take, SemaphoreFull)
    first.end()
    await Promise.all(jobs)
    assert.equal(await run(async () => 'free', never), 'free')
  })

  test('goes on after a job that failed', async () => {
    const { run } = createSemaphore(1, 1)
    const failed = run(() => Promise.reject(new Error('broken')), never)
    const next = run(async () => 'next', never)
    await assert.rejects(failed, /broken/)
    assert.equal(await next, 'next')
  })
})
