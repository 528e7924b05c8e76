import { type Kysely, type Selectable, sql } from 'kysely'
import { type Delivery, type DeliveryStatus, failsWebhook, RETRYABLE, statusAfter } from '../../domain/delivery.ts'
import { EVENTS_KEPT_MS, type NewEvent } from '../../domain/event.ts'
import type { DeliveryStore } from '../../domain/ports/webhooks.ts'
import type { DueDeliveries, MadeAttempt } from '../../webhooks/ports.ts'
import { pageOf, placeIn } from '../createCursors.ts'
import type { Engine } from '../engine/engine.ts'
import { givenRows, storableText } from '../givenRows.ts'
import type { Keyring } from '../keyring.ts'
import { type Pacing, pruneInChunks } from '../pruneChunks.ts'
import type { Schema } from '../schema.ts'
import { emitEvent, insertEvent, newDelivery } from './insertEvent.ts'
import { createLease } from './leaseDeliveries.ts'
import { failWebhook, lockDeliveries } from './lockDeliveries.ts'

/** Attempts that the log shows, the newest. */
const LOGGED = 20

const LONGEST_ERROR = 300

const COLUMNS = { id: 'text', status: 'text', due_at: 'bigint', log: 'text' } as const

export type Outbox = DueDeliveries &
  DeliveryStore & {
    /** The event and a delivery for each webhook that is subscribed, all or nothing; how many deliveries. */
    enqueue(event: NewEvent): Promise<number>
    /** Deletes deliveries made 30 days ago and events as old that have none left, and looks after what was parked in the moment of an activation. */
    prune(now: number, pacing?: Pacing): Promise<void>
  }

export function createOutbox({ db, dialect }: Engine, keyring: Keyring): Outbox {
  const shown = (on: Kysely<Schema>) =>
    on
      .selectFrom('deliveries')
      .innerJoin('events', 'events.id', 'deliveries.event_id')
      .selectAll('deliveries')
      .select('events.type')
  const find = async (on: Kysely<Schema>, webhookId: string, id: string) => {
    const row = await shown(on)
      .where('deliveries.webhook_id', '=', webhookId)
      .where('deliveries.id', '=', id)
      .executeTakeFirst()
    return row ? toDelivery(row) : null
  }
  return {
    async enqueue(event) {
      const told = await db.transaction().execute((transaction) => emitEvent(transaction, event))
      return told?.deliveries ?? 0
    },
    enqueueFor: (webhookId, event) =>
      db.transaction().execute(async (transaction) => {
        const webhook = await transaction
          .selectFrom('webhooks')
          .select('status')
          .where('id', '=', webhookId)
          .executeTakeFirst()
        if (webhook?.status !== 'active') return null
        const eventId = await insertEvent(transaction, event)
        if (eventId === null) return null
        const row = newDelivery(webhookId, eventId, event.at, webhook.status)
        await transaction.insertInto('deliveries').values(row).execute()
        return find(transaction, webhookId, row.id)
      }),
    lease: createLease({ db, dialect }, keyring),
    record: createRecord({ db, dialect }),
    async release(deliveries, now) {
      if (deliveries.length === 0) return
      const rows = deliveries.map(({ id, leasedUntil }) => ({ id, leased_until: leasedUntil }))
      await db.transaction().execute(async (transaction) => {
        await lockDeliveries(transaction, dialect, deliveries)
        await sql`
          update deliveries set leased_until = ${now}
          from ${givenRows(dialect, { id: 'text', leased_until: 'bigint' }, rows)} as given
          where deliveries.id = given.id and deliveries.leased_until = given.leased_until`.execute(transaction)
      })
    },
    async list(webhookId, { limit, cursor }) {
      let page = shown(db).where('deliveries.webhook_id', '=', webhookId)
      if (cursor !== null) page = page.where('deliveries.seq', '<', placeIn(cursor))
      const read = await page
        .orderBy('deliveries.seq', 'desc')
        .limit(limit + 1)
        .execute()
      const { rows, nextCursor } = pageOf(read, limit)
      return { deliveries: rows.map(toDelivery), nextCursor }
    },
    get: (webhookId, id) => find(db, webhookId, id),
    retry: (webhookId, id, now) =>
      db.transaction().execute(async (transaction) => {
        const { numUpdatedRows } = await transaction
          .updateTable('deliveries')
          .set({ status: 'pending', by_hand: 1, due_at: now, leased_until: 0 })
          .where('webhook_id', '=', webhookId)
          .where('id', '=', id)
          .where('status', 'in', RETRYABLE)
          .executeTakeFirst()
        return Number(numUpdatedRows) === 0 ? null : find(transaction, webhookId, id)
      }),
    async overview() {
      const oldest = await db
        .selectFrom('deliveries')
        .select('due_at')
        .where(sql<boolean>`status = 'pending'`)
        .orderBy('due_at')
        .limit(1)
        .executeTakeFirst()
      const { failing } = await db
        .selectFrom('webhooks')
        .select(({ fn }) => fn.countAll<number>().as('failing'))
        .where('status', '=', 'failing')
        .executeTakeFirstOrThrow()
      return { oldestDueAt: oldest?.due_at ?? null, failing }
    },
    async prune(now, pacing) {
      await requeueParked(db, now)
      await pruneOutbox({ db, dialect }, now, pacing)
    },
  }
}

function toDelivery(row: Selectable<Schema['deliveries']> & { type: string }): Delivery {
  return {
    id: row.id,
    webhookId: row.webhook_id,
    eventId: row.event_id,
    type: row.type,
    status: row.status as Delivery['status'],
    attempts: JSON.parse(row.log),
    nextAttemptAt: row.status === 'pending' ? row.due_at : null,
    createdAt: row.created_at,
  }
}

