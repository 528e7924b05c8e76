import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request } from 'node:http'
import { describe, test } from 'node:test'
import { PLAN_LIMITS } from '../../domain/plan.ts'
import { RESULT, startTestWorld, TRANSACTION } from '../testing/testWorld.ts'

const SCAN = '/v1/scan/transaction'

describe('the minute', () => {
  test('rolls: a place is free again exactly 60 s after it was taken', async () => {
    await using world = await startTestWorld()
    const key = await world.addKey({ plan: 'free' })
    const get = () => world.call('GET', '/v1/scans', { key })
    const start = world.clock.now
    for (let sent = 0; sent < 60; sent++) {
      const answer = await get()
      assert.equal(answer.headers.get('x-ratelimit-remaining'), String(59 - sent))
      world.clock.now += 500
    }
    const refused = await get()
    assert.equal(refused.status, 429)
    assert.equal(refused.headers.get('retry-after'), '30')
    world.clock.now = start + 60_000 - 1
    assert.equal((await get()).status, 429)
    world.clock.now = start + 60_000
    assert.equal((await get()).status, 200, 'and those answered 429 were not counted')
    assert.equal((await get()).status, 429)
  })

  test('belongs to the account: more keys are no more requests', async () => {
    await using world = await startTestWorld()
    const keys = await Promise.all(Array.from({ length: 20 }, () => world.addKey({ plan: 'free' })))
    const answers = []
    for (let sent = 0; sent < 80; sent++)
      answers.push(await world.call('GET', '/v1/scans', { key: keys[sent % keys.length] ?? '' }))
    assert.equal(answers.filter(({ status }) => status === 200).length, PLAN_LIMITS.free.perMinute)
    assert.equal(answers[0]?.headers.get('x-ratelimit-remaining'), '59')
    assert.match(answers.at(-1)?.json.error.message, /60 a minute for all keys of an account on the free plan/)
    const other = await world.addKey({ plan: 'free', accountId: 'account-2' })
    assert.equal((await world.call('GET', '/v1/scans', { key: other })).status, 200)
  })

  test('counts answers that are errors, but none without a valid key', async () => {
    await using world = await startTestWorld()
    const key = await world.addKey({ plan: 'free', scopes: ['scan:read'] })
    await world.call('GET', '/v1/auth/keys', { key })
    await world.call('GET', '/v1/scans/none', { key })
    await world.call('POST', SCAN, { key, raw: '{' })
    await world.call('GET', '/v1/nothing', { key })
    await world.call('GET', '/healthz', { key })
    const answer = await world.call('GET', '/v1/scans', { key })
    assert.equal(answer.headers.get('x-ratelimit-remaining'), '56')
  })
})

test('the day ends at midnight UTC', async () => {
  await using world = await startTestWorld()
  const key = await world.addKey({ plan: 'free' })
  const midnight = Date.UTC(2026, 10, 22)
  world.clock.now = midnight - 1_200_000
  for (let sent = 0; sent < 1000; sent++) {
    assert.equal((await world.call('GET', '/v1/scans', { key })).status, 200)
    world.clock.now += 1000
  }
  const refused = await world.call('GET', '/v1/scans', { key })
  assert.equal(refused.json.error.code, 'RATE_LIMIT_EXCEEDED')
  assert.match(refused.json.error.message, /1000 a day for all keys of an account on the free plan/)
  const sister = await world.addKey({ plan: 'free' })
  assert.equal((await world.call('GET', '/v1/scans', { key: sister })).status, 429)
  assert.equal(refused.headers.get('x-ratelimit-limit'), '1000')
  assert.equal(refused.headers.get('ratelimit'), '"day";r=0;t=200')
  world.clock.now = midnight
  assert.equal((await world.call('GET', '/v1/scans', { key })).status, 200)
})

test('every authenticated answer carries the limits, no other does', async () => {
  await using world = await startTestWorld()
  const key = await world.addKey({ plan: 'pro', scopes: ['scan:read'] })
  const reset = String(Math.ceil((world.clock.now + 60_000) / 1000))
  for (const [method, path, status] of [
    ['GET', '/v1/scans', 200],
    ['GET', '/v1/scans/none', 404],
    ['GET', '/v1/auth/keys', 403],
    ['POST', SCAN, 400],
  ] as const) {
    const { headers, ...answer } = await world.call(method, path, { key })
    assert.equal(answer.status, status)
    assert.equal(headers.get('x-ratelimit-limit'), '300')
    assert.equal(headers.get('x-ratelimit-reset'), reset)
    assert.match(headers.get('ratelimit') ?? '', /^"minute";r=29\d;t=60$/)
    assert.equal(
      headers.get('ratelimit-policy'),
      '"minute";q=300;w=60, "day";q=50000;w=86400, "burst";q=50;qu="concurrent-requests"',
    )
  }
  for (const path of ['/healthz', '/v1/nothing']) {
    assert.equal((await world.call('GET', path, { key })).headers.get('x-ratelimit-limit'), null)
  }
})

describe('requests in flight', () => {
  test('more than the burst are refused, uncounted, until one is answered', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const { promise: full, resolve: isFull } = Promise.withResolvers<void>()
    let running = 0
    await using world = await startTestWorld({
      scan: async () => {
        running += 1
        if (running === PLAN_LIMITS.free.burst) isFull()
        await released
        return RESULT
      },
    })
    const key = await world.addKey({ plan: 'free' })
    const scans = Array.from({ length: 10 }, () => world.call('POST', SCAN, { key, body: TRANSACTION }))
    await full
    const refused = await world.call('GET', '/v1/scans', { key: await world.addKey({ plan: 'free' }) })
    assert.equal(refused.status, 429)
    assert.equal(refused.headers.get('retry-after'), '1')
    assert.equal(refused.headers.get('ratelimit'), '"burst";r=0;t=1')
    assert.match(refused.json.error.message, /10 requests of all keys of an account on the free plan are in flight/)
    const other = await world.addKey({ plan: 'free', accountId: 'account-2' })
    assert.equal((await world.call('GET', '/v1/scans', { key: other })).status, 200)
    release()
    for (const scan of scans) assert.equal((await scan).status, 200)
    const after = await world.call('GET', '/v1/scans', { key })
    assert.equal(after.headers.get('x-ratelimit-remaining'), '49')
  })

  test('a client that goes away aborts its scan and frees its place', async () => {
    const aborted: unknown[] = []
    const { promise: allAborted, resolve } = Promise.withResolvers<void>()
    const { promise: started, resolve: isStarted } = Promise.withResolvers<void>()
    let running = 0
    await using world = await startTestWorld({
      scan: async (_input, { signal }) => {
        running += 1
        if (running === 10) isStarted()
        await once(signal, 'abort')
        aborted.push(signal.reason)
        if (aborted.length === 10) resolve()
        throw signal.reason
      },
    })
    const key = await world.addKey({ plan: 'free' })
    const requests = Array.from({ length: 10 }, () => {
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
      const sent = request(world.url + SCAN, { method: 'POST', headers })
      sent.on('error', () => undefined)
      sent.end(JSON.stringify(TRANSACTION))
      return sent
    })
    await started
    for (const sent of requests) sent.destroy()
    await allAborted
    assert.equal((await world.call('GET', '/v1/scans', { key })).status, 200)
    assert.match((await world.call('GET', '/metrics')).text, /route="\/v1\/scan\/transaction",status="499"\} 10/)
    assert.doesNotMatch(world.log.join(''), /request failed/)
  })
})
