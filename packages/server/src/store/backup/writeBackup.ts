import type { Engine } from '../engine/engine.ts'
import type { Keyring } from '../keyring.ts'
import { BACKED_UP_TABLES } from './backedUpTables.ts'
import { type TableRows, writeBackupFile } from './backupFile.ts'

/** Written by Kysely's migrator. */
const MIGRATION_TABLE = 'kysely_migration'

/**
 * Writes all that must outlive a machine into one file, in one snapshot, beside a running service.
 * @returns How many rows it has.
 * @param options.signal ends it: nothing is left of the file then.
 * @throws BackupUnusable where the file exists already.
 */
export async function writeBackup(
  { snapshot }: Engine,
  keyring: Keyring,
  file: string,
  { version, now, signal }: { version: string; now: number; signal: AbortSignal },
): Promise<number> {
  const taken = await snapshot()
  try {
    const tables = await taken.tables()
    if (!tables.includes(MIGRATION_TABLE)) throw new Error('The database of DATABASE_URL holds nothing of Redoubt.')
    const migrations: string[] = []
    for await (const { columns, rows } of taken.rows(MIGRATION_TABLE))
      for (const row of rows) migrations.push(String(row[columns.indexOf('name')]))
    const secrets = [keyring.current(), ...keyring.earlier()].map(({ id }) => id)
    const header = { version, madeAt: now, migrations: migrations.sort(), secrets }
    return await writeBackupFile(file, { header, tables: allRows(taken.rows, tables), signal })
  } finally {
    await taken.end()
  }
}

async function* allRows(
  rowsOf: (table: string) => AsyncIterable<Omit<TableRows, 'table'>>,
  tables: string[],
): AsyncGenerator<TableRows> {
  for (const table of BACKED_UP_TABLES) {
    if (!tables.includes(table)) continue
    for await (const { columns, rows } of rowsOf(table)) yield { table, columns, rows }
  }
}
