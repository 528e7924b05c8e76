import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createGate, GateFull } from './gate.ts'

/** A job that ends when told to. */
function held() {
  let end = () => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  return { end: () => end(), job: () => ended }
}
const never = new AbortController().signal

describe('gate', () => {
  it('runs so many jobs at one time, the others in order', async () => {
    const gate = createGate(1, 9)
    const order: number[] = []
    const first = held()
    const jobs = [gate(first.job, never), ...[1, 2].map((one) => gate(async () => void order.push(one), never))]
    assert.deepEqual(order, [])
    first.end()
    await Promise.all(jobs)
    assert.deepEqual(order, [1, 2])
  })

  it('forgets who has gone, so that the next one does not wait for them', async () => {
    const gate = createGate(1, 3)
    const first = held()
    const running = gate(first.job, never)
    const leaving = new AbortController()
    let started = 0
    const gone = Array.from({ length: 3 }, () => gate(async () => void started++, leaving.signal))
    const settled = Promise.allSettled(gone)
    leaving.abort(new Error('gone'))
    for (const result of await settled) assert.equal(result.status === 'rejected' && result.reason.message, 'gone')
    const next = gate(async () => 'served', never)
    first.end()
    assert.equal(await next, 'served')
    await running
    assert.equal(started, 0)
    await assert.rejects(
      gate(async () => void started++, leaving.signal),
      /gone/,
    )
    assert.equal(await gate(async () => 'free', never), 'free')
  })

  it('refuses at once when the queue is full, and takes jobs again after', async () => {
    const gate = createGate(1, 1)
    const first = held()
    const jobs = [gate(first.job, never), gate(async () => undefined, never)]
    await assert.rejects(
      gate(async () => undefined, never),
      GateFull,
    )
    first.end()
    await Promise.all(jobs)
    assert.equal(await gate(async () => 'free', never), 'free')
  })

  it('goes on after a job that failed', async () => {
    const gate = createGate(1, 1)
    await assert.rejects(
      gate(() => Promise.reject(new Error('no')), never),
      /no/,
    )
    assert.equal(await gate(async () => 'free', never), 'free')
  })
})
