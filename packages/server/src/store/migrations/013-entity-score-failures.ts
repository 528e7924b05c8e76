import { type Kysely, sql } from 'kysely'

/** How many sources failed a score of the day, so that an outage does not replace what was scored with all of them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table entity_scores add column failed_sources integer not null default 0`.execute(db)
}
