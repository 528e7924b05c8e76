import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DEFAULT_GUARD } from '../../domain/rpc/rpcToken.ts'
import type { Store } from '../openStore.ts'
import { SECRET, type StoreWorld } from './world.ts'

const MAX = 10
const NOW = 1_790_000_000_000

export function rpcTokensConform(world: () => StoreWorld, store: () => Store): void {
  const ownerOf = async (name: string) => {
    const { id } = await store().accounts.create({ name, plan: 'pro' })
    return { accountId: id, environment: 'live' } as const
  }
  const wanted = {
    name: 'phone',
    chains: null,
    guard: DEFAULT_GUARD,
    createdBy: 'key_a',
    expiresAt: null,
    now: NOW,
  }

  test('a token is found by its text, is no API key, and belongs to its owner alone', async () => {
    const { rpcTokens, keys } = store()
    const owner = await ownerOf('rpc one')
    const given = { ...wanted, chains: ['bsc' as const], guard: { ...DEFAULT_GUARD, onHold: 'error' as const } }
    const { rpcToken, token } = await rpcTokens.create(owner, given, MAX)
    assert.match(token, /^svc_rpc_live_[0-9A-Za-z]{32}$/)
    assert.ok(token.startsWith(rpcToken.prefix))
    assert.deepEqual([rpcToken.chains, rpcToken.guard.onHold, rpcToken.plan], [['bsc'], 'error', 'pro'])
    assert.deepEqual(await rpcTokens.findByToken(token), rpcToken)
    assert.equal(await rpcTokens.findByToken(`${token.slice(0, -1)}${token.endsWith('0') ? '1' : '0'}`), null)
    assert.equal(await keys.findByToken(token), null)
    assert.deepEqual(await rpcTokens.list(owner, NOW), [rpcToken])
    const stranger = { ...owner, environment: 'test' } as const
    assert.deepEqual(await rpcTokens.list(stranger, NOW), [])
    assert.equal(await rpcTokens.revoke(stranger, rpcToken.id, NOW), false)
  })

  test('a revoked one is found with when it was revoked first, and listed no more; neither is an expired one', async () => {
    const { rpcTokens } = store()
    const owner = await ownerOf('rpc two')
    const { rpcToken, token } = await rpcTokens.create(owner, wanted, MAX)
    await rpcTokens.create(owner, { ...wanted, expiresAt: NOW + 5 }, MAX)
    assert.equal((await rpcTokens.list(owner, NOW)).length, 2)
    assert.equal(await rpcTokens.revoke(owner, rpcToken.id, NOW + 1), true)
    assert.equal(await rpcTokens.revoke(owner, rpcToken.id, NOW + 9), true)
    assert.equal((await rpcTokens.findByToken(token))?.revokedAt, NOW + 1)
    assert.deepEqual(await rpcTokens.list(owner, NOW + 5), [])
  })

  test('tokens go with the descendants of a key, and with all other keys', async () => {
    const { rpcTokens, keys } = store()
    const owner = await ownerOf('rpc three')
    const base = { ...owner, name: 'k', scopes: ['admin' as const] }
    const { key: parent } = await keys.create(base)
    const { key: child } = await keys.create({ ...base, createdBy: parent.id })
    const tokenOf = async (createdBy: string) => (await rpcTokens.create(owner, { ...wanted, createdBy }, MAX)).rpcToken
    const { rpcToken: other } = await rpcTokens.create(owner, wanted, MAX)
    await tokenOf(parent.id)
    await tokenOf(child.id)
    assert.equal(await keys.revokeDescendants(owner.accountId, 'test', parent.id), 0)
    assert.equal((await rpcTokens.list(owner, NOW)).length, 3)
    assert.equal(await keys.revokeDescendants(owner.accountId, 'live', parent.id), 1)
    assert.deepEqual(await rpcTokens.list(owner, NOW), [other])
    const kept = await tokenOf(parent.id)
    assert.equal(await keys.revokeOthers(owner.accountId, 'live', parent.id), 0)
    assert.deepEqual(await rpcTokens.list(owner, NOW), [kept])
  })

  test('a key that was revoked after its request was let in creates nothing', async () => {
    const { rpcTokens, keys } = store()
    const owner = await ownerOf('rpc late')
    const base = { ...owner, name: 'k', scopes: ['admin' as const] }
    const { key } = await keys.create(base)
    await keys.revoke(owner.accountId, 'live', key.id)
    await assert.rejects(
      keys.create({ ...base, createdBy: key.id }),
      /^RangeError: The key that creates it was revoked/,
    )
    await assert.rejects(rpcTokens.create(owner, { ...wanted, createdBy: key.id }, MAX), RangeError)
    await assert.rejects(keys.create({ ...base, createdBy: 'mem_none' }), /^RangeError: The member that creates it/)
  })

  test('what a key and its descendants create while they are revoked is revoked too, on every node', async () => {
    const { rpcTokens, keys } = store()
    const other = await world().open(SECRET)
    const owner = await ownerOf('rpc race')
    const base = { ...owner, name: 'k', scopes: ['admin' as const] }
    const nodes = [store(), other]
    try {
      const { key: leaked } = await keys.create(base)
      const made: string[] = []
      /** Creates with the key that was created last, until that is refused. */
      const create = async (node: Store) => {
        for (let goesOn = true; goesOn; ) {
          const createdBy = made.at(-1) ?? leaked.id
          const [key] = await Promise.allSettled([
            node.keys.create({ ...base, createdBy }),
            node.rpcTokens.create(owner, { ...wanted, createdBy }, 1_000),
          ])
          goesOn = key.status === 'fulfilled'
          if (key.status === 'fulfilled') made.push(key.value.key.id)
        }
      }
      const revoke = async () => {
        while (made.length < 4) await new Promise((resolve) => setTimeout(resolve, 1))
        await keys.revoke(owner.accountId, 'live', leaked.id)
        await other.keys.revokeDescendants(owner.accountId, 'live', leaked.id)
      }
      await Promise.all([revoke(), ...nodes.flatMap((node) => [create(node), create(node)])])
      assert.deepEqual(await keys.list(owner.accountId, 'live'), [])
      assert.deepEqual(await rpcTokens.list(owner, NOW), [])
    } finally {
      await other.close()
    }
  })

  test('an account has so many and no more, also when they are made at once', async () => {
    const { rpcTokens } = store()
    const owner = await ownerOf('rpc many')
    for (let made = 0; made < MAX - 2; made++) await rpcTokens.create(owner, wanted, MAX)
    const made = await Promise.allSettled(Array.from({ length: 6 }, () => rpcTokens.create(owner, wanted, MAX)))
    assert.equal(made.filter(({ status }) => status === 'fulfilled').length, 2)
    await assert.rejects(rpcTokens.create(owner, wanted, MAX), RangeError)
  })
}
