import { type Kysely, type Selectable, sql } from 'kysely'
import type { Engine } from '../engine/engine.ts'
import { givenRows } from '../givenRows.ts'
import type { Schema } from '../schema.ts'

export type DueDelivery = Pick<
  Selectable<Schema['deliveries']>,
  'id' | 'webhook_id' | 'event_id' | 'attempts' | 'by_hand' | 'first_attempt_at' | 'body'
>

/** Webhooks that are read one by one in one go, when some webhook has enough to do; the rest come next. */
const WEBHOOKS_AT_ONCE = 16

/**
 * Selects and locks deliveries that are due and not leased, the oldest first, from an index of the pending ones and without
 * a join: the cost does not grow with the backlog. While some webhook has enough to do, they are read webhook by webhook,
 * and its backlog is not read.
 * @param options.without webhooks that have enough to do.
 */
export async function selectDue(
  transaction: Kysely<Schema>,
  dialect: Engine['dialect'],
  { now, limit, without }: { now: number; limit: number; without: readonly string[] },
): Promise<DueDelivery[]> {
  const oldest = (most: number, webhookId?: string) => {
    let due = transaction
      .selectFrom('deliveries')
      .select(['id', 'webhook_id', 'event_id', 'attempts', 'by_hand', 'first_attempt_at', 'body'])
      // As it stands in the index: of a parameter SQLite does not know that it is this.
      .where(sql<boolean>`status = 'pending'`)
      .where('due_at', '<=', now)
      .where('leased_until', '<=', now)
      .orderBy('due_at')
      .orderBy('seq')
      .limit(most)
    if (webhookId !== undefined) due = due.where('webhook_id', '=', webhookId)
    if (dialect === 'postgres') due = due.forUpdate().skipLocked()
    return due.execute()
  }
  if (without.length === 0) return oldest(limit)

  const busy = givenRows(
    dialect,
    { id: 'text' },
    without.map((id) => ({ id })),
  )
  const webhooks = await transaction
    .selectFrom('webhooks')
    .select('id')
    .where(sql<boolean>`webhooks.id not in (select id from ${busy} as given)`)
    .where(
      sql<boolean>`exists (
        select 1 from deliveries
        where webhook_id = webhooks.id and deliveries.status = 'pending' and due_at <= ${now} and leased_until <= ${now})`,
    )
    .limit(WEBHOOKS_AT_ONCE)
    .execute()
  const found: DueDelivery[] = []
  for (const { id } of webhooks) found.push(...(await oldest(Math.ceil(limit / webhooks.length), id)))
  return found
}
