import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import type { NewEvent } from '../../domain/event.ts'
import type { EventQuery } from '../../domain/ports/events.ts'
import type { Store } from '../openStore.ts'
import type { StoreWorld } from './world.ts'

const NOW = 1_790_000_000_000
const ALL: EventQuery = {
  order: 'oldest',
  limit: 100,
  beyond: null,
  types: null,
  entity: null,
  since: null,
  until: null,
}

/** Each test has an account of its own. */
export function eventsConform(world: () => StoreWorld, store: () => Store): void {
  let accounts = 0
  const newOwner = () => ({ accountId: `acc_events_${++accounts}`, environment: 'live' }) as const
  const tell = (event: Partial<NewEvent> & Pick<NewEvent, 'accountId' | 'environment'>, on = store()) =>
    on.outbox.enqueue({ type: 'approval.new', entity: '0xab', data: '{"a":1}', identity: null, at: NOW, ...event })
  const dataOf = async (owner: ReturnType<typeof newOwner>, query: Partial<EventQuery>) =>
    (await store().events.list(owner, { ...ALL, ...query })).map(({ data }) => data)

  test('are listed in either order, from a place on, by type, entity and time', async () => {
    const owner = newOwner()
    await tell({ ...owner, data: '1' })
    await tell({ ...owner, data: '2', type: 'approval.revoked', at: NOW + 5 })
    await tell({ ...owner, data: '3', entity: '0xcd', at: NOW + 10 })
    const [, second] = await store().events.list(owner, ALL)
    const beyond = second?.seq ?? assert.fail()
    assert.deepEqual(await dataOf(owner, {}), ['1', '2', '3'])
    assert.deepEqual(await dataOf(owner, { order: 'newest', limit: 2 }), ['3', '2'])
    assert.deepEqual(await dataOf(owner, { beyond }), ['3'])
    assert.deepEqual(await dataOf(owner, { order: 'newest', beyond }), ['1'])
    assert.deepEqual(await dataOf(owner, { types: ['approval.new', 'x'] }), ['1', '3'])
    assert.deepEqual(await dataOf(owner, { entity: '0xcd' }), ['3'])
    assert.deepEqual(await dataOf(owner, { since: NOW + 5, until: NOW + 10 }), ['2'])
  })

  test('what matches is found behind more than one look passes over', async () => {
    const owner = newOwner()
    const rows = (from: number, count: number) => `
      with recursive n (i) as (select ${from} union all select i + 1 from n where i + 1 < ${from + count})
      insert into events (id, account_id, environment, type, entity, data, at)
      select 'evt_${owner.accountId}_' || i, '${owner.accountId}', 'live', 'approval.revoked', null, '0', ${NOW} from n`
    await tell({ ...owner, data: '1', type: 'x', at: NOW - 1 })
    await world().query(rows(0, 10_050))
    await tell({ ...owner, data: '2', type: 'x', at: NOW - 1 })
    await world().query(rows(20_000, 10_050))
    await tell({ ...owner, data: '3', type: 'x', entity: '0xcd', at: NOW - 1 })
    for (const query of [{ types: ['x', 'y'] }, { until: NOW }]) {
      assert.deepEqual(await dataOf(owner, query), ['1', '2', '3'])
      assert.deepEqual(await dataOf(owner, { ...query, order: 'newest', limit: 2 }), ['3', '2'])
      assert.deepEqual(await dataOf(owner, { ...query, limit: 1 }), ['1'])
    }
    assert.deepEqual(await dataOf(owner, { entity: '0xcd' }), ['3'])
    assert.deepEqual(await dataOf(owner, { types: ['y'] }), [])
    const counted = async (type: string) =>
      (await store().events.count(NOW - 1, NOW + 600_000)).find((one) => one.type === type)?.count
    assert.deepEqual([await counted('x'), await counted('y')], [3, undefined])
    assert.ok(((await counted('approval.revoked')) ?? 0) >= 20_100)
    await world().query(`delete from events where account_id = '${owner.accountId}'`)
  })

  test('show their deliveries, and nobody else what is of others', async () => {
    const owner = newOwner()
    const { id: webhookId } = await store().webhooks.create(owner, {
      url: 'https://h.example/',
      endpoint: 'e',
      events: ['approval.new'],
      secret: 's',
      now: NOW,
      entities: { spelled: [], keys: [] },
    })
    await tell(owner)
    const [event] = await store().events.list(owner, ALL)
    assert.ok(event)
    const [delivery] = event.deliveries
    assert.deepEqual(event.deliveries, [{ id: delivery?.id, webhookId, status: 'pending' }])
    assert.deepEqual(await store().events.get(owner, event.id), event)
    for (const stranger of [newOwner(), { ...owner, environment: 'test' as const }]) {
      assert.equal(await store().events.get(stranger, event.id), null)
      assert.deepEqual(await store().events.list(stranger, ALL), [])
    }
  })

  test('whom something happened to is known since a place', async () => {
    const [one, other] = [newOwner(), newOwner()]
    const before = await store().events.newest()
    for (const owner of [one, other, one]) await tell(owner)
    const { newest, owners } = await store().events.since(before)
    assert.deepEqual(owners.map(({ accountId }) => accountId).sort(), [one.accountId, other.accountId])
    assert.equal(newest, await store().events.newest())
    assert.deepEqual(await store().events.since(newest), { newest, owners: [] })
  })

  test('a reader who goes on from the last one that he saw misses none, while several nodes write', async () => {
    const owner = newOwner()
    const nodes = [store(), await world().open(), await world().open()]
    try {
      let writing = true
      const written = Promise.all(
        nodes.map(async (node, at) => {
          for (let count = 0; count < 40; count++) await tell({ ...owner, data: `"${at} ${count}"` }, node)
        }),
      ).finally(() => {
        writing = false
      })
      const seen: string[] = []
      let beyond: number | null = null
      for (let last = false; !last; ) {
        last = !writing
        // SQLite answers at once: without a pause the writer would get no turn.
        await setImmediate()
        for (const { seq, data } of await store().events.list(owner, { ...ALL, limit: 7, beyond })) {
          beyond = seq
          seen.push(data)
          last = false
        }
      }
      await written
      assert.equal(new Set(seen).size, 120)
      assert.equal(seen.length, 120)
    } finally {
      for (const node of nodes.slice(1)) await node.close()
    }
  })
}
