import { type Kysely, sql } from 'kysely'
import type { Engine } from '../engine/engine.ts'
import type { Keyring } from '../keyring.ts'
import { MIGRATION_NAMES, migrate } from '../migrate.ts'
import type { Schema } from '../schema.ts'
import { BACKED_UP_TABLES, FILLED_BEFORE } from './backedUpTables.ts'
import { type BackupHeader, BackupUnusable, newer, readBackupFile, type TableRows } from './backupFile.ts'

/** Values in one statement: SQLite takes 32,766, PostgreSQL 65,535. */
const MAX_VALUES = 10_000

/**
 * Reads a whole backup, so that nothing begins with a file that cannot be restored.
 * @throws BackupUnusable for a file of another kind, a newer one, or one that is cut off or was changed.
 */
export async function inspectBackup(file: string): Promise<BackupHeader> {
  let header: BackupHeader | null = null
  for await (const part of readBackupFile(file)) {
    if ('redoubtBackup' in part) {
      header = part
      if (part.migrations.some((name) => !MIGRATION_NAMES.includes(name))) throw newer(file, part.version)
    } else if (!BACKED_UP_TABLES.includes(part.table)) {
      throw new BackupUnusable(`${file} holds rows of "${part.table.slice(0, 64)}", which is no table of Redoubt.`)
    }
  }
  if (header === null) throw new BackupUnusable(`${file} is empty.`)
  return header
}

/**
 * Puts the rows of a backup into an empty database of either engine and brings it up to date. Rows are written in one transaction: a restore that
 * fails leaves an empty database.
 * @param options.header what `inspectBackup` answered. @param options.signal ends it: the database is empty then.
 * @returns How many rows were restored.
 * @throws BackupUnusable where the database is not empty, or the secret is another one.
 */
export async function restoreBackup(
  engine: Engine,
  keyring: Keyring,
  file: string,
  { header, signal }: { header: BackupHeader; signal: AbortSignal },
): Promise<number> {
  const known = [keyring.current(), ...keyring.earlier()].map(({ id }) => id)
  const [secret] = header.secrets
  if (secret !== undefined && !known.includes(secret)) {
    throw new BackupUnusable(
      'The backup was made under another secret, without which none of its API keys is valid. Set REDOUBT_SECRET to that secret, ' +
        'or put the .secret file of the SQLite database that it was made of beside the new one.',
    )
  }
  await requireEmpty(engine)
  await migrate(engine, header.migrations.at(-1))
  let rows = 0
  await engine.db.transaction().execute(async (transaction) => {
    for (const table of FILLED_BEFORE) await emptyIfThere(transaction, engine.dialect, table)
    let last = ''
    for await (const part of readBackupFile(file)) {
      signal.throwIfAborted()
      if ('redoubtBackup' in part) continue
      if (part.table !== last && FILLED_BEFORE.includes(part.table))
        await emptyIfThere(transaction, engine.dialect, part.table)
      last = part.table
      await insert(transaction, engine.dialect, part)
      rows += part.rows.length
    }
    if (engine.dialect === 'postgres') await continueSequences(transaction)
  })
  await migrate(engine)
  return rows
}

async function requireEmpty({ db, dialect }: Engine): Promise<void> {
  for (const table of await tablesOf(db, dialect)) {
    if (!BACKED_UP_TABLES.includes(table) || FILLED_BEFORE.includes(table)) continue
    const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(db)
    if (rows.length > 0) {
      throw new BackupUnusable(
        `The database of DATABASE_URL is not empty: ${table} has rows. Restore into a new database, and then let the service use that one.`,
      )
    }
  }
}

async function emptyIfThere(transaction: Kysely<Schema>, dialect: Engine['dialect'], table: string): Promise<void> {
  const found = await tablesOf(transaction, dialect)
  if (found.includes(table)) await sql`delete from ${sql.table(table)}`.execute(transaction)
}

async function insert(
  transaction: Kysely<Schema>,
  dialect: Engine['dialect'],
  { table, columns, rows }: TableRows,
): Promise<void> {
  const names = sql.join(columns.map((column) => sql.ref(column)))
  // Numbers of rows are kept: cursors and other tables name them.
  const keeping = sql.raw(dialect === 'postgres' ? 'overriding system value' : '')
  const size = Math.max(1, Math.floor(MAX_VALUES / columns.length))
  for (let at = 0; at < rows.length; at += size) {
    const values = rows.slice(at, at + size).map((row) => sql`(${sql.join(row)})`)
    await sql`insert into ${sql.table(table)} (${names}) ${keeping} values ${sql.join(values)}`.execute(transaction)
  }
}

/** SQLite goes on after the highest number by itself. */
async function continueSequences(transaction: Kysely<Schema>): Promise<void> {
  const { rows } = await sql<{ name: string; column: string }>`select table_name as name, column_name as "column"
    from information_schema.columns where table_schema = current_schema()
    and pg_get_serial_sequence(quote_ident(table_name), column_name) is not null`.execute(transaction)
  for (const { name, column } of rows)
    await sql`select setval(pg_get_serial_sequence(quote_ident(${name}::text), ${column}::text), highest)
      from (select max(${sql.ref(column)}) as highest from ${sql.table(name)}) as numbered where highest is not null`.execute(
      transaction,
    )
}

async function tablesOf(db: Kysely<Schema>, dialect: Engine['dialect']): Promise<string[]> {
  const found =
    dialect === 'sqlite'
      ? sql<{ name: string }>`select name from sqlite_master where type = 'table'`
      : sql<{
          name: string
        }>`select table_name as name from information_schema.tables where table_schema = current_schema()`
  const { rows } = await found.execute(db)
  return rows.map(({ name }) => name)
}
