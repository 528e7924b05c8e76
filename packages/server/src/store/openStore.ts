import { resolve } from 'node:path'
import { sql } from 'kysely'
import { type Accounts, createAccounts } from './accounts.ts'
import { type ApiKeys, createApiKeys } from './apiKeys.ts'
import type { Engine } from './engine/engine.ts'
import { createIdempotency, type Idempotency } from './idempotency.ts'
import { createIntel, type Intel } from './intel.ts'
import { type Keyring, keyringOf, openKeyringFile } from './keyring.ts'
import { migrate } from './migrate.ts'
import { createRateCounters, type RateCounters } from './rateCounters.ts'
import { createScanRecords, type ScanRecords } from './scanRecords.ts'
import { generateSecret } from './secret.ts'
import { createSharedRateCounters } from './sharedRateCounters.ts'

/** Everything that is kept, one member per noun. */
export type Store = {
  accounts: Accounts
  keys: ApiKeys
  rateCounters: RateCounters
  idempotency: Idempotency
  scanRecords: ScanRecords
  intel: Intel
  keyring: Keyring
  dialect: Engine['dialect']
  /** Brings the schema up to date, by several processes at once if need be; returns what was applied. */
  migrate(): Promise<string[]>
  /** Null when the database answers and takes writes, else why not. */
  readiness(): Promise<{ database: string | null }>
  /** Deletes what need not be kept any longer. For an hourly timer. */
  prune(now: number, keep: { scanRetentionDays: number }): Promise<void>
  /** Writes what is pending and closes. */
  close(): Promise<void>
}

/** How often the last uses of keys are written. */
const FLUSH_MS = 10_000

/**
 * Opens the database; call `migrate()` before anything else.
 * @param databaseUrl `sqlite:FILE`, `sqlite::memory:` or `postgres://…`.
 * @param secret REDOUBT_SECRET: required with PostgreSQL; null with SQLite keeps one in FILE.secret.
 * @example const store = await openStore('sqlite:./data/redoubt.db', null)
 */
export async function openStore(databaseUrl: string, secret: string | null): Promise<Store> {
  if (/^postgres(ql)?:\/\//.test(databaseUrl)) {
    if (secret === null) {
      throw new Error(
        'REDOUBT_SECRET is required with PostgreSQL: all nodes share it. Set it to the output of: openssl rand -hex 32',
      )
    }
    const keyring = keyringOf(secret)
    const { openPostgres } = await import('./engine/postgres.ts')
    return createStore(await openPostgres(databaseUrl), keyring)
  }
  if (!databaseUrl.startsWith('sqlite:')) {
    throw new Error('DATABASE_URL should be sqlite:FILE or postgres://USER:PASSWORD@HOST:PORT/DATABASE.')
  }
  const name = databaseUrl.slice('sqlite:'.length)
  const file = name === ':memory:' ? name : resolve(name)
  const { openSqlite } = await import('./engine/sqlite.ts')
  const engine = openSqlite(file)
  try {
    return createStore(engine, await sqliteKeyring(engine, file, secret))
  } catch (error) {
    await engine.db.destroy()
    throw error
  }
}

async function sqliteKeyring(engine: Engine, file: string, secret: string | null): Promise<Keyring> {
  if (secret !== null) return keyringOf(secret)
  if (file === ':memory:') return keyringOf(generateSecret())
  return openKeyringFile(`${file}.secret`, async () => {
    const table = await sql`select 1 from sqlite_master where name = 'api_keys'`.execute(engine.db)
    if (table.rows.length === 0) return
    const key = await engine.db.selectFrom('api_keys').select('id').where('revoked_at', 'is', null).executeTakeFirst()
    if (key) {
      throw new Error(
        `${file}.secret is missing, and without it no API key in ${file} can be verified. Put it back from your backup, ` +
          'or set REDOUBT_SECRET to its content.',
      )
    }
  })
}

/** The store on an engine that is already open. */
export function createStore(engine: Engine, keyring: Keyring): Store {
  const { db, dialect } = engine
  const keys = createApiKeys(engine, keyring)
  const idempotency = createIdempotency(engine)
  const scanRecords = createScanRecords(engine)
  const intel = createIntel(engine, keyring)
  const memoryCounters = dialect === 'sqlite' ? createRateCounters(engine) : null
  const rateCounters = memoryCounters ?? createSharedRateCounters(engine)
  // A last use that cannot be written now is written with the next; readiness tells what is wrong.
  const timer = setInterval(() => void keys.flush().catch(() => {}), FLUSH_MS).unref()
  return {
    accounts: createAccounts(engine),
    keys,
    rateCounters,
    idempotency,
    scanRecords,
    intel,
    keyring,
    dialect,
    async migrate() {
      const applied = await migrate(engine)
      await intel.sealLocations()
      return applied
    },
    async readiness() {
      try {
        await db.selectFrom('accounts').select('id').limit(1).execute()
        return { database: rateCounters.problem() }
      } catch (error) {
        return { database: error instanceof Error ? error.message : String(error) }
      }
    },
    async prune(now, { scanRetentionDays }) {
      await idempotency.prune(now)
      await scanRecords.prune(now, scanRetentionDays)
      await rateCounters.prune(now)
      await intel.prune(now)
    },
    async close() {
      clearInterval(timer)
      memoryCounters?.stop()
      try {
        await keys.flush()
        await rateCounters.flush()
      } finally {
        await db.destroy()
      }
    },
  }
}
