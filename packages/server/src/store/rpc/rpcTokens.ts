import { CompiledQuery, type Selectable, sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Owner } from '../../domain/account.ts'
import type { Plan } from '../../domain/plan.ts'
import type { RpcTokenStore } from '../../domain/ports/rpcTokens.ts'
import type { GuardSettings, RpcToken } from '../../domain/rpc/rpcToken.ts'
import { createVersionedCache } from '../../lib/versionedCache.ts'
import { createRpcToken, isRpcToken } from '../apiToken.ts'
import { despiteFullDisk } from '../engine/despiteFullDisk.ts'
import type { Engine } from '../engine/engine.ts'
import type { Keyring } from '../keyring.ts'
import { lockKeys, requireCreator } from '../revokeKeys.ts'
import type { Schema } from '../schema.ts'

/** Characters of the token that lists show: the environment and 4 of the 26 random ones. */
const PREFIX_LENGTH = 'svc_rpc_live_'.length + 4
/** A last use is written so often at most. */
const TOUCH_EVERY_MS = 60_000

type Row = Selectable<Schema['rpc_tokens']> & { plan: string }

/** Tokens for the URLs of wallets, one account and environment at a time. */
export function createRpcTokens(engine: Engine, keyring: Keyring): RpcTokenStore {
  const { db, version } = engine
  const tokens = db
    .selectFrom('rpc_tokens')
    .innerJoin('accounts', 'accounts.id', 'rpc_tokens.account_id')
    .selectAll('rpc_tokens')
    .select('accounts.plan')
  // Every request looks its token up: the query is compiled once.
  const { sql: byHash } = tokens.where('hash', '=', '').compile()

  const findUnder = async (token: string) => {
    for (const secret of [keyring.current(), ...keyring.earlier()]) {
      const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(byHash, [secret.hashToken(token)]))
      if (rows[0]) return { row: rows[0], secret }
    }
    return null
  }
  const owned = ({ accountId, environment }: Owner) =>
    tokens.where('account_id', '=', accountId).where('environment', '=', environment)

  const read = async (token: string): Promise<RpcToken | null> => {
    if (!isRpcToken(token)) return null
    const found = (await findUnder(token)) ?? (keyring.refresh() ? await findUnder(token) : null)
    if (found === null) return null
    const current = keyring.current()
    // The hash moves to the current secret, so that an earlier one can be dropped.
    if (found.secret.id !== current.id)
      await db
        .updateTable('rpc_tokens')
        .set({ hash: current.hashToken(token), secret_id: current.id })
        .where('id', '=', found.row.id)
        .execute()
    return toRpcToken(found.row)
  }
  // Until the next commit, as of API keys: a revocation holds at the next call, on every node.
  const versionedCache = version && createVersionedCache<RpcToken>(version)

  return {
    findByToken: async (token) => (versionedCache ? (versionedCache([token], read)[0] ?? null) : read(token)),
    async list(owner, now) {
      const rows = await owned(owner)
        .where('revoked_at', 'is', null)
        .where(({ eb, or }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
        .orderBy('seq', 'desc')
        .execute()
      return rows.map(toRpcToken)
    },
    async create({ accountId, environment }, { name, chains, guard, createdBy, expiresAt, now }, max) {
      const { plan } = await db
        .selectFrom('accounts')
        .select('plan')
        .where('id', '=', accountId)
        .executeTakeFirstOrThrow()
      const token = createRpcToken(environment)
      const secret = keyring.current()
      const row = await db.transaction().execute(async (transaction) => {
        await lockKeys(transaction, engine.dialect, { accountId, environment })
        await requireCreator(transaction, createdBy)
        const { count } = await transaction
          .selectFrom('rpc_tokens')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .where('account_id', '=', accountId)
          .where('environment', '=', environment)
          .where('revoked_at', 'is', null)
          .where(({ eb, or }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
          .executeTakeFirstOrThrow()
        if (Number(count) >= max)
          throw new RangeError(
            `This account has ${max} ${environment} RPC tokens already, which is the limit; revoke one that is no longer used.`,
          )
        return transaction
          .insertInto('rpc_tokens')
          .values({
            id: `rpc_${uuidv7().replaceAll('-', '')}`,
            account_id: accountId,
            environment,
            name,
            prefix: token.slice(0, PREFIX_LENGTH),
            hash: secret.hashToken(token),
            secret_id: secret.id,
            chains: chains === null ? null : JSON.stringify(chains),
            guard: JSON.stringify(guard),
            created_at: now,
            created_by: createdBy,
            expires_at: expiresAt,
            last_used_at: null,
            revoked_at: null,
          })
          .returningAll()
          .executeTakeFirstOrThrow()
      })
      return { rpcToken: toRpcToken({ ...row, plan }), token }
    },
    async revoke({ accountId, environment }, id, now) {
      const revoked = db
        .updateTable('rpc_tokens')
        .set({ revoked_at: sql<number>`coalesce(revoked_at, ${now})` })
        .where('id', '=', id)
        .where('account_id', '=', accountId)
        .where('environment', '=', environment)
      const { numUpdatedRows } = await despiteFullDisk(engine, () => revoked.executeTakeFirst())
      return Number(numUpdatedRows) > 0
    },
    touch({ id, lastUsedAt }, at) {
      if (lastUsedAt !== null && at - lastUsedAt < TOUCH_EVERY_MS) return
      // A last use that cannot be written is written with the next.
      void db
        .updateTable('rpc_tokens')
        .set({ last_used_at: at })
        .where('id', '=', id)
        .execute()
        .catch(() => undefined)
    },
  }
}

function toRpcToken(row: Row): RpcToken {
  return {
    id: row.id,
    accountId: row.account_id,
    environment: row.environment as RpcToken['environment'],
    plan: row.plan as Plan,
    name: row.name,
    prefix: row.prefix,
    chains: row.chains === null ? null : (JSON.parse(row.chains) as RpcToken['chains']),
    guard: JSON.parse(row.guard) as GuardSettings,
    createdAt: Number(row.created_at),
    createdBy: row.created_by,
    expiresAt: row.expires_at === null ? null : Number(row.expires_at),
    lastUsedAt: row.last_used_at === null ? null : Number(row.last_used_at),
    revokedAt: row.revoked_at === null ? null : Number(row.revoked_at),
  }
}
