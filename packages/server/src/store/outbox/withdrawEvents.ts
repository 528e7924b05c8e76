import type { Kysely } from 'kysely'
import type { Engine } from '../engine/engine.ts'
import type { Schema } from '../schema.ts'
import { lockDeliveries } from './lockDeliveries.ts'

/** Ids in one statement. */
const CHUNK = 500

/**
 * Removes events that did not happen after all, with their deliveries. An event stays with all its deliveries when any of
 * them was attempted or is being attempted: a receiver knows of it.
 * @returns How many events were removed.
 */
export async function withdrawEvents(
  transaction: Kysely<Schema>,
  dialect: Engine['dialect'],
  ids: readonly string[],
): Promise<number> {
  let withdrawn = 0
  for (let start = 0; start < ids.length; start += CHUNK) {
    const part = ids.slice(start, start + CHUNK)
    const deliveries = await transaction
      .selectFrom('deliveries')
      .select(['id', 'webhook_id as webhookId'])
      .where('event_id', 'in', part)
      .execute()
    // Waits for a worker that is leasing one of them now.
    const locked = await lockDeliveries(transaction, dialect, deliveries)
    const told = new Set(locked.flatMap((row) => (row.first_attempt_at === null ? [] : [row.event_id])))
    const untold = part.filter((id) => !told.has(id))
    if (untold.length === 0) continue
    await transaction.deleteFrom('deliveries').where('event_id', 'in', untold).execute()
    const { numDeletedRows } = await transaction.deleteFrom('events').where('id', 'in', untold).executeTakeFirst()
    withdrawn += Number(numDeletedRows)
  }
  return withdrawn
}
