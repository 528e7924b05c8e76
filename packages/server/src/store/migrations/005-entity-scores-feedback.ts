import { type Kysely, sql } from 'kysely'

/** Scores of entities by day, and what accounts say against verdicts. */
export async function up(db: Kysely<unknown>, dialect: 'sqlite' | 'postgres'): Promise<void> {
  const postgres = dialect === 'postgres'
  const serial = sql.raw(postgres ? 'bigserial primary key' : 'integer primary key autoincrement')
  // Compared, never sorted for people: byte order is the cheapest to index.
  const key = sql.raw(postgres ? 'text collate "C"' : 'text')

  // `entity_key` is a hash: an index of PostgreSQL takes 2.7 KB, and a URL may be longer.
  await sql`create table entity_scores (
    seq ${serial}, account_id text not null, environment text not null, entity_key ${key} not null, entity text not null,
    entity_type text not null, chain text not null, day integer not null, ruleset_version text not null,
    risk_score integer not null, risk_level text not null, confidence double precision not null,
    complete integer not null, at bigint not null
  )`.execute(db)
  await sql`create unique index entity_scores_by_entity on entity_scores
    (account_id, environment, entity_key, entity_type, chain, day, ruleset_version)`.execute(db)
  await sql`create index entity_scores_by_day on entity_scores (day)`.execute(db)

  await sql`create table feedback (
    seq ${serial}, id text not null unique, account_id text not null, environment text not null, key_id text not null,
    entity text not null, entity_type text not null, chain text, type text not null, note text not null,
    status text not null, resolved_by text, resolved_at bigint, resolution text, created_at bigint not null
  )`.execute(db)
  await sql`create index feedback_by_account on feedback (account_id, status)`.execute(db)
  await sql`create index feedback_by_status on feedback (status, seq)`.execute(db)
}
