import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { EgressError } from '@redoubt/egress/egressError.ts'
import { createSourceHealth } from '../domain/sourceHealth.ts'
import { observeEgress } from './observedEgress.ts'

type Answer = { status: number } | Error

/** A client that answers what it is told to, and how often each source was counted. */
function world(answer: Answer) {
  const health = createSourceHealth(Date.now)
  const ask = async (_request?: unknown) => {
    if (answer instanceof Error) throw answer
    return answer as never
  }
  const client = { fetch: ask, lookUp: ask, inspectTls: ask, whois: ask }
  const counted = () =>
    health
      .statuses()
      .filter(({ asked }) => asked > 0)
      .map(({ kind, host, failed, lastFailure }) => [kind, host, failed, lastFailure])
  return { observe: observeEgress(health, 'live'), client, counted, health }
}

const request = { url: 'https://api.example/v2?apikey=secret', deadlineMs: 1, maxBytes: 1 }

describe('an observed client', () => {
  test('counts what a service answers by its host, and its refusals as failures', async () => {
    for (const [status, failure] of [
      [200, null],
      [404, null],
      [429, 'answered HTTP 429'],
      [503, 'answered HTTP 503'],
    ] as const) {
      const { observe, client, counted } = world({ status })
      await observe.operator(client, 'explorer').fetch(request)
      assert.deepEqual(counted(), [['explorer', 'api.example', failure === null ? 0 : 1, failure]])
    }
  })

  test('counts an error as a failure and passes it on; blocked and aborted requests do not count', async () => {
    const failed = world(new EgressError('dns', 'api.example: no name server answers.'))
    await assert.rejects(failed.observe.sites(failed.client).lookUp({} as never), EgressError)
    assert.deepEqual(failed.counted(), [['dns', null, 1, 'api.example: no name server answers.']])
    for (const failure of ['blocked', 'aborted'] as const) {
      const unasked = world(new EgressError(failure, 'no'))
      await assert.rejects(unasked.observe.sites(unasked.client).fetch(request))
      assert.deepEqual(unasked.counted(), [])
    }
  })

  test('lists what is configured, and tells no path', async () => {
    const { observe, client, health } = world({ status: 200 })
    observe.operator(client, 'explorer', ['https://one.example/api/key', null])
    observe.sites(client)
    assert.deepEqual(
      health.statuses().map(({ kind, host, asked }) => [kind, host, asked]),
      [
        ['explorer', 'one.example', 0],
        ['dns', null, 0],
        ['certificates', null, 0],
        ['pages', null, 0],
      ],
    )
  })
})
