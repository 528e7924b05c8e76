import { type Kysely, sql } from 'kysely'

/** People who sign in, their sessions and passkeys, what they did, what they shared, and requests by day. */
export async function up(db: Kysely<unknown>, dialect: 'sqlite' | 'postgres'): Promise<void> {
  const serial = sql.raw(dialect === 'postgres' ? 'bigserial primary key' : 'integer primary key autoincrement')

  await sql`create table members (
    id text not null primary key, account_id text not null, name text not null unique, role text not null,
    password_hash text, created_at bigint not null, last_sign_in_at bigint
  )`.execute(db)
  await sql`create index members_by_account on members (account_id)`.execute(db)

  await sql`create table sessions (
    id text not null primary key, hash text not null unique, member_id text not null, method text not null,
    address text not null, user_agent text not null, created_at bigint not null, last_seen_at bigint not null,
    expires_at bigint not null
  )`.execute(db)
  await sql`create index sessions_by_member on sessions (member_id)`.execute(db)
  await sql`create index sessions_by_end on sessions (expires_at)`.execute(db)

  await sql`create table passkeys (
    id text not null primary key, member_id text not null, name text not null, public_key text not null,
    counter bigint not null, transports text not null, created_at bigint not null, last_used_at bigint
  )`.execute(db)
  await sql`create index passkeys_by_member on passkeys (member_id)`.execute(db)

  await sql`create table one_time_tokens (
    hash text not null primary key, purpose text not null, member_id text, expires_at bigint,
    created_at bigint not null
  )`.execute(db)
  await sql`create index one_time_tokens_by_member on one_time_tokens (member_id)`.execute(db)
  await sql`create index one_time_tokens_by_end on one_time_tokens (expires_at)`.execute(db)

  await sql`create table audit_entries (
    seq ${serial}, id text not null unique, account_id text not null, at bigint not null, actor_kind text not null,
    actor_id text, actor_name text not null, address text, action text not null, subject text not null,
    detail text not null
  )`.execute(db)
  await sql`create index audit_entries_by_account on audit_entries (account_id, seq)`.execute(db)
  await sql`create index audit_entries_by_time on audit_entries (at)`.execute(db)

  await sql`create table shared_scans (
    id text not null primary key, hash text not null unique, account_id text not null, environment text not null,
    request_id text not null, created_by text not null, created_at bigint not null, expires_at bigint not null
  )`.execute(db)
  await sql`create index shared_scans_by_account on shared_scans (account_id, environment)`.execute(db)
  await sql`create index shared_scans_by_end on shared_scans (expires_at)`.execute(db)

  await sql`create table usage_days (
    account_id text not null, environment text not null, day bigint not null, key_id text not null,
    requests bigint not null, primary key (account_id, environment, day, key_id)
  )`.execute(db)
  await sql`create index usage_days_by_day on usage_days (day)`.execute(db)
}
