import { CompiledQuery, sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { ApiKey, Scope } from '../domain/apiKey.ts'
import type { Environment } from '../domain/environment.ts'
import { MAX_KEYS, type Plan } from '../domain/plan.ts'
import type { KeyStore } from '../domain/ports/keys.ts'
import { createBatchReads } from '../lib/batchReads.ts'
import { createVersionedCache } from '../lib/versionedCache.ts'
import { createToken, isToken } from './apiToken.ts'
import { despiteFullDisk } from './engine/despiteFullDisk.ts'
import type { Engine } from './engine/engine.ts'
import { givenRows } from './givenRows.ts'
import type { Keyring } from './keyring.ts'
import { createKeyRevocation, lockKeys, requireCreator } from './revokeKeys.ts'
import type { Secret } from './secret.ts'

/** Characters of the token that lists show: the environment and 4 of the 26 random ones (131 bits stay secret). */
const PREFIX_LENGTH = 'svc_live_'.length + 4

export type ApiKeys = KeyStore & {
  /**
   * Null for a malformed (no look-up) or unknown token. A revoked key is returned, with `revokedAt`, for ever.
   * Calls of the same turn of the event loop share one read, made after the last of them. A read is reused only until the
   * next commit: a revocation holds at the next call, on every node.
   */
  findByToken(token: string): Promise<ApiKey | null>
  /** Of every account or of one, revoked ones too, newest first. For the operator's command line. */
  listAll(accountId?: string): Promise<ApiKey[]>
  /** As `revoke`, by id alone, for the operator's command line. */
  revokeById(keyId: string): Promise<boolean>
  flush(): Promise<void>
  /** How many keys that are not revoked have their hash under which secret, by the secret's fingerprint. */
  countBySecret(): Promise<{ secretId: string; keys: number }[]>
}

/** When a key without an end expires. */
const NEVER = Number.MAX_SAFE_INTEGER

/** Look-ups under way on PostgreSQL: while one is answered, the next is on its way. */
const MAX_READS = 2

export function createApiKeys(engine: Engine, keyring: Keyring): ApiKeys {
  const { db } = engine
  const touched = new Map<string, number>()
  const touch = (keyId: string, at: number) => {
    touched.set(keyId, Math.max(at, touched.get(keyId) ?? 0))
  }

  const keys = db
    .selectFrom('api_keys')
    .innerJoin('accounts', 'accounts.id', 'api_keys.account_id')
    .selectAll('api_keys')
    .select(['accounts.plan', 'accounts.operator'])
  // Every request looks its key up: building and compiling the query costs several times what running it does.
  const columns = db
    .selectFrom('api_keys')
    .innerJoin('accounts', 'accounts.id', 'api_keys.account_id')
    .select(KEY_COLUMNS)
  const { sql: byHash } = columns.where('hash', '=', '').compile()
  const { sql: byHashes } = columns.where('hash', '=', sql<string>`any(${[]})`).compile()
  let readByHash: ReturnType<NonNullable<Engine['prepareRead']>> | undefined

  const findByHash = async (hash: string): Promise<KeyRow | undefined> => {
    readByHash ??= engine.prepareRead?.(byHash)
    const read = readByHash?.([hash])
    if (read) return read[0] && rowOf(read[0])
    const { rows } = await db.executeQuery<KeyRow>(CompiledQuery.raw(byHash, [hash]))
    return rows[0]
  }

  const findUnder = async (secrets: Secret[], token: string) => {
    for (const secret of secrets) {
      const row = await findByHash(secret.hashToken(token))
      if (row) return row
    }
    return undefined
  }

  /** Moves a key whose hash was made under an earlier secret to the current one. */
  const rehash = async (keyId: string, token: string) => {
    const secret = keyring.current()
    await db
      .updateTable('api_keys')
      .set({ hash: secret.hashToken(token), secret_id: secret.id })
      .where('id', '=', keyId)
      .execute()
  }

  const revokeWhere = async (keyId: string, owner?: { accountId: string; environment: Environment }) => {
    let update = db
      .updateTable('api_keys')
      .set(({ fn, val }) => ({ revoked_at: fn.coalesce('revoked_at', val(Date.now())) }))
      .where('id', '=', keyId)
    if (owner) update = update.where('account_id', '=', owner.accountId).where('environment', '=', owner.environment)
    return (await despiteFullDisk(engine, () => update.returning('id').execute())).length > 0
  }

  const read = async (token: string): Promise<ApiKey | null> => {
    if (!isToken(token)) return null
    let row = await findByHash(keyring.current().hashToken(token))
    if (row) return toKey(row)
    row = await findUnder(keyring.earlier(), token)
    if (!row) {
      // Another process may have rotated the secret and made this key since.
      if (!keyring.refresh()) return null
      row = await findUnder([keyring.current(), ...keyring.earlier()], token)
      if (!row) return null
    }
    if (row.secret_id !== keyring.current().id) await rehash(row.id, token)
    return toKey(row)
  }
  /** One query for all; who is not found under the current secret is looked for alone. */
  const readMany = async (tokens: readonly string[]) => {
    const hashes = tokens.map((token) => (isToken(token) ? keyring.current().hashToken(token) : null))
    const { rows } = await db.executeQuery<KeyRow>(
      CompiledQuery.raw(byHashes, [hashes.filter((hash) => hash !== null)]),
    )
    const found = new Map(rows.map((row) => [row.hash, row]))
    return tokens.map((token, place) => {
      const row = found.get(hashes[place] ?? '')
      return row ? toKey(row) : read(token)
    })
  }

  const { version } = engine
  const versionedCache = version && createVersionedCache<ApiKey>(version)
  const findByToken = createBatchReads<string, ApiKey | null>(
    versionedCache
      ? (tokens) => versionedCache(tokens, read)
      : engine.dialect === 'postgres'
        ? readMany
        : (tokens) => tokens.map(read),
    MAX_READS,
  )

  /** Until when an entry is registered, in Unix milliseconds; null: it is not. One query for all who ask at once. */
  const registeredUntil = createBatchReads<string, number | null>(async (entries) => {
    const rows = await db
      .selectFrom('key_origins')
      .innerJoin('api_keys', 'api_keys.id', 'key_origins.key_id')
      .where('origin', 'in', [...new Set(entries)])
      .where('revoked_at', 'is', null)
      .groupBy('origin')
      .select(({ fn }) => ['origin', fn.max(fn.coalesce('expires_at', sql<number>`${NEVER}`)).as('until')])
      .execute()
    const until = new Map(rows.map((row) => [row.origin, Number(row.until)]))
    return entries.map((entry) => until.get(entry) ?? null)
  }, MAX_READS)

  return {
    findByToken,
    async find(keyId) {
      const row = await keys.where('api_keys.id', '=', keyId).executeTakeFirst()
      return row ? toKey(row) : null
    },
    async isOriginRegistered(entries, now) {
      const ends = await Promise.all(entries.map(registeredUntil))
      return ends.some((until) => until !== null && until > now)
    },
    async list(accountId, environment, now = Date.now()) {
      const rows = await keys
        .where('account_id', '=', accountId)
        .where('environment', '=', environment)
        .where('revoked_at', 'is', null)
        .where(({ eb, or }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
        .orderBy('api_keys.created_at', 'desc')
        .orderBy('api_keys.id', 'desc')
        .execute()
      return rows.map(toKey)
    },
    async listAll(accountId) {
      const some = accountId === undefined ? keys : keys.where('account_id', '=', accountId)
      return (await some.orderBy('api_keys.created_at', 'desc').orderBy('api_keys.id', 'desc').execute()).map(toKey)
    },
    async create({ accountId, name, scopes, environment, now = Date.now(), ...given }) {
      const { origins = null, createdBy = null, expiresAt = null } = given
      const account = await db
        .selectFrom('accounts')
        .select(['plan', 'operator'])
        .where('id', '=', accountId)
        .executeTakeFirst()
      if (!account) throw new Error(`There is no account ${accountId}.`)
      const token = createToken(environment)
      const secret = keyring.current()
      const row = {
        id: `key_${uuidv7().replaceAll('-', '')}`,
        account_id: accountId,
        name,
        prefix: token.slice(0, PREFIX_LENGTH),
        hash: secret.hashToken(token),
        secret_id: secret.id,
        scopes: JSON.stringify(scopes),
        environment,
        origins: origins === null ? null : JSON.stringify(origins),
        created_at: Date.now(),
        created_by: createdBy,
        expires_at: expiresAt,
        last_used_at: null,
        revoked_at: null,
      }
      await db.transaction().execute(async (transaction) => {
        await lockKeys(transaction, engine.dialect, { accountId, environment })
        await requireCreator(transaction, createdBy)
        const { count } = await transaction
          .selectFrom('api_keys')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .where('account_id', '=', accountId)
          .where('environment', '=', environment)
          .where('revoked_at', 'is', null)
          .where(({ eb, or }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
          .executeTakeFirstOrThrow()
        if (Number(count) >= MAX_KEYS)
          throw new RangeError(
            `This account has ${MAX_KEYS} ${environment} keys already, which is the limit; revoke one that is no longer used.`,
          )
        await transaction.insertInto('api_keys').values(row).execute()
        if (origins !== null)
          await transaction
            .insertInto('key_origins')
            .values(origins.map((origin) => ({ origin, key_id: row.id })))
            .execute()
      })
      return { key: toKey({ ...row, ...account }), token }
    },
    revoke: (accountId, environment, keyId) => revokeWhere(keyId, { accountId, environment }),
    ...createKeyRevocation(engine),
    revokeById: (keyId) => revokeWhere(keyId),
    touch,
    async flush() {
      if (touched.size === 0) return
      const uses = [...touched]
      touched.clear()
      const given = givenRows(
        engine.dialect,
        { id: 'text', at: 'bigint' },
        uses.map(([id, at]) => ({ id, at })),
      )
      const write = db.transaction().execute(async (transaction) => {
        // In one order everywhere: two nodes that flush the same keys must not wait for each other in a circle.
        if (engine.dialect === 'postgres')
          await sql`select id from api_keys where id in (select id from ${given} as given)
            order by id for no key update`.execute(transaction)
        await sql`update api_keys set last_used_at = given.at from ${given} as given
          where api_keys.id = given.id and (last_used_at is null or last_used_at < given.at)`.execute(transaction)
      })
      await write.catch((error: unknown) => {
        for (const [id, at] of uses) touch(id, at)
        throw error
      })
    },
    async countBySecret() {
      const rows = await db
        .selectFrom('api_keys')
        .select(({ fn }) => ['secret_id', fn.countAll<number>().as('keys')])
        .where('revoked_at', 'is', null)
        .groupBy('secret_id')
        .orderBy('secret_id')
        .execute()
      return rows.map((row) => ({ secretId: row.secret_id, keys: row.keys }))
    },
  }
}

type KeyRow = {
  hash: string
  id: string
  account_id: string
  name: string
  prefix: string
  secret_id: string
  scopes: string
  plan: string
  environment: string
  origins: string | null
  operator: number
  created_at: number
  created_by: string | null
  expires_at: number | null
  last_used_at: number | null
  revoked_at: number | null
}

/** What a look-up reads, in this order. */
const KEY_COLUMNS = [
  'api_keys.hash',
  'api_keys.id',
  'api_keys.account_id',
  'api_keys.name',
  'api_keys.prefix',
  'api_keys.secret_id',
  'api_keys.scopes',
  'accounts.plan',
  'api_keys.environment',
  'api_keys.origins',
  'accounts.operator',
  'api_keys.created_at',
  'api_keys.created_by',
  'api_keys.expires_at',
  'api_keys.last_used_at',
  'api_keys.revoked_at',
] as const

function rowOf(values: readonly unknown[]): KeyRow {
  const [hash, id, account_id, name, prefix, secret_id, scopes, plan, environment, origins, operator, ...times] = values
  const [created_at, created_by, expires_at, last_used_at, revoked_at] = times
  return {
    hash,
    id,
    account_id,
    name,
    prefix,
    secret_id,
    scopes,
    plan,
    environment,
    origins,
    operator,
    created_at,
    created_by,
    expires_at,
    last_used_at,
    revoked_at,
  } as KeyRow
}

function toKey(row: KeyRow): ApiKey {
  return {
    id: row.id,
    accountId: row.account_id,
    name: row.name,
    prefix: row.prefix,
    scopes: JSON.parse(row.scopes) as Scope[],
    plan: row.plan as Plan,
    environment: row.environment as Environment,
    operator: row.operator === 1,
    origins: row.origins === null ? null : (JSON.parse(row.origins) as string[]),
    createdAt: row.created_at,
    createdBy: row.created_by,
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at,
    revokedAt: row.revoked_at,
  }
}
