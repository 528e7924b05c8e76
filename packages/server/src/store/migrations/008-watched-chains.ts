import { type Kysely, sql } from 'kysely'

/** How far each chain was watched, the hashes that prove it, and the events that would be withdrawn with a block. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table watched_chains (
    chain text not null, environment text not null, instance text not null, number bigint, hash text,
    leader text, leased_until bigint not null default 0, primary key (chain, environment, instance)
  )`.execute(db)

  await sql`create table watched_blocks (
    chain text not null, environment text not null, instance text not null, number bigint not null, hash text not null,
    primary key (chain, environment, instance, number)
  )`.execute(db)

  await sql`create table watched_events (
    event_id text primary key, chain text not null, environment text not null, instance text not null,
    number bigint not null
  )`.execute(db)
  await sql`create index watched_events_by_block on watched_events (chain, environment, instance, number)`.execute(db)
}
