import { type Kysely, sql } from 'kysely'

/** Monitors, and every address that a monitor or a webhook has watched. */
export async function up(db: Kysely<unknown>, dialect: 'sqlite' | 'postgres'): Promise<void> {
  const serial = sql.raw(dialect === 'postgres' ? 'bigserial primary key' : 'integer primary key autoincrement')

  await sql`create table monitors (
    seq ${serial}, id text not null unique, account_id text not null, environment text not null, address text not null,
    chain text not null, settings text not null, created_at bigint not null, updated_at bigint not null
  )`.execute(db)
  await sql`create index monitors_by_account on monitors (account_id, environment, seq)`.execute(db)

  await sql`create table watched_addresses (
    seq ${serial}, environment text not null, address text not null, chain text not null, owner_id text not null
  )`.execute(db)
  await sql`create index watched_by_address on watched_addresses (address, environment)`.execute(db)
  await sql`create index watched_by_owner on watched_addresses (owner_id)`.execute(db)
  // Whether a webhook that lists nothing hears of an address is asked for by the address.
  await sql`create index entity_scores_by_address on entity_scores (entity_key, environment)`.execute(db)

  const webhooks = await sql<{ id: string; environment: string; entity_keys: string }>`
    select id, environment, entity_keys from webhooks where entity_keys <> '[]'`.execute(db)
  for (const { id, environment, entity_keys } of webhooks.rows)
    for (const key of JSON.parse(entity_keys) as string[])
      if (/^0x[0-9a-fA-F]{40}$/.test(key))
        await sql`insert into watched_addresses (environment, address, chain, owner_id)
          values (${environment}, ${key.toLowerCase()}, '', ${id})`.execute(db)
}
