import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { createToken } from '../apiKeys.ts'
import type { Store } from '../openStore.ts'
import { NEW_SECRET, SECRET, type StoreWorld } from './world.ts'

export function apiKeysConform(world: () => StoreWorld, store: () => Store): void {
  let accountId = ''
  const create = (name: string, environment: 'live' | 'test' = 'live', of = store()) =>
    of.keys.create({ accountId, name, scopes: ['scan:read', 'risk:read'], environment })
  /** Runs with another node on the same data. */
  const withNode = async (secrets: string, use: (node: Store) => Promise<void>) => {
    const node = await world().open(secrets)
    try {
      await use(node)
    } finally {
      await node.close()
    }
  }
  before(async () => {
    accountId = (await store().accounts.create({ name: 'keys', plan: 'pro', operator: true })).id
  })

  test('a key is found by its token, with what it inherits from its account', async () => {
    const { key, token } = await create('found')
    assert.deepEqual(await store().keys.findByToken(token), key)
    assert.match(key.id, /^key_[0-9a-f]{32}$/)
    assert.deepEqual(
      { ...key, id: '', createdAt: 0 },
      {
        id: '',
        accountId,
        name: 'found',
        prefix: token.slice(0, 13),
        scopes: ['scan:read', 'risk:read'],
        plan: 'pro',
        environment: 'live',
        operator: true,
        createdAt: 0,
        lastUsedAt: null,
        revokedAt: null,
      },
    )
  })

  test('an unknown and a malformed token are not found', async () => {
    const { token } = await create('unknown')
    assert.equal(await store().keys.findByToken(createToken('live')), null)
    assert.equal(await store().keys.findByToken(token.slice(0, -1)), null)
    assert.equal(await store().keys.findByToken(`${token.slice(0, -1)}${token.endsWith('a') ? 'b' : 'a'}`), null)
    assert.equal(await store().keys.findByToken(''), null)
  })

  test('a key of an account that does not exist is refused', async () => {
    await assert.rejects(
      store().keys.create({ accountId: 'acc_none', name: 'x', scopes: [], environment: 'live' }),
      /There is no account acc_none/,
    )
  })

  test('a revocation on one node holds at the next request on another, and is remembered', async () => {
    const { key, token } = await create('revoked')
    await withNode(SECRET, async (other) => {
      assert.equal((await other.keys.findByToken(token))?.revokedAt, null)
      assert.equal(await store().keys.revoke(accountId, 'live', key.id), true)
      const revokedAt = (await other.keys.findByToken(token))?.revokedAt
      assert.ok(revokedAt)
      assert.equal(await other.keys.revoke(accountId, 'live', key.id), true)
      assert.equal(await other.keys.revokeById(key.id), true)
      assert.equal((await store().keys.findByToken(token))?.revokedAt, revokedAt)
    })
  })

  test('only the owner in the same environment revokes a key', async () => {
    const { key, token } = await create('guarded')
    assert.equal(await store().keys.revoke('acc_other', 'live', key.id), false)
    assert.equal(await store().keys.revoke(accountId, 'test', key.id), false)
    assert.equal(await store().keys.revoke(accountId, 'live', 'key_none'), false)
    assert.equal(await store().keys.revokeById('key_none'), false)
    assert.equal((await store().keys.findByToken(token))?.revokedAt, null)
  })

  test('the list has one account and environment, newest first, without the revoked', async () => {
    const { id } = await store().accounts.create({ name: 'lister', plan: 'free' })
    const make = (name: string, environment: 'live' | 'test') =>
      store().keys.create({ accountId: id, name, scopes: ['scan:read'], environment })
    const first = await make('first', 'live')
    const second = await make('second', 'live')
    const third = await make('third', 'live')
    await make('sandbox', 'test')
    await store().keys.revoke(id, 'live', second.key.id)
    const names = (await store().keys.list(id, 'live')).map(({ name }) => name)
    assert.deepEqual(names, [third.key.name, first.key.name])
    assert.equal((await store().keys.listAll(id)).length, 4)
  })

  test('the last use is remembered, and never set back', async () => {
    const { key, token } = await create('used')
    store().keys.touch(key.id, 5000)
    store().keys.touch(key.id, 4000)
    await store().keys.flush()
    assert.equal((await store().keys.findByToken(token))?.lastUsedAt, 5000)
    store().keys.touch(key.id, 3000)
    await store().keys.flush()
    assert.equal((await store().keys.findByToken(token))?.lastUsedAt, 5000)
  })

  test('nodes that write the last uses of the same keys at once do not lock each other out', async () => {
    const made = await Promise.all(Array.from({ length: 20 }, (_, index) => create(`flushed ${index}`)))
    await withNode(SECRET, async (other) => {
      for (let round = 1; round <= 10; round++) {
        for (const { key } of made) store().keys.touch(key.id, round * 1_000)
        for (const { key } of made.toReversed()) other.keys.touch(key.id, round * 1_000 + 1)
        await Promise.all([store().keys.flush(), other.keys.flush()])
      }
    })
    for (const { token } of made) assert.equal((await store().keys.findByToken(token))?.lastUsedAt, 10_001)
  })

  test('after a rotation a key verifies by the earlier secret and moves to the new one when used', async () => {
    const { token } = await create('rotated')
    const { token: idle } = await create('idle')
    await withNode(`${NEW_SECRET},${SECRET}`, async (rotated) => {
      assert.equal((await rotated.keys.findByToken(token))?.name, 'rotated')
    })
    await withNode(NEW_SECRET, async (later) => {
      assert.equal((await later.keys.findByToken(token))?.name, 'rotated')
      assert.equal(await later.keys.findByToken(idle), null)
    })
    await withNode(SECRET, async (behind) => assert.equal(await behind.keys.findByToken(token), null))
  })

  test('nodes in the middle of a rotation hand a key back and forth', async () => {
    const { token } = await create('rolling')
    await withNode(`${NEW_SECRET},${SECRET}`, async (ahead) => {
      await withNode(`${SECRET},${NEW_SECRET}`, async (behind) => {
        for (const node of [ahead, behind, ahead]) assert.equal((await node.keys.findByToken(token))?.name, 'rolling')
        assert.equal(ahead.keyring.current().id, behind.keyring.earlier()[0]?.id)
      })
      const counts = await ahead.keys.countBySecret()
      assert.ok(counts.some(({ secretId, keys }) => secretId === ahead.keyring.current().id && keys >= 1))
    })
  })
}
