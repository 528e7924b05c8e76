import { DEFAULT_MIGRATION_TABLE, type Kysely, type Migration, Migrator, sql } from 'kysely'
import type { Engine } from './engine/engine.ts'
import * as accountsKeysScans from './migrations/001-accounts-keys-scans.ts'
import * as uniqueRequestIds from './migrations/002-unique-request-ids.ts'
import * as intelLists from './migrations/003-intel-lists.ts'
import * as intelChurningLists from './migrations/004-intel-churning-lists.ts'
import * as entityScoresFeedback from './migrations/005-entity-scores-feedback.ts'
import * as webhooks from './migrations/006-webhooks.ts'
import * as monitors from './migrations/007-monitors.ts'
import * as watchedChains from './migrations/008-watched-chains.ts'
import * as accountEvents from './migrations/009-account-events.ts'
import * as dueDeliveries from './migrations/011-due-deliveries.ts'
import * as rateBatches from './migrations/012-rate-batches.ts'
import * as entityScoreFailures from './migrations/013-entity-score-failures.ts'
import * as listedEntities from './migrations/015-listed-entities.ts'
import * as watchStatus from './migrations/016-watch-status.ts'
import * as tenancy from './migrations/017-tenancy.ts'
import * as keyOrigins from './migrations/018-key-origins.ts'
import * as policies from './migrations/019-policies.ts'
import * as guardedRpc from './migrations/021-guarded-rpc.ts'
import * as members from './migrations/022-members.ts'
import * as askedPayments from './migrations/025-asked-payments.ts'
import * as heldApprovals from './migrations/026-held-approvals.ts'
import * as scannedMessages from './migrations/030-scanned-messages.ts'
import * as verdicts from './migrations/031-verdicts.ts'
import * as appeals from './migrations/032-appeals.ts'
import * as signedPermissions from './migrations/033-signed-permissions.ts'
import * as rateWindows from './migrations/035-rate-windows.ts'

/** In order, and only ever appended to: a released migration never changes. */
const MIGRATIONS: Record<string, { up(db: Kysely<unknown>, dialect: Engine['dialect']): Promise<void> }> = {
  '001-accounts-keys-scans': accountsKeysScans,
  '002-unique-request-ids': uniqueRequestIds,
  '003-intel-lists': intelLists,
  '004-intel-churning-lists': intelChurningLists,
  '005-entity-scores-feedback': entityScoresFeedback,
  '006-webhooks': webhooks,
  '007-monitors': monitors,
  '008-watched-chains': watchedChains,
  '009-account-events': accountEvents,
  '011-due-deliveries': dueDeliveries,
  '012-rate-batches': rateBatches,
  '013-entity-score-failures': entityScoreFailures,
  '015-listed-entities': listedEntities,
  '016-watch-status': watchStatus,
  '017-tenancy': tenancy,
  '018-key-origins': keyOrigins,
  '019-policies': policies,
  '021-guarded-rpc': guardedRpc,
  '022-members': members,
  '025-asked-payments': askedPayments,
  '026-held-approvals': heldApprovals,
  '030-scanned-messages': scannedMessages,
  '031-verdicts': verdicts,
  '032-appeals': appeals,
  '033-signed-permissions': signedPermissions,
  '035-rate-windows': rateWindows,
}

/** All migrations of this version, in order. */
export const MIGRATION_NAMES: readonly string[] = Object.keys(MIGRATIONS)

/** Ends the name of a migration after which older versions cannot use the database. */
export const ALONE = '-alone'

/**
 * Brings the database to this version's schema; several processes may do so at once. Later migrations of a newer version are left as they are,
 * so that a node which has not been replaced yet can start again.
 * @param upTo the last migration to apply; default all.
 * @returns The names of the migrations that were applied now.
 */
export async function migrate({ db, dialect }: Pick<Engine, 'db' | 'dialect'>, upTo?: string): Promise<string[]> {
  const migrations = Object.fromEntries(
    Object.entries(MIGRATIONS).map(([name, { up }]): [string, Migration] => [
      name,
      { up: (transaction) => up(transaction, dialect) },
    ]),
  )
  const schema = dialect === 'postgres' ? await currentSchema(db) : undefined
  const later = await laterMigrations(db, schema)
  const alone = later.find((name) => name.endsWith(ALONE))
  if (alone !== undefined)
    throw new Error(
      `The database was migrated by a newer version, beside which this one cannot run (${alone}). Start the newer version.`,
    )
  for (const name of later) migrations[name] = { up: async () => {} }
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
    ...(schema !== undefined && { migrationTableSchema: schema }),
  })
  const { error, results = [] } = await (upTo === undefined ? migrator.migrateToLatest() : migrator.migrateTo(upTo))
  if (error) {
    const failed = results.find(({ status }) => status === 'Error')?.migrationName
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`The database could not be migrated${failed ? ` (${failed})` : ''}: ${reason}`, { cause: error })
  }
  return results.map(({ migrationName }) => migrationName)
}

/** Names of migrations in the database that come after all of this version; none where it was never migrated. */
async function laterMigrations(db: Engine['db'], schema: string | undefined): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some((table) => table.name === DEFAULT_MIGRATION_TABLE && table.schema === schema)) return []
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(DEFAULT_MIGRATION_TABLE)}`.execute(db)
  const newest = MIGRATION_NAMES.at(-1) ?? ''
  return rows.map(({ name }) => name).filter((name) => name > newest)
}

/** Kysely looks its bookkeeping tables up in every schema of the database unless it is told which one. */
async function currentSchema(db: Engine['db']): Promise<string> {
  const { rows } = await sql<{ schema: string | null }>`select current_schema() as schema`.execute(db)
  const schema = rows[0]?.schema
  if (!schema) throw new Error('The search_path of DATABASE_URL names no existing schema: create it first.')
  return schema
}
