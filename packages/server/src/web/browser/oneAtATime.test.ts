import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BrowserUnavailable } from './browserUnavailable.ts'
import { oneAtATime } from './oneAtATime.ts'

const never = new AbortController().signal

/** A job that is over when it is told. */
function job() {
  const { promise, resolve } = Promise.withResolvers<void>()
  let started = false
  const run = async () => {
    started = true
    await promise
  }
  return { run, end: resolve, started: () => started }
}

test('jobs run one after the other, in the order of asking', async () => {
  const turns = oneAtATime(5)
  const order: number[] = []
  let running = 0
  const work = (number: number) => async () => {
    assert.equal(++running, 1)
    await new Promise(setImmediate)
    order.push(number)
    running--
  }
  await Promise.all([1, 2, 3].map((number) => turns.take(work(number), never)))
  assert.deepEqual(order, [1, 2, 3])
})

test('too many that wait are refused', async () => {
  const turns = oneAtATime(1)
  const [first, second] = [job(), job()]
  const both = [turns.take(first.run, never), turns.take(second.run, never)]
  await assert.rejects(
    turns.take(async () => 'third', never),
    (error: unknown) => {
      assert.ok(error instanceof BrowserUnavailable)
      assert.equal(error.failure, 'busy')
      return true
    },
  )
  first.end()
  second.end()
  await Promise.all(both)
  assert.equal(await turns.take(async () => 'fourth', never), 'fourth')
})

test('a caller that gives up while waiting delays no other', async () => {
  const turns = oneAtATime(5)
  const [first, second] = [job(), job()]
  const running = turns.take(first.run, never)
  const giving = new AbortController()
  const given = turns.take(second.run, giving.signal)
  const third = turns.take(async () => 'third', never)
  giving.abort(new Error('gave up'))
  await assert.rejects(given, /gave up/)
  first.end()
  await running
  assert.equal(await third, 'third')
  assert.equal(second.started(), false)
})

test('a job that fails lets the next one run', async () => {
  const turns = oneAtATime(5)
  const failed = turns.take(async () => Promise.reject(new Error('broken')), never)
  const next = turns.take(async () => 'next', never)
  await assert.rejects(failed, /broken/)
  assert.equal(await next, 'next')
})
