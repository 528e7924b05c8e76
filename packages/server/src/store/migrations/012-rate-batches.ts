import { type Kysely, sql } from 'kysely'

/**
 * SQLite keeps the requests that were counted between two flushes as one row per key, in place of one per millisecond. What the last
 * minute counted before the upgrade is forgotten.
 */
export async function up(db: Kysely<unknown>, dialect: 'sqlite' | 'postgres'): Promise<void> {
  if (dialect === 'postgres') return
  await sql`drop table rate_requests`.execute(db)
  await sql`create table rate_batches (key_id text not null, newest integer not null, times text not null)`.execute(db)
  await sql`create index rate_batches_by_age on rate_batches (newest)`.execute(db)
}
