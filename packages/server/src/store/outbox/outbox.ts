import { type Kysely, type Selectable, sql } from 'kysely'
import { type Delivery, RETRYABLE } from '../../domain/delivery.ts'
import type { NewEvent } from '../../domain/event.ts'
import type { DeliveryStore } from '../../domain/ports/webhooks.ts'
import type { DueDeliveries } from '../../webhooks/ports.ts'
import type { Engine } from '../engine/engine.ts'
import { givenRows } from '../givenRows.ts'
import type { Keyring } from '../keyring.ts'
import type { Pacing } from '../pruneChunks.ts'
import type { Schema } from '../schema.ts'
import { pageOf, placeIn } from '../seqPages.ts'
import { emitEvent } from './emitEvent.ts'
import { insertEvent } from './insertEvent.ts'
import { createLease } from './leaseDeliveries.ts'
import { lockDeliveries } from './lockDeliveries.ts'
import { newDelivery } from './newDelivery.ts'
import { pruneOutbox } from './pruneOutbox.ts'
import { createRecord } from './recordAttempts.ts'
import { wakeParked } from './wakeParked.ts'

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
      await wakeParked(db, now)
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
