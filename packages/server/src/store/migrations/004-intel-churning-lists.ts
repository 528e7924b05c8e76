import { type Kysely, sql } from 'kysely'

/** Lists whose entries rarely stay, by their keeper's nature. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table intel_sources add column churns integer not null default 0`.execute(db)
}
