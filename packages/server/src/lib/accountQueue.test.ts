import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { createAccountQueue, QueueOverloaded } from './accountQueue.ts'

/** A queue whose jobs end when told to, on a clock of the test's. */
function world(places: number, spare = 0) {
  let ms = 0
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const queue = createAccountQueue({ places: () => places, spare, now: () => ms })
  const ask = (name: string, { cost = 1, maxWaitMs = Number.POSITIVE_INFINITY, signal = never } = {}) =>
    queue.run({ account: name.slice(0, 1), cost, maxWaitMs, signal }, () => {
      begun.push(name)
      return new Promise<string>((resolve) => ends.set(name, () => resolve(name)))
    })
  /** Ends a job after so many milliseconds, and lets the next begin. */
  async function end(name: string, after = 10) {
    ms += after
    ends.get(name)?.()
    await setImmediate()
  }
  return {
    queue,
    begun,
    ask,
    pass(milliseconds: number) {
      ms += milliseconds
    },
    end,
    async endAll() {
      for (let index = 0; index < begun.length; index++) await end(begun[index] ?? '')
    },
  }
}
const never = new AbortController().signal

test('accounts take turns, and one that asks for little does not wait for the backlog of others', async () => {
  const { ask, begun, end, endAll } = world(2)
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'b1', 'b2', 'b3']) void ask(name)
  await setImmediate()
  assert.deepEqual(begun, ['a1', 'b1'])
  await end('a1')
  await end('b1')
  void ask('c1')
  await end(begun.at(-1) ?? '')
  assert.equal(begun.at(-1), 'c1', 'the account that has had nothing is next')
  await endAll()
  assert.equal(begun.length, 10)
  const lastOfB = begun.indexOf('b3')
  assert.ok(lastOfB < begun.indexOf('a5'), `b's three jobs wait for three of a's, not for six: ${begun}`)
})

test('one account leaves half of the places free', async () => {
  const { ask, begun } = world(4)
  for (const name of ['a1', 'a2', 'a3', 'a4']) void ask(name)
  await setImmediate()
  assert.deepEqual(begun, ['a1', 'a2'])
  for (const name of ['b1', 'b2']) void ask(name)
  await setImmediate()
  assert.deepEqual(begun, ['a1', 'a2', 'b1'])
  void ask('c1')
  await setImmediate()
  assert.deepEqual(begun, ['a1', 'a2', 'b1', 'c1'])
})

test('long jobs of one account keep out neither long nor short ones of others', async () => {
  const { ask, begun } = world(2, 4)
  for (const name of ['a1', 'a2', 'a3', 'a4', 'b-long', 'c-long', 'd-long']) void ask(name, { cost: 4 })
  void ask('e-short')
  await setImmediate()
  assert.deepEqual(begun, ['a1', 'b-long', 'c-long', 'e-short'], 'half of the spare places, and one for short jobs')
})

test('beside another account one has one long job at work, and as many jobs as it may', async () => {
  const { ask, begun, pass, end, queue } = world(8)
  void ask('b1')
  await setImmediate()
  await end('b1')
  for (const name of ['a-long', 'a-second-long']) void ask(name, { cost: 4 })
  await setImmediate()
  assert.deepEqual(begun, ['b1', 'a-long'], 'the other one was here a moment ago')
  pass(2_000)
  void ask('a-short')
  await setImmediate()
  assert.deepEqual(begun.toSorted(), ['a-long', 'a-second-long', 'a-short', 'b1'])
  assert.equal(queue.stats().waiting, 0)

  const bounded = createAccountQueue({ places: () => 8, beside: 1 })
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const job = (account: string) => bounded.run({ account, cost: 1, maxWaitMs: 60_000 }, () => held)
  const all = Promise.all(['b', 'a', 'a', 'b'].map(job))
  assert.equal(bounded.stats().atWork, 2)
  release()
  await all
})

test('short jobs go before long ones, which have half of the places', async () => {
  const { ask, begun, end } = world(2)
  for (const name of ['a-long', 'b-long', 'b-second-long']) void ask(name, { cost: 4 })
  for (const name of ['b-short', 'c-short']) void ask(name)
  await setImmediate()
  assert.deepEqual(begun, ['a-long', 'b-short'], 'one place is left for short jobs')
  for (const name of ['b-short', 'c-short', 'a-long', 'b-long']) await end(name)
  assert.deepEqual(begun, ['a-long', 'b-short', 'c-short', 'b-long', 'b-second-long'])
})

describe('overload', () => {
  test('a job that would wait too long is refused at once, and is told when to come again', async () => {
    const { ask, end, queue } = world(1)
    for (let index = 0; index < 20; index++) void ask(`a${index}`)
    await setImmediate()
    for (let index = 0; index < 5; index++) await end(`a${index}`, 100)
    await assert.rejects(
      ask('a-late', { maxWaitMs: 500 }),
      (error) => error instanceof QueueOverloaded && error.retryAfterMs > 500 && error.retryAfterMs < 5_000,
    )
    // Another account is next, and waits for one job only.
    const other = ask('b1', { maxWaitMs: 500 })
    await end('a5', 100)
    await end('b1')
    assert.equal(await other, 'b1')
    const { refused, begun, waiting } = queue.stats()
    assert.deepEqual({ refused, begun, waiting }, { refused: 1, begun: 8, waiting: 13 })
  })

  test('a place that is free is given whatever the wait would be', async () => {
    const { ask, end } = world(2)
    const job = ask('a1', { maxWaitMs: 0 })
    await setImmediate()
    await end('a1')
    assert.equal(await job, 'a1')
  })

  test('a queue in which nothing ends is not believed to go on as before', async () => {
    const { ask, begun, end, pass } = world(1)
    for (const name of ['a1', 'a2', 'b1']) void ask(name)
    await setImmediate()
    await end('a1', 10)
    assert.equal(begun.length, 2)
    pass(5_000)
    await assert.rejects(ask('c1', { maxWaitMs: 100 }), QueueOverloaded)
  })
})

