import { resolve } from 'node:path'
import { setImmediate, setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import type { AccountAddresses } from '../domain/ports/accountAddresses.ts'
import type { Cursors } from '../domain/ports/cursors.ts'
import type { EventStore } from '../domain/ports/events.ts'
import type { HeldTransactionStore } from '../domain/ports/heldTransactions.ts'
import type { MemberStore, PasskeyStore } from '../domain/ports/members.ts'
import type { MonitorStore } from '../domain/ports/monitors.ts'
import type { PolicyStore } from '../domain/ports/policies.ts'
import type { RpcTokenStore } from '../domain/ports/rpcTokens.ts'
import type { Replays } from '../domain/ports/webhooks.ts'
import { StoreUnavailable } from '../domain/sourceErrors.ts'
import type { VerdictSigner } from '../domain/verdict.ts'
import type { IntelStore } from '../intel/ports.ts'
import type { NotifiedScores, SignedPermissions, WatchRows } from '../watch/ports.ts'
import { createAccountAddresses } from './accountAddresses.ts'
import { type Accounts, createAccounts } from './accounts.ts'
import { type ApiKeys, createApiKeys } from './apiKeys.ts'
import { createCursors } from './createCursors.ts'
import type { Engine } from './engine/engine.ts'
import { createFeedback, type FeedbackRows } from './feedback.ts'
import { createIdempotency, type Idempotency } from './idempotency.ts'
import { createIntelEntries } from './intel/intelEntries.ts'
import { createImport } from './intel/intelImport.ts'
import { createIntelOverrides } from './intel/intelOverrides.ts'
import { createIntelSources } from './intel/intelSources.ts'
import { type Keyring, keyringOf, openKeyringFile } from './keyring.ts'
import { type AuditEntries, createAuditLog } from './members/auditLog.ts'
import { createMembers } from './members/members.ts'
import { createOneTimeTokens, type OneTime } from './members/oneTimeTokens.ts'
import { createPasskeys } from './members/passkeys.ts'
import { createSessions, type Sessions } from './members/sessions.ts'
import { createSharedScans, type SharedScanRows } from './members/sharedScans.ts'
import { createUsage, type Usage } from './members/usage.ts'
import { migrate } from './migrate.ts'
import { createMonitors } from './monitors/monitors.ts'
import { createSignedPermissions } from './monitors/signedPermissions.ts'
import { createWatchedChains, type WatchedChains } from './monitors/watchedChains.ts'
import { createWatchRows } from './monitors/watchRows.ts'
import { createEvents } from './outbox/events.ts'
import { createReplays } from './outbox/lockDeliveries.ts'
import { createOutbox, type Outbox } from './outbox/outbox.ts'
import { type Budget, createBudget } from './policies/budget.ts'
import { createPolicies } from './policies/policies.ts'
import type { Pacing } from './pruneChunks.ts'
import { createRateCounters, type RateCounters } from './rateCounters.ts'
import { createHeldTransactions } from './rpc/heldTransactions.ts'
import { createRpcTokens } from './rpc/rpcTokens.ts'
import { createScanRecords, type ScanRecords } from './scanRecords.ts'
import { createEntityScores, type EntityScores } from './scores/entityScores.ts'
import { createNotifiedScores } from './scores/notifiedScores.ts'
import { generateSecret } from './secret.ts'
import { createSharedRateCounters } from './sharedRateCounters.ts'
import { createVerdictSigner } from './verdictSigner.ts'
import {
  createWebhooks,
  isWebhookSecretSealed,
  openWebhookSecret,
  sealWebhookSecret,
  type Webhooks,
} from './webhooks/webhooks.ts'

/** Webhooks in one transaction: others write in between. */
const AT_ONCE = 200

/** Everything that is kept, one member per noun. */
export type Store = {
  accounts: Accounts
  keys: ApiKeys
  rateCounters: RateCounters
  idempotency: Idempotency
  scanRecords: ScanRecords
  accountAddresses: AccountAddresses
  entityScores: EntityScores
  feedback: FeedbackRows
  webhooks: Webhooks
  monitors: MonitorStore
  policies: PolicyStore
  budget: Budget
  outbox: Outbox
  watchedChains: WatchedChains
  events: EventStore
  watchRows: WatchRows
  replays: Replays
  notifiedScores: NotifiedScores
  signedPermissions: SignedPermissions
  rpcTokens: RpcTokenStore
  heldTransactions: HeldTransactionStore & { prune(now: number, pacing?: Pacing): Promise<number> }
  intel: Intel
  members: MemberStore
  sessions: Sessions
  passkeys: PasskeyStore
  oneTimeTokens: OneTime
  auditLog: AuditEntries
  sharedScans: SharedScanRows
  usage: Usage
  keyring: Keyring
  verdictSigner: VerdictSigner
  cursors: Cursors
  dialect: Engine['dialect']
  /** Brings the schema up to date, by several processes at once if need be; returns what was applied. */
  migrate(): Promise<string[]>
  /** Seals what must be read again under the current secret, so that an earlier one can be dropped; `migrate` does too. */
  reseal(): Promise<void>
  /** Null when the database answers and takes writes, else why not. */
  readiness(): Promise<{ database: string | StoreUnavailable | null }>
  /** Deletes what need not be kept any longer, with turns of the event loop in between; `close` ends it. For an hourly timer. */
  prune(now: number, keep: { scanRetentionDays: number }): Promise<void>
  /** Writes what is pending and closes. */
  close(): Promise<void>
}

/** How often the last uses of keys are written. */
const FLUSH_MS = 10_000
/** Chunks of pruning after which SQLite writes its log into the file. */
const CHUNKS_OF_A_CHECKPOINT = 8
/** In milliseconds. */
const LEFT_TO_WRITERS_MS = 6

/**
 * Opens the database; call `migrate()` before anything else.
 * @param databaseUrl `sqlite:FILE`, `sqlite::memory:` or `postgres://…`.
 * @param secret REDOUBT_SECRET: required with PostgreSQL; null with SQLite keeps one in FILE.secret.
 * @example const store = await openStore('sqlite:./data/redoubt.db', null)
 */
export async function openStore(databaseUrl: string, secret: string | null): Promise<Store> {
  const { engine, keyring } = await openEngine(databaseUrl, secret)
  return createStore(engine, keyring)
}

/** The database and its secret alone, for what needs no store. */
export async function openEngine(
  databaseUrl: string,
  secret: string | null,
): Promise<{ engine: Engine; keyring: Keyring }> {
  if (/^postgres(ql)?:\/\//.test(databaseUrl)) {
    if (secret === null) {
      throw new Error(
        'REDOUBT_SECRET is required with PostgreSQL: all nodes share it. Set it to the output of: openssl rand -hex 32',
      )
    }
    const keyring = keyringOf(secret)
    const { openPostgres } = await import('./engine/postgres.ts')
    return { engine: await openPostgres(databaseUrl), keyring }
  }
  const file = sqliteFileOf(databaseUrl)
  if (file === null)
    throw new Error('DATABASE_URL should be sqlite:FILE or postgres://USER:PASSWORD@HOST:PORT/DATABASE.')
  const { openSqlite } = await import('./engine/sqlite.ts')
  const engine = openSqlite(file)
  try {
    return { engine, keyring: await sqliteKeyring(engine, file, secret) }
  } catch (error) {
    await engine.db.destroy()
    throw error
  }
}

/** The absolute path of a SQLite database, or `:memory:`; null for another one. */
export function sqliteFileOf(databaseUrl: string): string | null {
  if (!databaseUrl.startsWith('sqlite:')) return null
  const name = databaseUrl.slice('sqlite:'.length)
  return name === ':memory:' ? name : resolve(name)
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
  const accountAddresses = createAccountAddresses(engine)
  const entityScores = createEntityScores(engine)
  const feedback = createFeedback(engine)
  const intel = createIntel(engine, keyring)
  const outbox = createOutbox(engine, keyring)
  const watchedChains = createWatchedChains(engine)
  const heldTransactions = createHeldTransactions(engine, keyring)
  const budget = createBudget(engine)
  const sessions = createSessions(engine)
  const oneTimeTokens = createOneTimeTokens(engine)
  const auditLog = createAuditLog(engine)
  const sharedScans = createSharedScans(engine)
  const usage = createUsage(engine)
  const memoryCounters = dialect === 'sqlite' ? createRateCounters(engine) : null
  const rateCounters = memoryCounters ?? createSharedRateCounters(engine)
  const reseal = async () => {
    await intel.sealLocations()
    await resealWebhookSecrets(engine, keyring)
  }
  const closing = new AbortController()
  let pruning: Promise<void> = Promise.resolve()
  const pruneAll = async (now: number, scanRetentionDays: number) => {
    const { signal } = closing
    engine.reserve?.refill()
    const aside = engine.openAside?.() ?? null
    let chunks = 0
    const pause = async () => {
      // Between two chunks of the other thread, writers of this one look for the lock every few milliseconds.
      await (aside === null ? setImmediate() : setTimeout(LEFT_TO_WRITERS_MS))
      if (++chunks % CHUNKS_OF_A_CHECKPOINT === 0) await aside?.checkpoint()
    }
    const pacing = { signal, pause, ...(aside && { aside }) }
    try {
      await idempotency.prune(now, pacing)
      await scanRecords.prune(now, scanRetentionDays, pacing)
      await entityScores.prune(now, pacing)
      await feedback.prune(now, pacing)
      if (signal.aborted) return
      await rateCounters.prune(now)
      await outbox.prune(now, pacing)
      await watchedChains.prune(now, pacing)
      await heldTransactions.prune(now, pacing)
      await budget.prune(now, pacing)
      await intel.prune(now, pacing)
      for (const rows of [sessions, oneTimeTokens, auditLog, sharedScans, usage]) await rows.prune(now, pacing)
    } finally {
      await aside?.end()
    }
  }
  // What cannot be written now is written with the next; readiness tells what is wrong.
  const flush = () => Promise.allSettled([keys.flush(), usage.flush()])
  const timer = setInterval(() => void flush(), FLUSH_MS).unref()
  return {
    accounts: createAccounts(engine),
    keys,
    rateCounters,
    idempotency,
    scanRecords,
    accountAddresses,
    entityScores,
    feedback,
    webhooks: createWebhooks(engine, keyring),
    monitors: createMonitors(engine),
    policies: createPolicies(engine),
    budget,
    outbox,
    watchedChains,
    events: createEvents(engine),
    watchRows: createWatchRows(engine),
    replays: createReplays(engine),
    notifiedScores: createNotifiedScores(engine),
    signedPermissions: createSignedPermissions(engine),
    rpcTokens: createRpcTokens(engine, keyring),
    heldTransactions,
    intel,
    members: createMembers(engine),
    sessions,
    passkeys: createPasskeys(engine),
    oneTimeTokens,
    auditLog,
    sharedScans,
    usage,
    keyring,
    verdictSigner: createVerdictSigner(keyring),
    cursors: createCursors(keyring),
    dialect,
    async migrate() {
      const applied = await migrate(engine)
      await reseal()
      return applied
    },
    reseal,
    async readiness() {
      try {
        await db.selectFrom('accounts').select('id').limit(1).execute()
        return { database: rateCounters.problem() }
      } catch (error) {
        if (error instanceof StoreUnavailable) return { database: error }
        return { database: error instanceof Error ? error.message : String(error) }
      }
    },
    async prune(now, { scanRetentionDays }) {
      pruning = pruning.catch(() => {}).then(() => pruneAll(now, scanRetentionDays))
      await pruning
    },
    async close() {
      closing.abort()
      clearInterval(timer)
      memoryCounters?.stop()
      try {
        await pruning.catch(() => {})
        await keys.flush()
        await usage.flush()
        await rateCounters.flush()
      } finally {
        await db.destroy()
      }
    },
  }
}

/** Lists that operators load, their entries, and operators' own words. */
type Intel = IntelStore & {
  /** Deletes what was removed from its list over 90 days ago; returns how many entries. */
  prune(now: number, pacing?: Pacing): Promise<number>
  /** Seals every list's URL under the current secret, so that an earlier one can be dropped. */
  sealLocations(): Promise<void>
}

function createIntel(engine: Engine, keyring: Keyring): Intel {
  const { forget, ...entries } = createIntelEntries(engine)
  return {
    ...createIntelSources(engine, keyring, forget),
    ...entries,
    ...createIntelOverrides(engine),
    replaceEntries: createImport(engine),
  }
}

/**
 * Seals every webhook's secrets under the current secret of the server, so that an earlier one can be dropped. One that cannot
 * be opened stays as it is: its secret may come back.
 */
async function resealWebhookSecrets({ db }: Engine, keyring: Keyring): Promise<void> {
  const again = (id: string, kept: string | null) => {
    if (kept === null || isWebhookSecretSealed(keyring, kept)) return kept
    const secret = openWebhookSecret(keyring, id, kept)
    return secret === null ? kept : sealWebhookSecret(keyring, id, secret)
  }
  let last = 0
  for (;;) {
    const rows = await db
      .selectFrom('webhooks')
      .select(['seq', 'id', 'secret', 'earlier_secret'])
      .where('seq', '>', last)
      .orderBy('seq')
      .limit(AT_ONCE)
      .execute()
    const changed = rows
      .map((row) => ({ ...row, to: again(row.id, row.secret), earlierTo: again(row.id, row.earlier_secret) }))
      .filter(({ secret, to, earlier_secret, earlierTo }) => to !== secret || earlierTo !== earlier_secret)
      // Webhooks are locked in one order, here as everywhere.
      .sort((one, other) => (one.id < other.id ? -1 : 1))
    await db.transaction().execute(async (transaction) => {
      for (const { id, secret, to, earlierTo } of changed)
        await transaction
          .updateTable('webhooks')
          .set({ secret: to ?? secret, earlier_secret: earlierTo })
          .where('id', '=', id)
          // A rotation meanwhile has sealed both anew.
          .where('secret', '=', secret)
          .execute()
    })
    if (rows.length < AT_ONCE) return
    last = rows.at(-1)?.seq ?? last
  }
}
