import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { createToken } from '../apiToken.ts'
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
        origins: null,
        createdAt: 0,
        createdBy: null,
        expiresAt: null,
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

  test('an account has 50 in each environment; revoked and expired ones leave a place', async () => {
    const { id } = await store().accounts.create({ name: 'many keys', plan: 'free' })
    const other = await world().open(SECRET)
    const make = (of: Store, more: { expiresAt?: number; environment?: 'test' } = {}) =>
      of.keys.create({ accountId: id, name: 'k', scopes: ['scan:read'], environment: 'live', ...more })
    try {
      const { key: short } = await make(store(), { expiresAt: Date.now() + 60_000 })
      for (let made = 1; made < 45; made++) await make(store())
      const hasty = await Promise.allSettled(
        Array.from({ length: 12 }, (_, index) => make(index % 2 ? store() : other)),
      )
      assert.equal(hasty.filter(({ status }) => status === 'fulfilled').length, 5)
      await assert.rejects(make(store()), /^RangeError: This account has 50 live keys already, .*; revoke one/)
      await make(store(), { environment: 'test' })
      assert.equal((await store().keys.list(id, 'live', short.expiresAt ?? 0)).length, 49)
      const later = {
        accountId: id,
        name: 'later',
        scopes: [],
        environment: 'live' as const,
        now: short.expiresAt ?? 0,
      }
      const { key } = await store().keys.create(later)
      assert.equal(await store().keys.revoke(id, 'live', key.id), true)
      await store().keys.create(later)
    } finally {
      await other.close()
    }
  })

  test('descendants of a key are revoked, of any generation; of other accounts and environments none', async () => {
    const { id } = await store().accounts.create({ name: 'family', plan: 'free' })
    const make = async (createdBy?: string, environment: 'live' | 'test' = 'live') =>
      (
        await store().keys.create({
          accountId: id,
          name: 'k',
          scopes: [],
          environment,
          ...(createdBy !== undefined && { createdBy }),
        })
      ).key.id
    const root = await make()
    const child = await make(root)
    const grandchild = await make(child)
    const sister = await make()
    const elsewhere = await make(root, 'test')
    const { key: foreign } = await store().keys.create({
      accountId,
      name: 'foreign',
      scopes: [],
      environment: 'live',
      createdBy: root,
    })
    const live = async () => (await store().keys.list(id, 'live')).map((one) => one.id).sort()
    assert.equal(await store().keys.revokeDescendants('acc_other', 'live', root), 0)
    await store().keys.revoke(id, 'live', child)
    assert.equal(await store().keys.revokeDescendants(id, 'live', root), 1)
    assert.deepEqual(await live(), [root, sister].sort())
    assert.equal(await store().keys.revokeDescendants(id, 'live', root), 0)
    assert.deepEqual(
      (await store().keys.list(id, 'test')).map((one) => [one.id, one.createdBy]),
      [[elsewhere, root]],
    )
    assert.ok((await store().keys.list(accountId, 'live')).some((one) => one.id === foreign.id))
    assert.equal((await store().keys.listAll(id)).find((one) => one.id === grandchild)?.createdBy, child)
  })

  test('all keys but one are revoked, in one environment', async () => {
    const { id } = await store().accounts.create({ name: 'cleaner', plan: 'free' })
    const make = async (environment: 'live' | 'test') =>
      (await store().keys.create({ accountId: id, name: 'k', scopes: [], environment })).key.id
    const kept = await make('live')
    await make('live')
    await make('live')
    const sandbox = await make('test')
    assert.equal(await store().keys.revokeOthers('acc_other', 'live', kept), 0)
    assert.equal(await store().keys.revokeOthers(id, 'live', kept), 2)
    assert.equal(await store().keys.revokeOthers(id, 'live', kept), 0)
    const names = async (environment: 'live' | 'test') =>
      (await store().keys.list(id, environment)).map((one) => one.id)
    assert.deepEqual([await names('live'), await names('test')], [[kept], [sandbox]])
  })

  test('origins of a key are found with it, and registered while it is live', async () => {
    const { id } = await store().accounts.create({ name: 'pages', plan: 'free' })
    const app = 'https://app.example'
    const make = (origins: string[], expiresAt: number | null = null) =>
      store().keys.create({ accountId: id, name: 'k', scopes: [], environment: 'live', origins, expiresAt })
    const registered = (...entries: string[]) => store().keys.isOriginRegistered(entries, 5_000)
    const { key, token } = await make([app, 'http://localhost:*'])
    assert.deepEqual((await store().keys.findByToken(token))?.origins, [app, 'http://localhost:*'])
    assert.deepEqual(await store().keys.find(key.id), key)
    assert.equal(await store().keys.find('key_none'), null)
    const [both] = await Promise.all([registered('https://other.example', app), registered('https://none.example')])
    assert.equal(both, true)
    assert.equal(await registered('https://none.example'), false)
    await store().keys.revoke(id, 'live', key.id)
    assert.equal(await registered(app), false)
    await make([app], 5_000)
    assert.equal(await registered(app), false, 'expired')
    await make([app], 5_001)
    assert.equal(await registered(app), true)
    await make([app])
    assert.equal(await store().keys.isOriginRegistered([app], Date.now()), true)
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
