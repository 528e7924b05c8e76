import { setImmediate } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { Owner } from '../../domain/account.ts'
import type { Schema } from '../schema.ts'

/** Events looked at in one statement: SQLite works in this thread. */
const LOOK = 2_000

/**
 * Events of a webhook's entities, oldest first, that are not on their way to it. What does not match is passed over in an index.
 * @param wanted.all it lists no entities. Times are Unix milliseconds.
 */
export async function selectReplayed(
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
