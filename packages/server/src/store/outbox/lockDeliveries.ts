import { type Kysely, sql } from 'kysely'
import type { Engine } from '../engine/engine.ts'
import { givenRows } from '../givenRows.ts'
import type { Schema } from '../schema.ts'

/**
 * Locks deliveries in the caller's transaction: their webhooks first, and each table in a fixed order, so that callers
 * cannot deadlock. SQLite has one writer; there they are only read.
 */
export async function lockDeliveries(
  transaction: Kysely<Schema>,
  dialect: Engine['dialect'],
  deliveries: readonly { id: string; webhookId: string }[],
) {
  const ids = (values: Iterable<string>) =>
    sql<string>`(select id from ${givenRows(dialect, { id: 'text' }, [...new Set(values)].map(toRow))} as given)`
  const webhooks = transaction
    .selectFrom('webhooks')
    .select('id')
    .where('id', 'in', ids(deliveries.map(({ webhookId }) => webhookId)))
    .orderBy('id')
  if (dialect === 'postgres') await webhooks.forUpdate().execute()
  const rows = transaction
    .selectFrom('deliveries')
    .select(['id', 'event_id', 'first_attempt_at', 'log', 'status', 'leased_until'])
    .where('id', 'in', ids(deliveries.map(({ id }) => id)))
    .orderBy('id')
  return dialect === 'postgres' ? rows.forUpdate().execute() : rows.execute()
}

function toRow(id: string) {
  return { id }
}
