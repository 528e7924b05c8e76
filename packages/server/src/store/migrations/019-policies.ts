import { type Kysely, sql } from 'kysely'

/** Policies of wallets, their versions, and what the wallets let go. */
export async function up(db: Kysely<unknown>, dialect: 'sqlite' | 'postgres'): Promise<void> {
  const seq = sql.raw(
    dialect === 'postgres' ? 'bigint generated always as identity primary key' : 'integer primary key autoincrement',
  )
  await sql`create table policies (
    seq ${seq}, account_id text not null, environment text not null, address text not null, version bigint not null,
    document text not null, former text not null, deleted_at bigint, created_at bigint not null, updated_at bigint not null
  )`.execute(db)
  await sql`create unique index policies_by_wallet on policies (address, environment, account_id)`.execute(db)
  await sql`create index policies_by_owner on policies (account_id, environment, seq)`.execute(db)
  await sql`create table policy_versions (
    seq ${seq}, account_id text not null, environment text not null, address text not null, version bigint not null,
    action text not null, document text, actor_key text not null, actor_name text not null, changed text not null,
    at bigint not null, effective_at bigint not null
  )`.execute(db)
  await sql`create unique index policy_versions_by_wallet
    on policy_versions (account_id, environment, address, version)`.execute(db)
  await sql`create table budget_entries (
    id text primary key, account_id text not null, environment text not null, wallet text not null, identity text not null,
    state text not null, micro_usd bigint not null, lines text not null, chain text, nonce text, transaction_hash text,
    at bigint not null, expires_at bigint
  )`.execute(db)
  await sql`create unique index budget_entries_by_identity
    on budget_entries (account_id, environment, wallet, identity)`.execute(db)
  await sql`create index budget_entries_by_time on budget_entries (wallet, environment, account_id, at)`.execute(db)
}
