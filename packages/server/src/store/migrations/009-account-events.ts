import { type Kysely, sql } from 'kysely'

/** Events by account, and what each account was last told of the entities that it watches. */
export async function up(db: Kysely<unknown>, dialect: 'sqlite' | 'postgres'): Promise<void> {
  const postgres = dialect === 'postgres'
  const serial = sql.raw(postgres ? 'bigserial primary key' : 'integer primary key autoincrement')
  const key = sql.raw(postgres ? 'text collate "C"' : 'text')

  await sql`create index events_by_account on events (account_id, environment, seq)`.execute(db)
  // Numbers are drawn before the commit, so that a lower one could appear after a higher one was read. Each writer of events
  // waits until the writer before it has committed: readers may go on from the highest number that they saw. SQLite has one
  // writer anyway.
  if (postgres) {
    await sql`create function take_turns() returns trigger language plpgsql as $$
      begin perform pg_advisory_xact_lock(tg_relid::bigint); return null; end $$`.execute(db)
    await sql`create trigger events_in_turn before insert on events
      for each statement execute function take_turns()`.execute(db)
  }

  // `entity_key` is a hash, as in entity_scores.
  await sql`create table notified_scores (
    seq ${serial}, account_id text not null, environment text not null, entity_key ${key} not null, entity text not null,
    chain text not null, ruleset_version text, score integer, confidence double precision,
    unavailable text, threats text, doubted_since bigint, checked_at bigint not null, due_at bigint not null,
    leased_until bigint not null
  )`.execute(db)
  await sql`create unique index notified_scores_by_entity on notified_scores
    (account_id, environment, entity_key, chain)`.execute(db)
  await sql`create index notified_scores_of_all on notified_scores (entity_key, chain)`.execute(db)
  await sql`create index notified_scores_due on notified_scores (due_at)`.execute(db)
}
