import { type Kysely, sql } from 'kysely'

/** Tokens for the URLs of wallets, and transactions that are held. */
export async function up(db: Kysely<unknown>, dialect: 'sqlite' | 'postgres'): Promise<void> {
  const serial = sql.raw(dialect === 'postgres' ? 'bigserial primary key' : 'integer primary key autoincrement')

  await sql`create table rpc_tokens (
    seq ${serial}, id text not null unique, account_id text not null, environment text not null, name text not null,
    prefix text not null, hash text not null unique, secret_id text not null, chains text, guard text not null,
    created_at bigint not null, created_by text not null, expires_at bigint, last_used_at bigint, revoked_at bigint
  )`.execute(db)
  await sql`create index rpc_tokens_by_account on rpc_tokens (account_id, environment)`.execute(db)

  await sql`create table held_transactions (
    seq ${serial}, id text not null unique, account_id text not null, environment text not null, chain text not null,
    hash text not null, sender text not null, nonce bigint not null, members text not null, sealed text not null,
    guard text not null, status text not null, reason text not null, verdict text, request_id text not null,
    approved_by text, held_at bigint not null, release_at bigint, expires_at bigint not null, due_at bigint not null,
    leased_until bigint not null default 0, updated_at bigint not null
  )`.execute(db)
  await sql`create index held_transactions_by_sender
    on held_transactions (account_id, environment, chain, sender, nonce)`.execute(db)
  await sql`create index held_transactions_by_hash on held_transactions (hash)`.execute(db)
  await sql`create index held_transactions_due on held_transactions (due_at) where status = 'held'`.execute(db)
}
