import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Store } from '../openStore.ts'
import type { StoreWorld } from './world.ts'

const HOUR = 3_600_000
const NOW = 1_790_000_000_000

export function idempotencyConforms(world: () => StoreWorld, store: () => Store): void {
  let last = 0
  const newId = () => ({ accountId: 'acc_a', environment: 'live' as const, key: `order-${++last}` })

  test('of many claims at once, on two nodes, exactly one is new', async () => {
    const other = await world().open()
    try {
      const id = newId()
      const claims = await Promise.all(
        Array.from({ length: 40 }, (_, i) =>
          (i % 2 === 0 ? store() : other).idempotency.claim({ ...id, bodyHash: `body-${i}`, now: NOW }),
        ),
      )
      assert.equal(claims.filter(({ state }) => state === 'new').length, 1)
      const winner = claims.findIndex(({ state }) => state === 'new')
      for (const claim of claims) {
        if (claim.state !== 'new') assert.deepEqual(claim, { state: 'pending', bodyHash: `body-${winner}` })
      }
    } finally {
      await other.close()
    }
  })

  test('the answer is kept and repeated', async () => {
    const id = newId()
    await store().idempotency.claim({ ...id, bodyHash: 'b', now: NOW })
    await store().idempotency.complete({ ...id, status: 201, body: '{"a":"é"}', createdId: null })
    assert.deepEqual(await store().idempotency.claim({ ...id, bodyHash: 'other', now: NOW + 1 }), {
      state: 'done',
      bodyHash: 'b',
      status: 201,
      body: '{"a":"é"}',
      createdId: null,
    })
  })

  test('an answer with a secret is kept as the created id alone', async () => {
    const id = newId()
    await store().idempotency.claim({ ...id, bodyHash: 'b', now: NOW })
    await store().idempotency.complete({ ...id, status: 201, body: null, createdId: 'key_1' })
    const claim = await store().idempotency.claim({ ...id, bodyHash: 'b', now: NOW })
    assert.deepEqual(claim, { state: 'done', bodyHash: 'b', status: 201, body: null, createdId: 'key_1' })
  })

  test('a released claim is free again; a stored answer is not released', async () => {
    const id = newId()
    await store().idempotency.claim({ ...id, bodyHash: 'b', now: NOW })
    await store().idempotency.release(id)
    assert.equal((await store().idempotency.claim({ ...id, bodyHash: 'c', now: NOW })).state, 'new')
    await store().idempotency.complete({ ...id, status: 200, body: '{}', createdId: null })
    await store().idempotency.release(id)
    assert.equal((await store().idempotency.claim({ ...id, bodyHash: 'c', now: NOW })).state, 'done')
  })

  test('accounts, environments and keys are apart', async () => {
    const id = newId()
    const claim = (other: Partial<ReturnType<typeof newId>> | { environment: 'test' }) =>
      store().idempotency.claim({ ...id, ...other, bodyHash: 'b', now: NOW })
    assert.equal((await claim({})).state, 'new')
    assert.equal((await claim({ accountId: 'acc_b' })).state, 'new')
    assert.equal((await claim({ environment: 'test' })).state, 'new')
    assert.equal((await claim({})).state, 'pending')
  })

  test('after 24 h a key may be used again', async () => {
    const id = newId()
    await store().idempotency.claim({ ...id, bodyHash: 'b', now: NOW })
    await store().idempotency.complete({ ...id, status: 200, body: '{}', createdId: null })
    assert.equal((await store().idempotency.claim({ ...id, bodyHash: 'b', now: NOW + 24 * HOUR - 1 })).state, 'done')
    assert.equal((await store().idempotency.claim({ ...id, bodyHash: 'b', now: NOW + 24 * HOUR })).state, 'new')
  })

  test('a claim whose process died does not block its key for a day', async () => {
    const id = newId()
    await store().idempotency.claim({ ...id, bodyHash: 'b', now: NOW })
    assert.equal((await store().idempotency.claim({ ...id, bodyHash: 'b', now: NOW + 60_000 })).state, 'pending')
    assert.equal((await store().idempotency.claim({ ...id, bodyHash: 'b', now: NOW + 120_000 })).state, 'new')
    assert.equal((await store().idempotency.claim({ ...id, bodyHash: 'b', now: NOW + 120_001 })).state, 'pending')
  })

  test('pruning deletes what is older than 24 h', async () => {
    const old = newId()
    const young = newId()
    await store().idempotency.claim({ ...old, bodyHash: 'b', now: NOW - 30 * HOUR })
    await store().idempotency.claim({ ...young, bodyHash: 'b', now: NOW + HOUR })
    assert.equal(await store().idempotency.prune(NOW - 5 * HOUR), 1)
    assert.equal((await store().idempotency.claim({ ...young, bodyHash: 'b', now: NOW + HOUR })).state, 'pending')
  })
}
