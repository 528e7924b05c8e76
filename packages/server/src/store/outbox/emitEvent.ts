import type { Kysely } from 'kysely'
import type { NewEvent } from '../../domain/event.ts'
import type { WebhookStatus } from '../../domain/webhook.ts'
import type { Schema } from '../schema.ts'
import { namesEntity } from '../webhooks/namesEntity.ts'
import { insertEvent } from './insertEvent.ts'
import { newDelivery } from './newDelivery.ts'

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
