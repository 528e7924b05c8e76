import { type Kysely, sql } from 'kysely'

/** The verdict of a scan as a file that can be executed again elsewhere; it goes with the scan. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table scan_records add column verdict text`.execute(db)
}
