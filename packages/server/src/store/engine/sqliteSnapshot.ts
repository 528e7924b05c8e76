import { DatabaseSync } from 'node:sqlite'
import type { Snapshot } from './engine.ts'

const ROWS_AT_ONCE = 500

/** A read transaction of a connection of its own: with a write-ahead log it sees one state, and no writer waits for it. */
export function snapshotOf(file: string): Snapshot {
  const database = new DatabaseSync(file, { readOnly: true, timeout: 5_000 })
  database.exec('begin')
  const tables = database.prepare("select name from sqlite_master where type = 'table'").all()
  return {
    tables: async () => tables.map(({ name }) => String(name)),
    async *rows(table) {
      const statement = database.prepare(`select * from "${table.replaceAll('"', '""')}"`)
      const columns = statement.columns().map(({ name }) => name)
      statement.setReturnArrays(true)
      let rows: (string | number | null | Uint8Array)[][] = []
      for (const row of statement.iterate() as unknown as Iterable<(typeof rows)[number]>) {
        if (rows.push(row) < ROWS_AT_ONCE) continue
        yield { columns, rows }
        rows = []
      }
      if (rows.length > 0) yield { columns, rows }
    },
    end: async () => database.close(),
  }
}
