import { type Kysely, sql } from 'kysely'

/** What an origin asked a wallet to pay stands beside the scan that showed it, and is deleted with it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table scan_records add column origin text`.execute(db)
  await sql`alter table scan_records add column digest text`.execute(db)
  await sql`alter table scan_records add column payments text`.execute(db)
  await sql`create index scan_records_payments on scan_records (account_id, environment, subject, origin, seq)
    where payments is not null`.execute(db)
}
