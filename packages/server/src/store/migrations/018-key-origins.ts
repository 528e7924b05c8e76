import { type Kysely, sql } from 'kysely'

/** The pages that may use a key. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table api_keys add column origins text`.execute(db)
  await sql`create table key_origins (origin text not null, key_id text not null, primary key (origin, key_id))`.execute(
    db,
  )
}
