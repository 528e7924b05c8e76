import { type Kysely, sql } from 'kysely'

/** Adds what watchers of a chain may know: whether payments inside of transactions are seen, and which blocks were passed over last. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table watched_chains add column inside text`.execute(db)
  for (const column of ['passed_from', 'passed_to', 'passed_at'])
    await sql`alter table watched_chains add column ${sql.ref(column)} bigint`.execute(db)
}
