import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startTestWorld } from '../testing/testWorld.ts'

const KEYS = '/v1/auth/keys'
const BODY = { name: 'wallet', scopes: ['scan:read'] }

describe('Idempotency-Key', () => {
  test('a repeat of an answer that held a secret is CONFLICT naming the created id, and creates nothing', async () => {
    await using world = await startTestWorld()
    const call = { key: await world.addKey(), body: BODY, headers: { 'idempotency-key': 'k-1' } }
    const first = await world.call('POST', KEYS, call)
    assert.equal(first.status, 201)
    const second = await world.call('POST', KEYS, call)
    assert.equal(second.json.error.code, 'CONFLICT')
    assert.match(second.json.error.message, new RegExp(first.json.data.id))
    assert.ok(!second.text.includes(first.json.data.key))
    assert.equal((await world.call('GET', KEYS, { key: call.key })).json.data.keys.length, 2)
  })

  test('another body under the same key is CONFLICT', async () => {
    await using world = await startTestWorld()
    const call = { key: await world.addKey(), headers: { 'idempotency-key': 'k-1' } }
    await world.call('POST', KEYS, { ...call, body: BODY })
    const other = await world.call('POST', KEYS, { ...call, body: { ...BODY, name: 'other' } })
    assert.match(other.json.error.message, /another request/)
  })

  test('the same members in another order are the same request', async () => {
    await using world = await startTestWorld()
    const call = { key: await world.addKey(), headers: { 'idempotency-key': 'k-1' } }
    await world.call('POST', KEYS, { ...call, body: { name: 'n', scopes: ['scan:read', 'admin'] } })
    const reordered = await world.call('POST', KEYS, { ...call, body: { scopes: ['scan:read', 'admin'], name: 'n' } })
    assert.match(reordered.json.error.message, /already created/)
    const other = await world.call('POST', KEYS, { ...call, body: { scopes: ['admin', 'scan:read'], name: 'n' } })
    assert.match(other.json.error.message, /another request/, 'the order of a list means something')
  })

  test('belongs to an account and an environment', async () => {
    await using world = await startTestWorld()
    const headers = { 'idempotency-key': 'k-1' }
    for (const owner of [{}, { accountId: 'account-2' }, { environment: 'test' as const }]) {
      assert.equal(
        (await world.call('POST', KEYS, { key: await world.addKey(owner), body: BODY, headers })).status,
        201,
      )
    }
  })

  test('while the first runs a repeat is CONFLICT; a failed first is forgotten', async () => {
    const { promise: gate, reject } = Promise.withResolvers<never>()
    const { promise: entered, resolve: enter } = Promise.withResolvers<void>()
    await using world = await startTestWorld()
    const key = await world.addKey()
    const create = world.storage.keys.create
    world.storage.keys.create = () => {
      enter()
      return gate
    }
    const call = { key, body: BODY, headers: { 'idempotency-key': 'k-1' } }
    const first = world.call('POST', KEYS, call)
    await entered
    assert.match((await world.call('POST', KEYS, call)).json.error.message, /still running/)
    reject(new Error('the store is down'))
    assert.equal((await first).status, 500)
    world.storage.keys.create = create
    assert.equal((await world.call('POST', KEYS, call)).status, 201)
  })

  test('a key that is created is answered even when its idempotency record fails', async () => {
    await using world = await startTestWorld()
    world.storage.idempotency.complete = () => Promise.reject(new Error('disk full'))
    const call = { key: await world.addKey(), body: BODY, headers: { 'idempotency-key': 'k-1' } }
    assert.equal((await world.call('POST', KEYS, call)).status, 201)
    assert.match(world.log.join(''), /disk full/)
  })

  test('is 1 to 128 visible characters', async () => {
    await using world = await startTestWorld()
    const key = await world.addKey()
    for (const bad of ['', 'a b', 'é', 'a'.repeat(129)]) {
      const answer = await world.call('POST', KEYS, { key, body: BODY, headers: { 'idempotency-key': bad } })
      assert.match(answer.json.error.message, /^header\.idempotency-key: expected 1 to 128 visible characters$/)
    }
  })
})