/** Told while its webhook was failing and written when it was active again, an event would wait for ever. `now` in Unix milliseconds. */
async function requeueParked(db: Kysely<Schema>, now: number): Promise<void> {
  const forgotten = await db
    .selectFrom('webhooks')
    .select('id')
    .where('status', '=', 'active')
    .where(
      sql<boolean>`exists (select 1 from deliveries where webhook_id = webhooks.id and deliveries.status = 'parked')`,
    )
    .execute()
  for (const { id } of forgotten)
    await db.transaction().execute(async (transaction) => {
      // A change that changes nothing: the webhook is locked before its deliveries, and is still active.
      const { numUpdatedRows } = await transaction
        .updateTable('webhooks')
        .set({ status: 'active' })
        .where('id', '=', id)
        .where('status', '=', 'active')
        .executeTakeFirst()
      if (Number(numUpdatedRows) === 0) return
      await transaction
        .updateTable('deliveries')
        .set({ status: 'pending', due_at: now })
        .where('webhook_id', '=', id)
        .where('status', '=', 'parked')
        .execute()
    })
}

/**
 * Deletes deliveries made 30 days before `now` (Unix milliseconds), and events as old to which no delivery refers any more: a
 * replay of old events can still be sent.
 */
async function pruneOutbox(
  { db, dialect }: Pick<Engine, 'db' | 'dialect'>,
  now: number,
  pacing?: Pacing,
): Promise<void> {
  const before = now - EVENTS_KEPT_MS
  const inChunks = (chunk: (transaction: Kysely<Schema>, limit: number) => Promise<number>) =>
    pruneInChunks(dialect, (limit) => db.transaction().execute((transaction) => chunk(transaction, limit)), pacing)
  await inChunks(async (transaction, limit) => {
    const old = transaction.selectFrom('deliveries').select('seq').where('created_at', '<', before).limit(limit)
    // Who holds one is waited for by the next pruning: waiting here, without its webhook, could be in a circle.
    const rows = await (dialect === 'postgres' ? old.forUpdate().skipLocked() : old).execute()
    await transaction.deleteFrom('deliveries').where('seq', 'in', given(dialect, rows)).execute()
    return rows.length
  })
  await inChunks(async (transaction, limit) => {
    const old = transaction
      .selectFrom('events')
      .select('seq')
      .where('at', '<', before)
      .where(sql<boolean>`not exists (select 1 from deliveries where event_id = events.id)`)
      .limit(limit)
    const rows = await (dialect === 'postgres' ? old.forUpdate().skipLocked() : old).execute()
    await transaction.deleteFrom('events').where('seq', 'in', given(dialect, rows)).execute()
    return rows.length
  })
}

function given(dialect: Engine['dialect'], rows: { seq: number }[]) {
  return sql<number>`(select seq from ${givenRows(dialect, { seq: 'bigint' }, rows)} as given)`
}

function createRecord({ db, dialect }: Pick<Engine, 'db' | 'dialect'>) {
  return (made: readonly MadeAttempt[]): Promise<string[]> =>
    db.transaction().execute(async (transaction) => {
      const rowsNow = await lockDeliveries(
        transaction,
        dialect,
        made.map(({ delivery }) => delivery),
      )
      const kept = new Map(rowsNow.map((row) => [row.id, row]))
      // When the lease has ended, its next holder writes the outcome.
      const own = made.filter(({ delivery }) => kept.get(delivery.id)?.leased_until === delivery.leasedUntil)
      const rows = own.map(({ delivery, attempt: { delivered, nextAt, ...attempt } }) => {
        const { log, status } = kept.get(delivery.id) ?? { log: '[]', status: 'pending' }
        const error = storableText(attempt.error?.slice(0, LONGEST_ERROR) ?? null)
        return {
          id: delivery.id,
          status: statusAfter(status as DeliveryStatus, { delivered, nextAt }, delivery.byHand),
          due_at: nextAt,
          log: JSON.stringify([...JSON.parse(log), { ...attempt, error }].slice(-LOGGED)),
        }
      })
      await sql`
        update deliveries
        set status = given.status, attempts = attempts + 1, by_hand = 0, leased_until = 0, log = given.log,
          due_at = coalesce(given.due_at, deliveries.due_at)
        from ${givenRows(dialect, COLUMNS, rows)} as given
        where deliveries.id = given.id`.execute(transaction)
      await noteTriggered(transaction, dialect, own)
      const failing = own.filter(({ delivery, attempt }) => failsWebhook(attempt, delivery.byHand))
      const webhookIds = [...new Set(failing.map(({ delivery }) => delivery.webhookId))].sort()
      const fresh: string[] = []
      for (const webhookId of webhookIds) if (await failWebhook(transaction, webhookId)) fresh.push(webhookId)
      return fresh
    })
}

async function noteTriggered(
  transaction: Kysely<Schema>,
  dialect: Engine['dialect'],
  made: readonly MadeAttempt[],
): Promise<void> {
  const newest = new Map<string, number>()
  for (const { delivery, attempt } of made)
    newest.set(delivery.webhookId, Math.max(attempt.at, newest.get(delivery.webhookId) ?? 0))
  const rows = [...newest].map(([id, at]) => ({ id, at }))
  await sql`
    update webhooks set last_triggered_at = given.at
    from ${givenRows(dialect, { id: 'text', at: 'bigint' }, rows)} as given
    where webhooks.id = given.id`.execute(transaction)
}
