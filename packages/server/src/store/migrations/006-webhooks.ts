import { type Kysely, sql } from 'kysely'

/** Webhooks, what happened, and the deliveries of one to the other. */
export async function up(db: Kysely<unknown>, dialect: 'sqlite' | 'postgres'): Promise<void> {
  const serial = sql.raw(dialect === 'postgres' ? 'bigserial primary key' : 'integer primary key autoincrement')

  await sql`create table webhooks (
    seq ${serial}, id text not null unique, account_id text not null, environment text not null, url text not null,
    endpoint text not null, events text not null, entities text not null, entity_keys text not null,
    secret text not null, earlier_secret text, earlier_until bigint not null default 0, status text not null,
    last_triggered_at bigint, created_at bigint not null
  )`.execute(db)
  await sql`create index webhooks_by_account on webhooks (account_id, environment)`.execute(db)

  await sql`create table events (
    seq ${serial}, id text not null unique, account_id text not null, environment text not null, identity text,
    type text not null, entity text, data text not null, at bigint not null
  )`.execute(db)
  await sql`create unique index events_by_identity on events (account_id, environment, identity)`.execute(db)
  await sql`create index events_by_time on events (at)`.execute(db)

  await sql`create table deliveries (
    seq ${serial}, id text not null unique, webhook_id text not null, event_id text not null, status text not null,
    attempts integer not null, by_hand integer not null default 0, first_attempt_at bigint, due_at bigint not null,
    leased_until bigint not null default 0, body text, log text not null, created_at bigint not null
  )`.execute(db)
  await sql`create index deliveries_due on deliveries (status, due_at)`.execute(db)
  await sql`create index deliveries_by_webhook on deliveries (webhook_id, seq)`.execute(db)
  await sql`create index deliveries_by_event on deliveries (event_id)`.execute(db)
  await sql`create index deliveries_by_time on deliveries (created_at)`.execute(db)
}
