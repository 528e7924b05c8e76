import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createEntityCache } from './entityCache.ts'

type Answer = { says: string; at: number; complete: boolean }
const FRESH = 60_000

function world(maxBytes = 1_000_000, staleMs = 10 * 60_000) {
  const clock = { now: 1_000_000 }
  const problems: unknown[] = []
  const cache = createEntityCache<Answer>({
    maxBytes,
    bytesOf: ({ says }) => says.length,
    madeAt: ({ at }) => at,
    freshMs: ({ complete }) => (complete ? FRESH : FRESH / 6),
    staleMs: () => staleMs,
    isComplete: ({ complete }) => complete,
    now: () => clock.now,
    onProblem: (error) => problems.push(error),
  })
  let made = 0
  const make = async (): Promise<Answer> => ({ says: `answer ${++made}`, at: clock.now, complete: true })
  const ask = (
    more: object = {},
    maker: (signal: AbortSignal, fresh: boolean, deadlineMs: number) => Promise<Answer> = make,
  ) =>
    cache.share(
      { key: 'a', revision: '1', deadlineMs: 1_000, fresh: false, signal: new AbortController().signal, ...more },
      maker,
    )
  const says = async (more: object = {}) => {
    const { value, age } = await ask(more)
    return [value.says, age]
  }
  return { clock, problems, ask, says, make, count: () => made }
}
const soon = () => new Promise((resolve) => setImmediate(resolve))

