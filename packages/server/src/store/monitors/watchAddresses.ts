import type { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'

/** Rows of one statement: databases bound how many values it may have. */
const AT_ONCE = 1_000

/**
 * Replaces the watched addresses of a monitor or a webhook. Entities that are no addresses are left out. In the transaction
 * that writes the owner.
 */
export async function watchAddresses(
  transaction: Kysely<Schema>,
  ownerId: string,
  {
    environment,
    addresses,
    chain = '',
  }: { environment: string; addresses: readonly string[] /** Left out: every network. */; chain?: string },
): Promise<void> {
  await transaction.deleteFrom('watched_addresses').where('owner_id', '=', ownerId).execute()
  const distinct = [...new Set(addresses.filter((text) => ADDRESS.test(text)).map((text) => text.toLowerCase()))]
  for (let at = 0; at < distinct.length; at += AT_ONCE)
    await transaction
      .insertInto('watched_addresses')
      .values(distinct.slice(at, at + AT_ONCE).map((address) => ({ environment, address, chain, owner_id: ownerId })))
      .execute()
}

const ADDRESS = /^0x[0-9a-fA-F]{40}$/
