import { setImmediate } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { Owner } from '../../domain/account.ts'
import type { Replays } from '../../domain/ports/webhooks.ts'
import type { WebhookStatus } from '../../domain/webhook.ts'
import type { Engine } from '../engine/engine.ts'
import { givenRows } from '../givenRows.ts'
import type { Schema } from '../schema.ts'
import { newDelivery } from './insertEvent.ts'

/** Events looked at in one statement: SQLite works in this thread. */
const LOOK = 2_000

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

/** Deliveries written in one statement: SQLite works in this thread. */
const AT_ONCE = 100

export function createReplays({ db, dialect }: Engine): Replays {
  return {
    replay: ({ accountId, environment }, webhookId, { since, until, types, now, max }) =>
      db.transaction().execute(async (transaction) => {
        const owned = transaction
          .selectFrom('webhooks')
          .select(['events', 'listed', 'status'])
          .where('id', '=', webhookId)
          .where('account_id', '=', accountId)
          .where('environment', '=', environment)
        // Another replay of it at the same time waits, and then finds on its way what this one sends.
        const webhook = await (dialect === 'postgres' ? owned.forUpdate() : owned).executeTakeFirst()
        if (!webhook) return null
        const about = { accountId, environment, webhookId, since, until, types: types ?? JSON.parse(webhook.events) }
        const found = await selectReplayed(transaction, { ...about, all: webhook.listed === 0, limit: max + 1 })
        const beyond = found[max]
        if (beyond !== undefined) return { cutAt: beyond.at }
        const rows = found.map(({ id }) => newDelivery(webhookId, id, now, webhook.status as WebhookStatus))
        for (let from = 0; from < rows.length; from += AT_ONCE) {
          await transaction
            .insertInto('deliveries')
            .values(rows.slice(from, from + AT_ONCE))
            .execute()
          await setImmediate()
        }
        return rows.length
      }),
  }
}

/**
 * Events of a webhook's entities, oldest first, that are not on their way to it. What does not match is passed over in an index.
 * @param wanted.all it lists no entities. Times are Unix milliseconds.
 */
async function selectReplayed(
  transaction: Kysely<Schema>,
  wanted: Owner & {
    webhookId: string
    since: number
    until: number
    types: readonly string[]
    all: boolean
    limit: number
  },
): Promise<{ id: string; at: number }[]> {
  const { accountId, environment, webhookId, since, until, types, all, limit } = wanted
  const found: { id: string; at: number }[] = []
  for (let from = { at: since, seq: 0 }; ; ) {
    const beyond = sql`account_id = ${accountId} and environment = ${environment}
      and (at, seq) > (${from.at}, ${from.seq})`
    const { rows: ends } = await sql<{ at: number; seq: number }>`
      select at, seq from events where ${beyond} and at < ${until} order by at, seq limit 1 offset ${LOOK - 1}`.execute(
      transaction,
    )
    const [end] = ends
    const { rows } = await sql<{ id: string; at: number }>`
      select id, at from events
      where ${beyond} and type in (${sql.join(types)})
        and ${end === undefined ? sql`at < ${until}` : sql`(at, seq) <= (${end.at}, ${end.seq})`}
        and ${all ? sql`1 = 1` : sql`entity_key in (select entity_key from webhook_entities where webhook_id = ${webhookId})`}
        and not exists (
          select 1 from deliveries
          where event_id = events.id and webhook_id = ${webhookId} and status in ('pending', 'parked'))
      order by at, seq limit ${limit - found.length}`.execute(transaction)
    found.push(...rows)
    if (end === undefined || found.length >= limit) return found
    from = { at: Number(end.at), seq: Number(end.seq) }
    await setImmediate()
  }
}
