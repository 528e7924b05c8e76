import { type Kysely, sql } from 'kysely'

/** What an approval of a held transaction covers, and the credential that it came by. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table held_transactions add column covered text`.execute(db)
  await sql`alter table held_transactions add column sent_by text`.execute(db)
}
