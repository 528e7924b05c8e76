import type { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'

/**
 * Marks a webhook as failing. Its pending deliveries wait until the webhook is activated again. In the caller's transaction.
 * @returns Whether it was active until now.
 */
export async function failWebhook(transaction: Kysely<Schema>, webhookId: string): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('webhooks')
    .set({ status: 'failing' })
    .where('id', '=', webhookId)
    .where('status', '=', 'active')
    .executeTakeFirst()
  await transaction
    .updateTable('deliveries')
    .set({ status: 'parked' })
    .where('webhook_id', '=', webhookId)
    .where('status', '=', 'pending')
    .execute()
  return Number(numUpdatedRows) > 0
}
