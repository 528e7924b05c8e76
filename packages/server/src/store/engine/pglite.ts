import type { PostgresPool, PostgresPoolClient } from 'kysely'

/**
 * PGlite, PostgreSQL compiled to WebAssembly, as a pool of one connection: it runs the PostgreSQL dialect on machines
 * without a server. For tests only: it never syncs to disk.
 */
export async function pglitePool(): Promise<PostgresPool> {
  const { PGlite } = await import('@electric-sql/pglite')
  const database = await PGlite.create({ parsers: { 20: Number } })
  let free = Promise.resolve()
  return {
    async connect() {
      const before = free
      const { promise, resolve: release } = Promise.withResolvers<void>()
      free = promise
      await before
      const client = {
        async query(sql: string, parameters: readonly unknown[]) {
          const { rows, affectedRows } = await database.query(sql, [...parameters])
          // The command is read only to know whether rows were changed, and none of ours reads that of a SELECT.
          return { command: 'UPDATE', rowCount: affectedRows ?? 0, rows }
        },
        release,
      }
      return client as unknown as PostgresPoolClient
    },
    end: () => database.close(),
  }
}