describe('createEntityCache', () => {
  test('gives a fresh answer again, with its age', async () => {
    const { clock, says } = world()
    assert.deepEqual(await says(), ['answer 1', 0])
    clock.now += FRESH - 1
    assert.deepEqual(await says(), ['answer 1', FRESH - 1])
  })

  test('gives an old answer at once and makes one new one behind it', async () => {
    const { clock, says, count } = world()
    await says()
    clock.now += FRESH
    assert.deepEqual(await Promise.all([says(), says(), says()]), Array(3).fill(['answer 1', FRESH]))
    await soon()
    assert.deepEqual(await says(), ['answer 2', 0])
    assert.equal(count(), 2)
  })

  test('waits for a new one when the old one is too old', async () => {
    const { clock, says } = world()
    await says()
    clock.now += FRESH + 10 * 60_000
    assert.deepEqual(await says(), ['answer 2', 0])
  })

  test('waits for a new one at once where no old answers are wanted', async () => {
    const { clock, says, count } = world(1_000_000, 0)
    await says()
    clock.now += FRESH - 1
    assert.deepEqual(await says(), ['answer 1', FRESH - 1])
    clock.now += 1
    assert.deepEqual(await says(), ['answer 2', 0])
    assert.equal(count(), 2)
  })

  test('tells whether an answer was made for an earlier call', async () => {
    const { ask } = world()
    const together = await Promise.all([ask(), ask()])
    assert.deepEqual(
      [...together, await ask()].map(({ kept }) => kept),
      [false, false, true],
    )
  })

  test('another key is another question', async () => {
    const { says, count } = world()
    await Promise.all([says(), says(), says({ key: 'b' })])
    assert.equal(count(), 2)
  })

  test('a clock that was set back makes no answer older than it is', async () => {
    const { clock, says } = world()
    await says()
    clock.now -= 5
    assert.deepEqual(await says(), ['answer 2', 0])
  })

  test('an old answer outlives a failure behind it, which is told once and tried again later', async () => {
    const { clock, ask, says, problems } = world()
    await says()
    clock.now += FRESH
    const failing = () => Promise.reject(new Error('no node'))
    assert.equal((await ask({}, failing)).value.says, 'answer 1')
    await soon()
    assert.equal((await ask({}, failing)).value.says, 'answer 1')
    await soon()
    assert.equal(problems.length, 1)
    clock.now += 5_000
    await says()
    await soon()
    assert.deepEqual(await says(), ['answer 2', 0])
  })

  test('many who ask at once get one answer', async () => {
    const { says, count } = world()
    await Promise.all(Array.from({ length: 50 }, () => says()))
    assert.equal(count(), 1)
  })

  test('a client that leaves takes the answer from no other; when all left it is not made', async () => {
    const { ask } = world()
    const { promise, resolve } = Promise.withResolvers<Answer>()
    const aborted: unknown[] = []
    const slow = (signal: AbortSignal) => {
      signal.addEventListener('abort', () => aborted.push(signal.reason))
      return promise
    }
    const [first, second] = [new AbortController(), new AbortController()]
    const one = ask({ signal: first.signal }, slow)
    const two = ask({ signal: second.signal }, slow)
    first.abort(new Error('gone'))
    await assert.rejects(one, /gone/)
    assert.deepEqual(aborted, [])
    second.abort(new Error('gone too'))
    await assert.rejects(two, /gone too/)
    assert.equal(aborted.length, 1)
    resolve({ says: 'abandoned', at: 1_000_000, complete: true })
    await soon()
    assert.equal((await ask()).value.says, 'answer 1')
  })

  test('fresh makes a new one, which others get then', async () => {
    const { says } = world()
    await says()
    assert.deepEqual(await says({ fresh: true }), ['answer 2', 0])
    assert.deepEqual(await says(), ['answer 2', 0])
  })

  test('tells the maker when it must not answer from what others keep', async () => {
    const { ask, make, clock } = world()
    const told: boolean[] = []
    const telling = (_: AbortSignal, fresh: boolean) => {
      told.push(fresh)
      return make()
    }
    await ask({}, telling)
    await ask({ fresh: true }, telling)
    clock.now += FRESH
    await ask({}, telling)
    assert.deepEqual(told, [false, true, true])
  })

  test('a new revision forgets the old answer', async () => {
    const { says } = world()
    await says()
    assert.deepEqual(await says({ revision: '2' }), ['answer 2', 0])
  })

  test('a partial answer is asked for again by a caller with more time', async () => {
    const { clock, ask } = world()
    const part = async (): Promise<Answer> => ({ says: 'part', at: clock.now, complete: false })
    await ask({}, part)
    assert.equal((await ask({ deadlineMs: 500 })).value.says, 'part')
    assert.equal((await ask({ deadlineMs: 2_000 })).value.says, 'answer 1')
  })

  test('an answer in part is given for a shorter while, a whole one for any deadline', async () => {
    const { clock, ask, says } = world(1_000_000, 0)
    await ask({}, async () => ({ says: 'part', at: clock.now, complete: false }))
    clock.now += FRESH / 6 - 1
    assert.deepEqual(await says(), ['part', FRESH / 6 - 1])
    clock.now += 1
    assert.deepEqual(await says(), ['answer 1', 0])
    assert.deepEqual(await says({ deadlineMs: 30_000 }), ['answer 1', 0])
  })

  test('an oversized value is not kept', async () => {
    const { says } = world(4)
    await says()
    assert.deepEqual(await says(), ['answer 2', 0])
  })

  test('nothing is begun for who has gone already', async () => {
    const { ask, count } = world()
    await assert.rejects(ask({ signal: AbortSignal.abort(new Error('gone before')) }), /gone before/)
    assert.equal(count(), 0)
  })

  test('many who ask at once with deadlines of their own get one answer', async () => {
    const { ask, count } = world()
    const deadlines = Array.from({ length: 50 }, (_, at) => 9_001 + at)
    await Promise.all(deadlines.map((deadlineMs) => ask({ deadlineMs })))
    assert.equal(count(), 1)
    await Promise.all(deadlines.reverse().map((deadlineMs) => ask({ deadlineMs, fresh: true })))
    assert.equal(count(), 2)
  })

  test('no caller waits for a scan far beyond its deadline', async () => {
    const { ask } = world()
    const { promise, resolve } = Promise.withResolvers<Answer>()
    const slow = ask({ deadlineMs: 30_000 }, () => promise)
    assert.equal((await ask({ deadlineMs: 500 })).value.says, 'answer 1')
    resolve({ says: 'slow', at: 1_000_000, complete: true })
    assert.equal((await slow).value.says, 'slow')
  })

  test('a caller that joined a cut-off scan asks again in the remaining time', async () => {
    const { ask, clock, count } = world()
    const { promise, resolve } = Promise.withResolvers<Answer>()
    const hurried = ask({ deadlineMs: 500 }, () => promise)
    const patient = ask({ deadlineMs: 5_000 })
    const almost = ask({ deadlineMs: 600 })
    clock.now += 500
    resolve({ says: 'part', at: 1_000_000, complete: false })
    assert.deepEqual([(await hurried).value.says, (await almost).value.says], ['part', 'part'])
    assert.deepEqual([(await patient).value.says, count()], ['answer 1', 1])
  })

  test('a partial answer takes no whole one away; behind an old one there is time', async () => {
    const { ask, says, clock } = world()
    const given: number[] = []
    const part = async (_: AbortSignal, __: boolean, deadlineMs: number): Promise<Answer> => {
      given.push(deadlineMs)
      return { says: 'part', at: clock.now, complete: false }
    }
    await says()
    assert.equal((await ask({ deadlineMs: 200, fresh: true }, part)).value.says, 'part')
    assert.deepEqual(await says(), ['answer 1', 0])
    clock.now += FRESH
    await ask({ deadlineMs: 200 }, part)
    await soon()
    assert.deepEqual(given, [200, 10_000])
    assert.deepEqual(await says({ deadlineMs: 200, revision: '2' }), ['answer 2', 0])
  })

  test('keeps so many bytes, the most recently used', async () => {
    const { says } = world(20)
    await says({ key: 'a' })
    await says({ key: 'b' })
    await says({ key: 'a' })
    await says({ key: 'c' })
    assert.deepEqual(await says({ key: 'a' }), ['answer 1', 0])
    assert.deepEqual(await says({ key: 'b' }), ['answer 4', 0])
  })

  test('a question that fails is not remembered', async () => {
    const { ask, says } = world()
    await assert.rejects(
      ask({}, () => Promise.reject(new Error('no node'))),
      /no node/,
    )
    assert.deepEqual(await says(), ['answer 1', 0])
  })

  test('a failure is everybody’s who waited', async () => {
    const { ask } = world()
    const fail = () => Promise.reject(new Error('no node'))
    const both = await Promise.allSettled([ask({}, fail), ask({}, fail)])
    assert.deepEqual(
      both.map(({ status }) => status),
      ['rejected', 'rejected'],
    )
  })
})
