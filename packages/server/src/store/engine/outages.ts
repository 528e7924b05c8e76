import type { CompiledQuery, DatabaseConnection, Driver } from 'kysely'
import { StoreUnavailable } from '../../domain/sourceErrors.ts'

/** Why the database cannot do what is asked, of an error that a driver threw; null: the statement itself is wrong. */
export type OutageOf = (error: unknown) => StoreUnavailable['reason'] | null

/** Makes a driver throw StoreUnavailable where it is the database that fails, and not the statement. */
export function tellOutages(driver: Driver, outageOf: OutageOf): Driver {
  const rethrow = (error: unknown): never => {
    throw asOutage(error, outageOf)
  }
  const told = new WeakSet<DatabaseConnection>()
  const acquire = driver.acquireConnection.bind(driver)
  driver.acquireConnection = async () => {
    const connection = await acquire().catch(rethrow)
    if (told.has(connection)) return connection
    told.add(connection)
    const execute = connection.executeQuery.bind(connection)
    connection.executeQuery = <Row>(query: CompiledQuery) => execute<Row>(query).catch(rethrow)
    return connection
  }
  return driver
}

/** StoreUnavailable for an error of the database itself; any other error as it is. */
export function asOutage(error: unknown, outageOf: OutageOf): unknown {
  if (error instanceof StoreUnavailable) return error
  const reason = outageOf(error)
  return reason === null ? error : new StoreUnavailable(reason, { cause: error })
}

/** By result codes of SQLite (https://www.sqlite.org/rescode.html), the low byte of the extended ones. */
const SQLITE: Readonly<Record<number, StoreUnavailable['reason']>> = {
  5: 'locked',
  6: 'locked',
  8: 'failing',
  10: 'failing',
  11: 'failing',
  13: 'full',
  14: 'failing',
  26: 'failing',
}

export const sqliteOutageOf: OutageOf = (error) => {
  const { errcode } = error as { errcode?: number }
  return errcode === undefined ? null : (SQLITE[errcode & 0xff] ?? null)
}

/** By SQLSTATE: https://www.postgresql.org/docs/current/errcodes-appendix.html. */
const POSTGRES: readonly (readonly [state: RegExp, reason: StoreUnavailable['reason']])[] = [
  [/^53100$/, 'full'],
  [/^(57014|55P03)$/, 'locked'],
  [/^(08...|57P..|53...|28...|3D000)$/, 'unreachable'],
  [/^(58...|XX...|25006)$/, 'failing'],
]
const NETWORK = /^(ECONN|ENOTFOUND|ETIMEDOUT|EPIPE|EHOST|ENET|EAI_|ENOENT|EACCES)/
/** Errors of `pg` have no code where the connection is lost. */
const LOST = /connection terminated|timeout exceeded when trying to connect|not queryable|query read timeout/i

export const postgresOutageOf: OutageOf = (error) => {
  if (!(error instanceof Error)) return null
  const { code } = error as NodeJS.ErrnoException
  if (error instanceof AggregateError || (code !== undefined && NETWORK.test(code))) return 'unreachable'
  const found = code === undefined ? undefined : POSTGRES.find(([state]) => state.test(code))
  return found?.[1] ?? (LOST.test(error.message) ? 'unreachable' : null)
}
