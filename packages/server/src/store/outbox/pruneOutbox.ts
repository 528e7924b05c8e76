import { type Kysely, sql } from 'kysely'
import { EVENTS_KEPT_MS } from '../../domain/event.ts'
import type { Engine } from '../engine/engine.ts'
import { givenRows } from '../givenRows.ts'
import { type Pacing, pruneInChunks } from '../pruneChunks.ts'
import type { Schema } from '../schema.ts'

/**
 * Deletes deliveries made 30 days before `now` (Unix milliseconds), and events as old to which no delivery refers any more: a
 * replay of old events can still be sent.
 */
export async function pruneOutbox(
  { db, dialect }: Pick<Engine, 'db' | 'dialect'>,
  now: number,
  pacing?: Pacing,
): Promise<void> {
  const before = now - EVENTS_KEPT_MS
  const inChunks = (chunk: (transaction: Kysely<Schema>, limit: number) => Promise<number>) =>
    pruneInChunks(dialect, (limit) => db.transaction().execute((transaction) => chunk(transaction, limit)), pacing)
  await inChunks(async (transaction, limit) => {
    const old = transaction.selectFrom('deliveries').select('seq').where('created_at', '<', before).limit(limit)
    // Who holds one is waited for by the next pruning: waiting here, without its webhook, could be in a circle.
    const rows = await (dialect === 'postgres' ? old.forUpdate().skipLocked() : old).execute()
    await transaction.deleteFrom('deliveries').where('seq', 'in', given(dialect, rows)).execute()
    return rows.length
  })
  await inChunks(async (transaction, limit) => {
    const old = transaction
      .selectFrom('events')
      .select('seq')
      .where('at', '<', before)
      .where(sql<boolean>`not exists (select 1 from deliveries where event_id = events.id)`)
      .limit(limit)
    const rows = await (dialect === 'postgres' ? old.forUpdate().skipLocked() : old).execute()
    await transaction.deleteFrom('events').where('seq', 'in', given(dialect, rows)).execute()
    return rows.length
  })
}

function given(dialect: Engine['dialect'], rows: { seq: number }[]) {
  return sql<number>`(select seq from ${givenRows(dialect, { seq: 'bigint' }, rows)} as given)`
}
