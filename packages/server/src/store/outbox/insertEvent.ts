import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { newDeliveryStatus } from '../../domain/delivery.ts'
import type { NewEvent } from '../../domain/event.ts'
import type { WebhookStatus } from '../../domain/webhook.ts'
import { entityKey, storableText } from '../givenRows.ts'
import type { Schema } from '../schema.ts'
import { namesEntity } from '../webhooks/webhooks.ts'

/** @returns The event's id; null when it was told before. */
export async function insertEvent(transaction: Kysely<Schema>, event: NewEvent): Promise<string | null> {
  const { accountId, environment, type, entity, data, identity, at } = event
  const row = await transaction
    .insertInto('events')
    .values({
      id: idOf(event),
      account_id: accountId,
      environment,
      identity,
      type,
      entity: storableText(entity),
      entity_key: entity && entityKey(storableText(entity)),
      data: storableText(data),
      at,
    })
    .onConflict((conflict) => conflict.columns(['account_id', 'environment', 'identity']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** What is told again after a reorganisation took it back has the id that readers may have seen. */
function idOf({ accountId, environment, identity }: NewEvent): string {
  if (identity === null) return `evt_${uuidv7().replaceAll('-', '')}`
  const named = JSON.stringify([accountId, environment, identity])
  return `evt_${createHash('sha256').update(named).digest('hex').slice(0, 32)}`
}

/**
 * Writes an event and a delivery for each webhook that is subscribed, in the caller's transaction: whatever else the
 * transaction writes is kept with them or not at all.
 * @returns Its id and how many deliveries; null when it was told before.
 */
export async function emitEvent(
  transaction: Kysely<Schema>,
  event: NewEvent,
): Promise<{ id: string; deliveries: number } | null> {
  const id = await insertEvent(transaction, event)
  if (id === null) return null
  const webhooks = await transaction
    .selectFrom('webhooks')
    .select(['id', 'events', 'status'])
    .where('account_id', '=', event.accountId)
    .where('environment', '=', event.environment)
    .where(namesEntity(event.entity))
    .execute()
  const wanted = webhooks.filter(({ events }) => JSON.parse(events).includes(event.type))
  const rows = wanted.map((webhook) => newDelivery(webhook.id, id, event.at, webhook.status as WebhookStatus))
  if (rows.length > 0) await transaction.insertInto('deliveries').values(rows).execute()
  return { id, deliveries: rows.length }
}

/** Returns the row of a delivery without attempts. `at` in Unix milliseconds; a delivery to a failing webhook waits. */
export function newDelivery(webhookId: string, eventId: string, at: number, webhookStatus: WebhookStatus) {
  return {
    id: `dlv_${uuidv7().replaceAll('-', '')}`,
    webhook_id: webhookId,
    event_id: eventId,
    attempts: 0,
    by_hand: 0,
    status: newDeliveryStatus(webhookStatus),
    due_at: at,
    leased_until: 0,
    log: '[]',
    created_at: at,
  }
}
