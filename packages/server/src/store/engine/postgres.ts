import { Kysely, PostgresDialect, type PostgresPool } from 'kysely'
import type { Schema } from '../schema.ts'
import type { Engine } from './engine.ts'
import { postgresOutageOf, tellOutages } from './outages.ts'

/** Of PostgreSQL's types only int8 needs a parser: times and counts are integers below 2^53. */
const INT8 = 20

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
  return { db: new Kysely<Schema>({ dialect }), dialect: 'postgres' }
}
