import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createSourceHealth } from './sourceHealth.ts'

const DNS = { environment: 'live' as const, kind: 'dns' as const, host: null }

describe('the health of a source', () => {
  test('counts answers and failures, and an answer ends a row of failures', () => {
    const clock = { now: 1_000 }
    const health = createSourceHealth(() => clock.now)
    const ask = (failure: string | null, took: number) => {
      const startedAt = clock.now
      clock.now += took
      health.ended({ ...DNS, startedAt }, failure)
    }
    ask(null, 100)
    ask(null, 200)
    ask('no answer', 3_000)
    ask('x'.repeat(500), 1)
    const [failing] = health.statuses()
    assert.deepEqual([failing?.asked, failing?.failed, failing?.failuresInARow], [4, 2, 2])
    assert.equal(failing?.latencyMs, 120, 'of answers alone')
    assert.equal(failing?.lastFailure?.length, 200)
    ask(null, 120)
    const [healthy] = health.statuses()
    assert.deepEqual([healthy?.failuresInARow, healthy?.failed, healthy?.lastAnswerAt], [0, 2, clock.now])
  })

  test('is known before the first question where the source is configured', () => {
    const health = createSourceHealth(Date.now)
    health.expect('test', 'explorer', 'sourcify.example')
    const [status] = health.statuses()
    assert.deepEqual([status?.host, status?.asked, status?.lastAnswerAt], ['sourcify.example', 0, null])
  })

  test('is kept for 100 hosts; the least recently seen host goes first', () => {
    const clock = { now: 0 }
    const health = createSourceHealth(() => ++clock.now)
    for (let index = 0; index < 150; index++)
      health.ended({ environment: 'live', kind: 'registration', host: `h${index}`, startedAt: 0 }, null)
    health.ended({ ...DNS, startedAt: 0 }, null)
    const hosts = health.statuses().map(({ host }) => host)
    assert.equal(hosts.length, 101)
    assert.ok(hosts.includes('h149') && hosts.includes('h50') && !hosts.includes('h49'))
  })
})
