import { type Kysely, sql } from 'kysely'

/** What changed in a kept case since it was judged, as JSON. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table feedback add column appeal text`.execute(db)
}
