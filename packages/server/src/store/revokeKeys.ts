import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Owner } from '../domain/account.ts'
import type { KeyStore } from '../domain/ports/keys.ts'
import { despiteFullDisk } from './engine/despiteFullDisk.ts'
import type { Engine } from './engine/engine.ts'
import type { Schema } from './schema.ts'
import { takeAdvisoryLock } from './takeAdvisoryLock.ts'

/** Prefixes of ids of keys and members, which create keys and RPC tokens. */
const KEY = 'key_'
const MEMBER = 'mem_'

/** Revokes many keys of an account at once, and the RPC tokens that they created. */
export function createKeyRevocation(engine: Engine): Pick<KeyStore, 'revokeDescendants' | 'revokeOthers'> {
  /** @returns how many keys were not revoked before. */
  const revoke = (owner: Owner, keys: RawBuilder<unknown>, creators: RawBuilder<unknown>): Promise<number> =>
    despiteFullDisk(engine, () =>
      engine.db.transaction().execute(async (transaction) => {
        await lockKeys(transaction, engine.dialect, owner)
        const { accountId, environment } = owner
        const now = Date.now()
        const revoked = await sql`update api_keys set revoked_at = ${now}
          where account_id = ${accountId} and environment = ${environment} and revoked_at is null and ${keys}
          returning id`.execute(transaction)
        await sql`update rpc_tokens set revoked_at = ${now}
          where account_id = ${accountId} and environment = ${environment} and revoked_at is null and ${creators}`.execute(
          transaction,
        )
        return revoked.rows.length
      }),
    )

  return {
    revokeDescendants(accountId, environment, keyId) {
      const descendants = sql`with recursive descendants (id) as (
          select id from api_keys where created_by = ${keyId} and account_id = ${accountId}
          union select api_keys.id from api_keys join descendants on api_keys.created_by = descendants.id
        ) select id from descendants`
      return revoke(
        { accountId, environment },
        sql`id in (${descendants})`,
        sql`(created_by = ${keyId} or created_by in (${descendants}))`,
      )
    },
    revokeOthers: (accountId, environment, keyId) =>
      revoke({ accountId, environment }, sql`id <> ${keyId}`, sql`created_by <> ${keyId}`),
  }
}

/**
 * Until the transaction ends, none of the account's keys and RPC tokens is created or revoked with others: one that is created while its creator
 * is revoked would outlive the revocation.
 */
export function lockKeys(
  transaction: Kysely<Schema>,
  dialect: Engine['dialect'],
  { accountId, environment }: Owner,
): Promise<void> {
  return takeAdvisoryLock(transaction, dialect, { kind: 'keys', accountId, environment })
}

/** Call it under `lockKeys`. @throws RangeError when the key or member that creates something is one no more since its request was let in. */
export async function requireCreator(transaction: Kysely<Schema>, createdBy: string | null): Promise<void> {
  if (createdBy?.startsWith(KEY)) {
    const key = await transaction
      .selectFrom('api_keys')
      .select('revoked_at')
      .where('id', '=', createdBy)
      .executeTakeFirst()
    if (key !== undefined && key.revoked_at !== null)
      throw new RangeError('The key that creates it was revoked meanwhile.')
  }
  if (createdBy?.startsWith(MEMBER)) {
    const member = await transaction.selectFrom('members').select('id').where('id', '=', createdBy).executeTakeFirst()
    if (member === undefined) throw new RangeError('The member that creates it was removed meanwhile.')
  }
}
