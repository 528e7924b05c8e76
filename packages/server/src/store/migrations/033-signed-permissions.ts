import { type Kysely, sql } from 'kysely'

/** Signatures and approvals that were scanned for monitored wallets, each looked at again when it is due. */
export async function up(db: Kysely<unknown>, dialect: 'sqlite' | 'postgres'): Promise<void> {
  const serial = sql.raw(dialect === 'postgres' ? 'bigserial primary key' : 'integer primary key autoincrement')
  await sql`create table signed_permissions (
    seq ${serial},
    account_id text not null,
    environment text not null,
    chain text not null,
    wallet text not null,
    place text not null,
    permission text not null,
    due_at bigint not null,
    unique (account_id, environment, chain, wallet, place)
  )`.execute(db)
  await sql`create index signed_permissions_due on signed_permissions (due_at)`.execute(db)
}
