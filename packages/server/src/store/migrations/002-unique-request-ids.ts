import { type Kysely, sql } from 'kysely'

/** A request id names one scan of an account and environment. Earlier scans under the same id get one of their own. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update scan_records set request_id = substr(request_id, 1, 100) || '.' || seq where exists (
    select 1 from scan_records as earlier
    where earlier.account_id = scan_records.account_id and earlier.environment = scan_records.environment
      and earlier.request_id = scan_records.request_id and earlier.seq < scan_records.seq
  )`.execute(db)
  await db.schema.dropIndex('scan_records_by_request').execute()
  await db.schema
    .createIndex('scan_records_by_request')
    .unique()
    .on('scan_records')
    .columns(['account_id', 'environment', 'request_id'])
    .execute()
}