test('a caller that leaves gives its turn to the next, and its job never begins', async () => {
  const { ask, begun, end, queue } = world(1)
  const gone = new AbortController()
  void ask('a1')
  const left = ask('b1', { signal: gone.signal })
  void ask('c1')
  await setImmediate()
  gone.abort(new Error('gone'))
  await assert.rejects(left, /gone/)
  await end('a1')
  assert.deepEqual(begun, ['a1', 'c1'])
  await end('c1')
  assert.equal(queue.stats().atWork, 0)
})

test('a job that fails gives its place back', async () => {
  const queue = createAccountQueue({ places: () => 1 })
  const job = { account: 'a', cost: 1, maxWaitMs: 1_000 }
  await assert.rejects(
    queue.run(job, () => Promise.reject(new Error('broken'))),
    /broken/,
  )
  assert.equal(await queue.run(job, async () => 'next'), 'next')
})

test('while jobs wait for others than the processor there are more places', async () => {
  let places = 1
  const queue = createAccountQueue({ places: () => places })
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const run = (account: string) => queue.run({ account, cost: 1, maxWaitMs: 60_000 }, () => held)
  const both = Promise.all([run('a'), run('b')])
  assert.equal(queue.stats().atWork, 1)
  places = 2
  while (queue.stats().atWork < 2) await setImmediate()
  release()
  await both
})

test('an account begins beside one that took many places while there were many', async () => {
  let places = 8
  const begun: string[] = []
  const queue = createAccountQueue({ places: () => places, spare: 2 })
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const run = (account: string) =>
    queue.run({ account, cost: 1, maxWaitMs: 60_000 }, () => {
      begun.push(account)
      return held
    })
  const first = ['a', 'a', 'a', 'a'].map(run)
  await setImmediate()
  places = 1
  const all = Promise.all([...first, ...['a', 'b', 'c'].map(run)])
  await setImmediate()
  assert.deepEqual(begun, ['a', 'a', 'a', 'a', 'b'], 'two accounts are at work, and no third')
  release()
  await all
})

test('work under way of an account with more waiting lets an account that asks for one thing at a time go first', async () => {
  const { queue, ask, end } = world(2)
  for (const name of ['a1', 'a2', 'a3', 'a4']) void ask(name)
  await setImmediate()
  assert.equal(queue.giveWay('a', 1_000), undefined, 'nobody else is there')
  void ask('b1')
  await setImmediate()
  const waits = queue.giveWay('a', 1_000)
  assert.ok(waits)
  assert.equal(queue.giveWay('b', 1_000), undefined, 'who has nothing waiting gives way to nobody')
  assert.equal(queue.giveWay('a', 0), undefined)
  await end('b1')
  await waits
  void ask('b2')
  void ask('b3')
  await setImmediate()
  assert.equal(queue.giveWay('a', 1_000), undefined, 'b asks for several at a time')
})

test('no step gives way to an account that asks all the time while another one waits for a place', async () => {
  const { queue, ask, end } = world(2)
  void ask('b0')
  await setImmediate()
  await end('b0')
  for (const name of ['a1', 'a2', 'a3', 'a4', 'b1']) void ask(name)
  await setImmediate()
  const waits = queue.giveWay('a', 60_000)
  assert.ok(waits)
  for (const name of ['c1', 'd1', 'e1', 'f1', 'g1']) void ask(name)
  await waits
  assert.equal(queue.giveWay('a', 60_000), undefined)
})

test('no step gives way for longer than told', async () => {
  const { queue, ask } = world(2)
  for (const name of ['a1', 'a2', 'a3', 'a4', 'b1']) void ask(name)
  await setImmediate()
  const began = performance.now()
  await queue.giveWay('a', 20)
  assert.ok(performance.now() - began >= 15)
})

test('where others wait for a place, steps give way to an account that comes seldom, and to no other', async () => {
  const { queue, ask, end, pass } = world(2, 3)
  for (const name of ['a1', 'b1', 'a2', 'b2', 'b3']) void ask(name)
  await setImmediate()
  await end('b1')
  await end('a1')
  assert.equal(queue.giveWay('a', 60_000), undefined, 'both ask all the time')
  void ask('c1')
  await setImmediate()
  const waits = queue.giveWay('a', 60_000)
  assert.ok(waits, 'c comes for the first time')
  assert.equal(queue.giveWay('c', 60_000), undefined)
  await end('c1')
  await waits
  void ask('c2')
  await setImmediate()
  assert.equal(queue.giveWay('a', 60_000), undefined, 'c was here a moment ago')
  await end('c2')
  pass(2_000)
  void ask('c3')
  await setImmediate()
  assert.ok(queue.giveWay('a', 1), 'c was away for a while')
})
