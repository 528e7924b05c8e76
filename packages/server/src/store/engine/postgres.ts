import { Kysely, PostgresDialect, type PostgresPool, sql } from 'kysely'
import type { Schema } from '../schema.ts'
import type { Engine, Snapshot } from './engine.ts'
import { postgresOutageOf, tellOutages } from './outages.ts'

/** Of PostgreSQL's types only int8 needs a parser: times and counts are integers below 2^53. */
const INT8 = 20
/** Of a snapshot; one may be of 33 KB. */
const ROWS_AT_ONCE = 500

type Value = string | number | null | Uint8Array

/**
 * Opens a pool on a PostgreSQL server. `pg` is loaded here, so that SQLite users do not pay for it.
 * Nothing connects before the first query.
 */
export async function openPostgres(url: string): Promise<Engine> {
  const { default: pg } = await import('pg')
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 5000,
    statement_timeout: 30_000,
    // Of a server that went away without a word.
    query_timeout: 35_000,
    keepAlive: true,
    types: {
      getTypeParser: ((oid: number, format?: 'text') =>
        oid === INT8 ? Number : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
    },
  })
  // Without listeners, a server restart would end this process. The pool drops idle connections by itself; of one that is
  // in use the pool does not listen, and its query fails.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return postgresOn(pool)
}

/** The PostgreSQL dialect on any pool that speaks it. */
export function postgresOn(pool: PostgresPool): Engine {
  const dialect = new PostgresDialect({ pool })
  const createDriver = dialect.createDriver.bind(dialect)
  dialect.createDriver = () => tellOutages(createDriver(), postgresOutageOf)
  const db = new Kysely<Schema>({ dialect })
  return { db, dialect: 'postgres', snapshot: () => snapshotOf(db) }
}

/** A read-only transaction that sees what was committed when it began; tables are read through a cursor. */
async function snapshotOf(db: Kysely<Schema>): Promise<Snapshot> {
  const transaction = await db
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute()
  return {
    async tables() {
      const { rows } = await sql<{ name: string }>`select table_name as name from information_schema.tables
        where table_schema = current_schema()`.execute(transaction)
      return rows.map(({ name }) => name)
    },
    async *rows(table) {
      await sql`declare backup no scroll cursor for select * from ${sql.table(table)}`.execute(transaction)
      for (;;) {
        const { rows } = await sql<Record<string, Value>>`fetch ${sql.raw(String(ROWS_AT_ONCE))} from backup`.execute(
          transaction,
        )
        const columns = Object.keys(rows[0] ?? {})
        if (rows.length > 0) yield { columns, rows: rows.map((row) => columns.map((column) => row[column] ?? null)) }
        if (rows.length < ROWS_AT_ONCE) break
      }
      await sql`close backup`.execute(transaction)
    },
    end: async () => {
      await transaction.rollback().execute()
    },
  }
}
