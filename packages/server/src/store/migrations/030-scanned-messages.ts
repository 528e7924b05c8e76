import { type Kysely, sql } from 'kysely'

/** The messages of one wallet that were scanned: what it may have signed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index scan_records_messages on scan_records (account_id, environment, subject, seq)
    where kind = 'message'`.execute(db)
}
