import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Store } from '../openStore.ts'
import type { StoreWorld } from './world.ts'

const NOW = 1_790_000_000_000
const RANGE = { since: NOW, until: NOW + 100, types: null, now: NOW + 500, max: 3 }

/** Each test has an account of its own, and its receivers an endpoint. */
export function replaysConform(database: () => StoreWorld, store: () => Store): void {
  let accounts = 0
  const world = () => {
    const owner = { accountId: `acc_replays_${++accounts}`, environment: 'live' } as const
    const webhook = (keys: string[] = []) =>
      store().webhooks.create(owner, {
        url: 'https://h.example/',
        endpoint: owner.accountId,
        events: ['approval.new'],
        secret: 's',
        now: NOW,
        entities: { spelled: keys, keys },
      })
    const tell = (at: number, more: object = {}) =>
      store().outbox.enqueue({
        ...owner,
        type: 'approval.new',
        entity: '0xab',
        data: `{"at":${at}}`,
        identity: null,
        at,
        ...more,
      })
    const send = async () => {
      const bodyOf = ({ id, data }: { id: string; data: string }) => `${id} ${data}`
      const leased = await store().outbox.lease({ now: NOW + 500, leaseMs: 1, limit: 100, without: [], bodyOf })
      const own = leased.filter(({ endpoint }) => endpoint === owner.accountId)
      const attempt = { delivered: true, nextAt: null, at: NOW, status: 200, error: null, durationMs: 1 }
      await store().outbox.record(own.map((delivery) => ({ delivery, attempt })))
      return own.map(({ body }) => body)
    }
    return { owner, webhook, tell, send }
  }

  test('what was sent is sent once more, with the same ids, and what is on its way is not doubled', async () => {
    const { owner, webhook, tell, send } = world()
    const { id } = await webhook()
    for (const at of [NOW - 1, NOW, NOW + 99, NOW + 100]) await tell(at)
    assert.equal(await store().replays.replay(owner, id, RANGE), 0)
    const first = await send()
    assert.equal(first.length, 4)
    assert.equal(await store().replays.replay(owner, id, RANGE), 2)
    assert.equal(await store().replays.replay(owner, id, RANGE), 0)
    assert.deepEqual(await send(), first.slice(1, 3))
    assert.deepEqual(await send(), [])
  })

  test('of several at once one sends', async () => {
    const { owner, webhook, tell } = world()
    for (let at = NOW; at < NOW + 3; at++) await tell(at)
    for (let round = 0; round < 5; round++) {
      const { id } = await webhook()
      const found = await Promise.all(Array.from({ length: 4 }, () => store().replays.replay(owner, id, RANGE)))
      assert.deepEqual(found.sort(), [0, 0, 0, 3])
    }
  })

  test('it is of the webhook’s entities and types, or of the types that were named', async () => {
    const { owner, webhook, tell, send } = world()
    await tell(NOW)
    await tell(NOW, { entity: '0xcd' })
    await tell(NOW, { type: 'approval.revoked' })
    const { id } = await webhook(['0xab'])
    assert.equal(await store().replays.replay(owner, id, RANGE), 1)
    assert.equal(await store().replays.replay(owner, id, { ...RANGE, types: ['approval.revoked'] }), 1)
    assert.equal((await send()).length, 2)
  })

  test('too much at once is refused whole, and said until when it would not be', async () => {
    const { owner, webhook, tell, send } = world()
    for (let at = NOW; at < NOW + 5; at++) await tell(at)
    const { id } = await webhook()
    const refused = await store().replays.replay(owner, id, RANGE)
    assert.deepEqual(refused, { cutAt: NOW + 3 })
    assert.deepEqual(await send(), [])
    assert.equal(await store().replays.replay(owner, id, { ...RANGE, until: NOW + 3 }), 3)
  })

  test('what is to be sent is found behind what is not', async () => {
    const { owner, webhook, tell } = world()
    await tell(NOW, { type: 'approval.revoked' })
    const others = 'id || n, account_id, environment, type, entity, entity_key, data, at'
    await database().query(`with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < 2099)
      insert into events (${others.replace(' || n', '')})
      select ${others} from events, numbers where account_id = '${owner.accountId}'`)
    await tell(NOW + 1)
    await tell(NOW + 1, { entity: '0xcd' })
    const [listed, all] = [await webhook(['0xab']), await webhook()]
    assert.equal(await store().replays.replay(owner, listed.id, RANGE), 1)
    assert.equal(await store().replays.replay(owner, all.id, RANGE), 2)
  })

  test('of a webhook of others it is none', async () => {
    const { webhook } = world()
    const { id } = await webhook()
    assert.equal(await store().replays.replay(world().owner, id, RANGE), null)
  })
}
