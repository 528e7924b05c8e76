import { setImmediate } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { Engine } from '../engine/engine.ts'
import { givenRows } from '../givenRows.ts'
import type { Schema } from '../schema.ts'

const KEPT_MS = 30 * 24 * 60 * 60 * 1000
/** Rows deleted in one transaction: 100,000 at once stopped everything else for three seconds. */
const CHUNK = 500

/**
 * Deletes deliveries made 30 days before `now` (Unix milliseconds), and events as old to which no delivery refers any more: a
 * replay of old events can still be sent.
 */
export async function pruneOutbox({ db, dialect }: Pick<Engine, 'db' | 'dialect'>, now: number): Promise<void> {
  const before = now - KEPT_MS
  await inChunks(db, async (transaction) => {
    const old = transaction.selectFrom('deliveries').select('seq').where('created_at', '<', before).limit(CHUNK)
    // Who holds one is waited for by the next pruning: waiting here, without its webhook, could be in a circle.
    const rows = await (dialect === 'postgres' ? old.forUpdate().skipLocked() : old).execute()
    await transaction.deleteFrom('deliveries').where('seq', 'in', given(dialect, rows)).execute()
    return rows.length
  })
  await inChunks(db, async (transaction) => {
    const old = transaction
      .selectFrom('events')
      .select('seq')
      .where('at', '<', before)
      .where(sql<boolean>`not exists (select 1 from deliveries where event_id = events.id)`)
      .limit(CHUNK)
    const rows = await (dialect === 'postgres' ? old.forUpdate().skipLocked() : old).execute()
    await transaction.deleteFrom('events').where('seq', 'in', given(dialect, rows)).execute()
    return rows.length
  })
}

function given(dialect: Engine['dialect'], rows: { seq: number }[]) {
  return sql<number>`(select seq from ${givenRows(dialect, { seq: 'bigint' }, rows)} as given)`
}

/** SQLite works in this thread: between two chunks requests have their turn. */
async function inChunks(db: Kysely<Schema>, chunk: (transaction: Kysely<Schema>) => Promise<number>): Promise<void> {
  while ((await db.transaction().execute(chunk)) === CHUNK) await setImmediate()
}
