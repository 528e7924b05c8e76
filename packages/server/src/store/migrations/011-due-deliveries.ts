import { type Kysely, sql } from 'kysely'

/** What is due is read in the order in which it is sent, however much waits behind it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index deliveries_due`.execute(db)
  await sql`create index deliveries_pending on deliveries (due_at, seq) where status = 'pending'`.execute(db)
  await sql`
    create index deliveries_pending_by_webhook on deliveries (webhook_id, due_at, seq) where status = 'pending'
  `.execute(db)
}
