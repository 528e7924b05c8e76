import { type Kysely, sql } from 'kysely'
import type { Schema } from '../schema.ts'

/** Told while its webhook was failing and written when it was active again, an event would wait for ever. `now` in Unix milliseconds. */
export async function wakeParked(db: Kysely<Schema>, now: number): Promise<void> {
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
