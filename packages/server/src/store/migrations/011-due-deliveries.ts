import { type Kysely, sql } from 'kysely'

/** Due deliveries are read in the order of sending, however many wait behind them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index deliveries_due`.execute(db)
  await sql`create index deliveries_pending on deliveries (due_at, seq) where status = 'pending'`.execute(db)
  await sql`
    create index deliveries_pending_by_webhook on deliveries (webhook_id, due_at, seq) where status = 'pending'
  `.execute(db)
}
