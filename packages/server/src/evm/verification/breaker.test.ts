import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { type Breaker, createBreaker } from './createAskJson.ts'
import { ExplorerFailure } from './explorer.ts'

let now = 0
let breaker: Breaker
beforeEach(() => {
  now = 0
  breaker = createBreaker('Service', () => now)
})
const fail = (kind: ExplorerFailure['kind'], retryAfterMs: number | null = null) =>
  breaker.failed(new ExplorerFailure('Service', 'no', kind, retryAfterMs))
const restsFor = () => {
  let ms = 0
  for (; ms < 3_600_000; ms += 500) {
    now += 500
    try {
      breaker.check()
      return ms + 500
    } catch {}
  }
  return ms
}

test('two failures are bad luck, three in a row a reason to rest for a minute', () => {
  fail('failed')
  fail('failed')
  breaker.check()
  fail('failed')
  assert.equal(restsFor(), 60_000)
})

test('an answer between them starts the count again', () => {
  for (let round = 0; round < 10; round++) {
    fail('failed')
    fail('failed')
    breaker.succeeded()
  }
  breaker.check()
})

test('after its rest one more failure is enough', () => {
  for (let round = 0; round < 3; round++) fail('failed')
  now += 60_000
  breaker.check()
  fail('failed')
  assert.throws(() => breaker.check(), /failed repeatedly/)
})

test('a rate limit rests for twice as long each time, up to a minute, however long it lasts', () => {
  const rests: number[] = []
  for (let round = 0; round < 8; round++) {
    fail('busy')
    rests.push(restsFor())
  }
  assert.deepEqual(rests, [1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000])
})

test('what the service asks for is done, within a second and a minute', () => {
  for (const [asked, rests] of [
    [7_000, 7_000],
    [0, 1_000],
    [86_400_000, 60_000],
  ] as const) {
    fail('busy', asked)
    assert.equal(restsFor(), rests)
  }
})

test('a refusal rests for ten minutes: asking again is what gets an address banned', () => {
  fail('refused')
  assert.equal(restsFor(), 600_000)
})
