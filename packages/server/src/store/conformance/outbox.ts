import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { NewEvent } from '../../domain/event.ts'
import type { LeasedDelivery, MadeAttempt } from '../../webhooks/ports.ts'
import type { Store } from '../openStore.ts'
import type { StoreWorld } from './world.ts'

const NOW = 1_790_000_000_000
const LEASE_MS = 60_000
const DAY_MS = 24 * 60 * 60 * 1000

/** Each test has an account of its own, and its receivers an endpoint: what others left does not disturb it. */
export function outboxConforms(database: () => StoreWorld, store: () => Store): void {
  let accounts = 0
  const world = () => {
    const owner = { accountId: `acc_outbox_${++accounts}`, environment: 'live' } as const
    const event = (more: Partial<NewEvent> = {}): NewEvent => ({
      ...owner,
      type: 'approval.new',
      entity: '0xab',
      data: '{"a":1}',
      identity: null,
      at: NOW,
      ...more,
    })
    const webhook = (keys: string[] = [], events = ['approval.new']) =>
      store().webhooks.create(owner, {
        url: 'https://h.example/',
        endpoint: owner.accountId,
        events,
        secret: 'whsec_1',
        now: NOW,
        entities: { spelled: keys, keys },
      })
    const lease = async (now: number, without: string[] = []) => {
      const bodyOf = ({ id, type, timestamp, data }: Record<string, string>, secret: string) =>
        JSON.stringify([id, type, timestamp, data, secret])
      const leased = await store().outbox.lease({ now, leaseMs: LEASE_MS, limit: 1_000, without, bodyOf })
      return leased.filter(({ endpoint }) => endpoint === owner.accountId)
    }
    const record = async (delivery: LeasedDelivery, attempt: MadeAttempt['attempt']) => {
      const failing = await store().outbox.record([{ delivery, attempt }])
      assert.ok(failing.every((id) => id === delivery.webhookId))
      return failing.length > 0
    }
    const failed = (delivery: LeasedDelivery | undefined, nextAt: number | null, at = NOW) =>
      record(delivery ?? assert.fail('nothing was due'), {
        delivered: false,
        nextAt,
        at,
        status: 500,
        error: null,
        durationMs: 3,
      })
    const statuses = async (id: string) =>
      (await store().outbox.list(id, { limit: 100, cursor: null })).deliveries.map(({ status }) => status)
    return { owner, event, webhook, lease, record, failed, statuses }
  }

  test('an event goes to the webhooks that subscribed to its type and entity, and is told once', async () => {
    const { event, webhook, lease } = world()
    const [all, listed] = [await webhook(), await webhook(['0xcd', '0xab'])]
    await webhook(['0xcd'])
    await webhook([], ['approval.revoked'])
    assert.equal(await store().outbox.enqueue(event({ identity: 'block 1 log 2' })), 2)
    assert.equal(await store().outbox.enqueue(event({ identity: 'block 1 log 2' })), 0)
    assert.equal(await store().outbox.enqueue(event({ accountId: 'acc_nobody' })), 0)
    const leased = await lease(NOW)
    assert.deepEqual(leased.map(({ webhookId }) => webhookId).sort(), [all.id, listed.id].sort())
    const [id, ...rest] = JSON.parse(leased[0]?.body ?? '')
    assert.match(id, /^evt_[0-9a-f]{32}$/)
    assert.deepEqual(rest, ['approval.new', new Date(NOW).toISOString(), '{"a":1}', 'whsec_1'])
  })

  test('what is leased is nobody else’s until the lease ends; bytes stay what they were first', async () => {
    const { owner, event, webhook, lease } = world()
    const { id } = await webhook()
    await store().outbox.enqueue(event())
    const both = await Promise.all([lease(NOW), lease(NOW)])
    assert.equal(both.flat().length, 1)
    assert.deepEqual(await lease(NOW + LEASE_MS - 1), [])
    await store().webhooks.rotateSecret(owner, id, { secret: 'whsec_2', earlierUntil: NOW + 2 * LEASE_MS })
    const [again] = await lease(NOW + LEASE_MS)
    assert.equal(again?.body, both.flat()[0]?.body)
    assert.deepEqual(again?.secrets, ['whsec_2', 'whsec_1'])
    await store().outbox.release([again ?? assert.fail()], NOW + LEASE_MS)
    const [later] = await lease(NOW + 3 * LEASE_MS)
    assert.deepEqual([later?.secrets, later?.attempts, later?.firstAttemptAt], [['whsec_2'], 0, NOW])
  })

  test('a webhook that has enough to do is left out', async () => {
    const { event, webhook, lease } = world()
    const { id } = await webhook()
    await store().outbox.enqueue(event())
    assert.deepEqual(await lease(NOW, [id]), [])
    assert.equal((await lease(NOW, ['another'])).length, 1)
  })

  test('what waits for a webhook that has enough to do hides nobody: others are found, each its oldest first', async () => {
    const { owner, event, webhook } = world()
    const busy = await webhook()
    const many = { events: ['approval.new'], secret: 's', now: NOW, entities: { spelled: [], keys: [] } }
    for (let made = 0; made < 20; made++)
      await store().webhooks.create(owner, {
        ...many,
        url: 'https://o.example/',
        endpoint: `${owner.accountId}-others`,
      })
    for (let told = 0; told < 3; told++) await store().outbox.enqueue(event({ at: NOW - 3 + told }))
    const found: LeasedDelivery[] = []
    for (;;) {
      const options = { now: NOW, leaseMs: LEASE_MS, limit: 32, without: [busy.id], bodyOf: () => 'b' }
      const leased = await store().outbox.lease(options)
      if (leased.length === 0) break
      found.push(...leased.filter(({ endpoint }) => endpoint.startsWith(owner.accountId)))
    }
    assert.equal(found.length, 60)
    assert.ok(found.every(({ endpoint }) => endpoint !== owner.accountId))
    const order = Map.groupBy(found, ({ webhookId }) => webhookId)
    const ids = [...order.values()].map((deliveries) => deliveries.map(({ eventId }) => eventId))
    for (const one of ids) assert.deepEqual(one, ids[0])
  })

  test('an attempt is logged; the next is due when it is due, and what arrived is not sent again', async () => {
    const { owner, event, webhook, lease, record, failed } = world()
    const { id } = await webhook()
    await store().outbox.enqueue(event())
    assert.equal(await failed((await lease(NOW))[0], NOW + 500), false)
    assert.deepEqual(await lease(NOW + 499), [])
    const [second] = await lease(NOW + 500)
    assert.deepEqual([second?.attempts, second?.firstAttemptAt], [1, NOW])
    const arrived = { delivered: true, nextAt: null, at: NOW + 501, status: 204, error: null, durationMs: 9 }
    assert.equal(await record(second ?? assert.fail(), arrived), false)
    assert.equal(await record(second ?? assert.fail(), arrived), false)
    const [shown] = (await store().outbox.list(id, { limit: 2, cursor: null })).deliveries
    assert.deepEqual([shown?.status, shown?.nextAttemptAt], ['delivered', null])
    assert.deepEqual(shown?.attempts, [
      { at: NOW, status: 500, error: null, durationMs: 3 },
      { at: NOW + 501, status: 204, error: null, durationMs: 9 },
    ])
    assert.deepEqual(await lease(NOW + 1e9), [])
    const webhooks = await store().webhooks.list(owner)
    assert.deepEqual([webhooks[0]?.lastTriggeredAt, webhooks[0]?.status], [NOW + 501, 'active'])
  })

  test('after the last attempt the webhook is failing, and what comes waits until it is activated', async () => {
    const { owner, event, webhook, lease, failed, statuses } = world()
    const { id } = await webhook()
    await store().outbox.enqueue(event())
    const [first] = await lease(NOW)
    await store().outbox.enqueue(event({ at: NOW + 1 }))
    assert.equal(await failed(first, null), true)
    assert.equal((await store().webhooks.get(owner, id))?.status, 'failing')
    await store().outbox.enqueue(event({ at: NOW + 2 }))
    assert.equal(await store().outbox.enqueueFor(id, event()), null)
    assert.deepEqual(await statuses(id), ['parked', 'parked', 'failed'])
    assert.deepEqual(await lease(NOW + 10), [])
    const active = await store().webhooks.activate(owner, id, { now: NOW + 20, oldest: NOW + 2 })
    assert.equal(active?.status, 'active')
    assert.deepEqual(await statuses(id), ['pending', 'expired', 'failed'])
    assert.equal((await lease(NOW + 20)).length, 1)
  })

  test('what was attempted together is written together: each in its own way, and a webhook that fails parks the rest', async () => {
    const { owner, event, webhook, lease } = world()
    const [good, bad] = [await webhook(), await webhook()]
    for (let told = 0; told < 3; told++) await store().outbox.enqueue(event({ at: NOW + told }))
    const leased = await lease(NOW + 5)
    const of = ({ id }: { id: string }) => leased.filter(({ webhookId }) => webhookId === id)
    const attempt = (delivered: boolean, nextAt: number | null) => ({
      delivered,
      nextAt,
      at: NOW + 6,
      status: delivered ? 200 : 503,
      error: null,
      durationMs: 1,
    })
    const made = [
      ...of(good).map((delivery) => ({ delivery, attempt: attempt(true, null) })),
      ...of(bad).map((delivery, place) => ({ delivery, attempt: attempt(false, place === 1 ? null : NOW + 99) })),
    ]
    // One lease is lost meanwhile: its attempt is not recorded.
    const [taken] = made
    await store().outbox.release([taken?.delivery ?? assert.fail()], NOW)
    await store().outbox.record([])
    assert.deepEqual(await store().outbox.record(made), [bad.id])
    const kept = async (id: string) => {
      const { deliveries } = await store().outbox.list(id, { limit: 9, cursor: null })
      return deliveries.map(({ status, attempts }) => [status, attempts.length]).reverse()
    }
    assert.deepEqual(await kept(good.id), [
      ['pending', 0],
      ['delivered', 1],
      ['delivered', 1],
    ])
    assert.deepEqual(await kept(bad.id), [
      ['parked', 1],
      ['failed', 1],
      ['parked', 1],
    ])
    assert.equal((await store().webhooks.get(owner, good.id))?.lastTriggeredAt, NOW + 6)
  })

  test('that a webhook is failing is said once, until it was activated', async () => {
    const { owner, event, webhook, lease, failed, statuses } = world()
    const { id } = await webhook()
    for (let told = 0; told < 3; told++) await store().outbox.enqueue(event({ at: NOW + told }))
    const leased = await lease(NOW + 5)
    assert.deepEqual([await failed(leased[0], null), await failed(leased[1], null)], [true, false])
    assert.deepEqual(await statuses(id), ['parked', 'parked', 'failed'])
    await store().webhooks.activate(owner, id, { now: NOW + 9, oldest: 0 })
    assert.equal(await failed((await lease(NOW + 9))[0], null), true)
  })

  test('what was parked in the moment of an activation is looked after', async () => {
    const { owner, event, webhook, lease, failed, statuses } = world()
    const { id } = await webhook()
    await store().outbox.enqueue(event())
    const [first] = await lease(NOW)
    await failed(first, null)
    await store().outbox.enqueue(event({ at: NOW + 1 }))
    await store().webhooks.activate(owner, id, { now: NOW, oldest: 0 })
    // As if a process that had seen the webhook failing had written the event.
    await database().query(`update deliveries set status = 'parked' where webhook_id = '${id}' and status = 'pending'`)
    await store().outbox.prune(NOW + 2)
    assert.deepEqual(await statuses(id), ['pending', 'failed'])
    assert.equal((await lease(NOW + 2)).length, 1)
  })

  test('an old event stays while it is sent once more, and is sent', async () => {
    const { owner, event, webhook, lease } = world()
    const at = NOW - 30 * DAY_MS + 1
    await store().outbox.enqueue(event({ at }))
    const { id } = await webhook()
    const range = { since: at, until: NOW, types: null, now: NOW, max: 10 }
    assert.equal(await store().replays.replay(owner, id, range), 1)
    await store().outbox.prune(NOW + 2)
    assert.equal((await lease(NOW + 2)).length, 1)
    await store().outbox.prune(NOW + 30 * DAY_MS + 2)
    const query = {
      order: 'newest',
      limit: 9,
      beyond: null,
      types: null,
      entity: null,
      since: null,
      until: null,
    } as const
    assert.deepEqual(await store().events.list(owner, query), [])
  })

  test('deliveries whose event or webhook is gone hide nobody’s: they are deleted', async () => {
    const { owner, event, webhook, lease } = world()
    const [{ id }, gone] = [await webhook(), await webhook()]
    for (let told = 0; told < 200; told++) await store().outbox.enqueue(event({ at: NOW - 500 }))
    await database().query(`delete from events where account_id = '${owner.accountId}'`)
    await store().outbox.enqueue(event())
    await database().query(`delete from webhooks where id = '${gone.id}'`)
    const options = { now: NOW, leaseMs: LEASE_MS, limit: 32, without: [], bodyOf: () => 'b' }
    const found: string[] = []
    for (let looks = 0; looks < 3; looks++)
      found.push(...(await store().outbox.lease(options)).map(({ webhookId }) => webhookId))
    assert.ok(found.includes(id))
    assert.deepEqual(await lease(NOW), [])
    assert.equal((await store().outbox.list(id, { limit: 100, cursor: null })).deliveries.length, 1)
    await database().query(`delete from deliveries where webhook_id = '${gone.id}'`)
  })

  test('a long overdue pruning leaves others their turn', async () => {
    const { owner, webhook } = world()
    const { id } = await webhook()
    const numbers = 'with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < 1300)'
    await database().query(`${numbers}
      insert into events (id, account_id, environment, type, data, at)
      select 'evt_old' || n, '${owner.accountId}', 'live', 't', '{}', n - 2000000000000 from numbers`)
    await database().query(`${numbers}
      insert into deliveries (id, webhook_id, event_id, status, attempts, by_hand, due_at, leased_until, log, created_at)
      select 'dlv_old' || n, '${id}', 'evt_old' || n, 'delivered', 1, 0, 0, 0, '[]', n - 2000000000000 from numbers`)
    let turns = 0
    const counting = setInterval(() => turns++)
    await store().outbox.prune(-1e12)
    clearInterval(counting)
    assert.ok(turns >= 2, `${turns} turns`)
    assert.deepEqual((await store().outbox.list(id, { limit: 9, cursor: null })).deliveries, [])
  })

  test('a retry by hand is one attempt, whose failure harms nothing', async () => {
    const { owner, event, webhook, lease, failed, statuses } = world()
    const { id } = await webhook()
    await store().outbox.enqueue(event())
    await failed((await lease(NOW))[0], null)
    await store().webhooks.activate(owner, id, { now: NOW, oldest: 0 })
    const [{ id: deliveryId } = { id: '' }] = (await store().outbox.list(id, { limit: 1, cursor: null })).deliveries
    assert.equal(await store().outbox.retry('wh_other', deliveryId, NOW), null)
    assert.equal((await store().outbox.retry(id, deliveryId, NOW + 5))?.nextAttemptAt, NOW + 5)
    assert.equal(await store().outbox.retry(id, deliveryId, NOW + 6), null)
    const [byHand] = await lease(NOW + 5)
    assert.equal(byHand?.byHand, true)
    assert.equal(await failed(byHand, null, NOW + 5), false)
    assert.deepEqual(await statuses(id), ['failed'])
    assert.equal((await store().webhooks.get(owner, id))?.status, 'active')
    assert.equal((await store().outbox.get(id, deliveryId))?.attempts.length, 2)
  })

  test('pages are newest first, complete and disjoint; after 30 days nothing is left', async () => {
    const { event, webhook } = world()
    const { id } = await webhook()
    for (let at = 0; at < 5; at++) await store().outbox.enqueue(event({ at: at - 1e12 }))
    const seen: number[] = []
    let cursor: string | null = null
    do {
      const page = await store().outbox.list(id, { limit: 2, cursor })
      seen.push(...page.deliveries.map(({ createdAt }) => createdAt + 1e12))
      cursor = page.nextCursor
    } while (cursor !== null)
    assert.deepEqual(seen, [4, 3, 2, 1, 0])
    await assert.rejects(store().outbox.list(id, { limit: 2, cursor: "1' or 1" }), RangeError)
    await store().outbox.prune(0)
    assert.deepEqual((await store().outbox.list(id, { limit: 2, cursor: null })).deliveries, [])
  })
}
