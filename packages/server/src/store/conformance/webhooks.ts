import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { WebhookStore } from '../../domain/ports/webhooks.ts'
import type { Store } from '../openStore.ts'
import { NEW_SECRET, SECRET, type StoreWorld } from './world.ts'

const NOW = 1_790_000_000_000
const OWNER = { accountId: 'acc_wh', environment: 'live' } as const
const given: Parameters<WebhookStore['create']>[1] = {
  url: 'https://hooks.example/a',
  endpoint: 'hooks.example:443',
  events: ['approval.new'],
  now: NOW,
  entities: { spelled: ['0xAB'], keys: ['0xab'] },
  secret: 'whsec_given',
}

export function webhooksConform(world: () => StoreWorld, store: () => Store): void {
  const strangers = [
    { accountId: 'acc_other', environment: 'live' },
    { accountId: 'acc_wh', environment: 'test' },
  ] as const

  test('a webhook comes back as it was given, newest first, to its owner alone', async () => {
    const first = await store().webhooks.create(OWNER, given)
    const second = await store().webhooks.create(OWNER, { ...given, entities: { spelled: [], keys: [] } })
    assert.match(first.id, /^wh_[0-9a-f]{32}$/)
    const { id, ...rest } = first
    const shown = { url: given.url, events: given.events, entities: ['0xAB'] }
    assert.deepEqual(rest, { ...shown, status: 'active', lastTriggeredAt: null, createdAt: NOW })
    const listed = [second, first].map(({ entities: _, ...summary }) => summary)
    assert.deepEqual(await store().webhooks.list(OWNER), listed)
    assert.deepEqual(await store().webhooks.get(OWNER, id), first)
    for (const stranger of strangers) {
      assert.deepEqual(await store().webhooks.list(stranger), [])
      assert.equal(await store().webhooks.get(stranger, id), null)
      assert.equal(await store().webhooks.update(stranger, id, { events: [] }), null)
      assert.equal(await store().webhooks.activate(stranger, id, { now: NOW, oldest: 0 }), null)
      assert.equal(await store().webhooks.rotateSecret(stranger, id, { secret: 'x', earlierUntil: 0 }), false)
      assert.equal(await store().webhooks.delete(stranger, id), false)
    }
    assert.deepEqual(await store().webhooks.get(OWNER, id), first)
  })

  test('a change changes what it names', async () => {
    const { id } = await store().webhooks.create(OWNER, given)
    const where = { url: 'https://hooks.example/b', endpoint: 'hooks.example:443' }
    assert.equal((await store().webhooks.update(OWNER, id, { where }))?.url, where.url)
    assert.deepEqual((await store().webhooks.update(OWNER, id, { events: ['approval.revoked'] }))?.events, [
      'approval.revoked',
    ])
    const entities = { spelled: ['a', 'b'], keys: ['a', 'b'] }
    const changed = await store().webhooks.update(OWNER, id, { entities })
    assert.deepEqual([changed?.url, changed?.events, changed?.entities], [where.url, ['approval.revoked'], ['a', 'b']])
    assert.deepEqual(await store().webhooks.update(OWNER, id, {}), changed)
  })

  test('a deleted one is gone with its deliveries', async () => {
    const { id } = await store().webhooks.create(OWNER, given)
    const event = { ...OWNER, type: 't', entity: null, data: '{}', identity: null, at: NOW }
    await store().outbox.enqueueFor(id, event)
    assert.equal(await store().webhooks.delete(OWNER, id), true)
    assert.equal(await store().webhooks.get(OWNER, id), null)
    assert.equal(await store().webhooks.delete(OWNER, id), false)
    assert.deepEqual((await store().outbox.list(id, { limit: 1, cursor: null })).deliveries, [])
  })

  test('an account has 100 in each environment', async () => {
    const owner = { accountId: 'acc_many', environment: 'live' } as const
    for (let made = 0; made < 97; made++) await store().webhooks.create(owner, given)
    const hasty = await Promise.allSettled(Array.from({ length: 12 }, () => store().webhooks.create(owner, given)))
    assert.equal(hasty.filter(({ status }) => status === 'fulfilled').length, 3)
    await assert.rejects(store().webhooks.create(owner, given), /100 webhooks .* delete one/)
    await store().webhooks.create({ ...owner, environment: 'test' }, given)
    for (const { id } of await store().webhooks.list(owner)) await store().webhooks.delete(owner, id)
  })

  test('after the server’s secret was rotated and the old one dropped, both secrets of a webhook still sign', async () => {
    const owner = { accountId: 'acc_resealed', environment: 'live' } as const
    const { id } = await store().webhooks.create(owner, given)
    await store().webhooks.rotateSecret(owner, id, { secret: 'whsec_next', earlierUntil: 1e15 })
    await store().outbox.enqueueFor(id, { ...owner, type: 't', entity: null, data: '{}', identity: null, at: 1 })
    const rotated = await world().open(`${NEW_SECRET},${SECRET}`)
    await rotated.migrate()
    const under = (counts: { secretId: string; webhooks: number }[], secret: string) =>
      counts.find(({ secretId }) => secretId === secret)?.webhooks ?? 0
    const [current, [earlier]] = [rotated.keyring.current(), rotated.keyring.earlier()]
    const counts = await rotated.webhooks.countBySecret()
    await rotated.close()
    assert.ok(under(counts, current.id) >= 1)
    assert.equal(under(counts, earlier?.id ?? ''), 0)
    const alone = await world().open(NEW_SECRET)
    try {
      const options = { now: 2, leaseMs: 1, limit: 1_000, without: [], bodyOf: () => 'b' }
      const leased = (await alone.outbox.lease(options)).find(({ webhookId }) => webhookId === id)
      assert.deepEqual(leased?.secrets, ['whsec_next', 'whsec_given'])
      await alone.webhooks.delete(owner, id)
    } finally {
      await alone.close()
    }
    // The other tests go on under the first one.
    const back = await world().open(`${SECRET},${NEW_SECRET}`)
    await back.reseal()
    await back.close()
  })

  test('a secret that the server cannot open any more stops its webhook and no other', async () => {
    const owner = { accountId: 'acc_sealed', environment: 'live' } as const
    const { id } = await store().webhooks.create(owner, given)
    await store().outbox.enqueueFor(id, { ...owner, type: 't', entity: null, data: '{}', identity: null, at: 1 })
    const foreign = await world().open(NEW_SECRET)
    try {
      const options = { now: 2, leaseMs: 1, limit: 10, without: [], bodyOf: () => 'b' }
      assert.deepEqual(await foreign.outbox.lease(options), [])
      assert.equal((await store().webhooks.get(owner, id))?.status, 'failing')
    } finally {
      await foreign.close()
    }
  })
}
