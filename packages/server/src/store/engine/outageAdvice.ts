import type { StoreUnavailable } from '../../domain/sourceErrors.ts'

/** What is wrong with the database, and what an operator can do. `detail` names no user and no password. */
type OutageAdvice = { detail: string; remedy: string }

type Cause = { code?: unknown; address?: unknown; hostname?: unknown; port?: unknown }

/** By error code of Node or SQLSTATE of PostgreSQL. */
const BY_CODE: readonly (readonly [code: RegExp, says: (cause: Cause) => OutageAdvice])[] = [
  [
    /^ECONNREFUSED$/,
    ({ address, port }) => ({
      detail: address === undefined ? 'nothing listens there' : `nothing listens on ${address}:${port}`,
      remedy: 'Start PostgreSQL, or correct host and port in DATABASE_URL.',
    }),
  ],
  [
    /^(ENOTFOUND|EAI_.*)$/,
    ({ hostname }) => ({
      detail: hostname === undefined ? 'its host has no address' : `the host ${hostname} has no address`,
      remedy: 'Correct the host in DATABASE_URL, or the DNS of this machine.',
    }),
  ],
  [
    /^(ENOENT|EACCES)$/,
    () => ({
      detail: 'its socket is missing or closed to this user',
      remedy: 'Start PostgreSQL, or name its host in DATABASE_URL.',
    }),
  ],
  [
    /^3D000$/,
    () => ({
      detail: 'the server has no database of that name',
      remedy: 'Make it with createdb, or correct the name in DATABASE_URL.',
    }),
  ],
  [
    /^28...$/,
    () => ({
      detail: 'the server refuses user or password',
      remedy: 'Correct user and password in DATABASE_URL, or pg_hba.conf.',
    }),
  ],
  [
    /^53300$/,
    () => ({
      detail: 'the server has no connection left',
      remedy: 'Raise max_connections of PostgreSQL, or run fewer processes: each has up to 10.',
    }),
  ],
  [/^57P..$/, () => ({ detail: 'the server starts or stops', remedy: 'Try again once PostgreSQL is up.' })],
]

const BY_REASON: Readonly<Record<StoreUnavailable['reason'], string>> = {
  unreachable: 'Check host, port, database, user and password in DATABASE_URL.',
  locked: 'End the process that holds the database, or try again.',
  full: 'Make room on the disk of the database.',
  failing: 'Check that DATABASE_URL names a database of Redoubt, and the disk that it is on.',
}

/** Tells an operator why the database does not answer, and what to do. */
export function outageAdvice({ reason, message, cause }: StoreUnavailable): OutageAdvice {
  const first = cause instanceof AggregateError ? cause.errors[0] : cause
  const found = typeof first === 'object' && first !== null ? (first as Cause) : {}
  const code = typeof found.code === 'string' ? found.code : null
  const said = message.replace(/\.$/, '')
  const known = code === null ? undefined : BY_CODE.find(([pattern]) => pattern.test(code))?.[1](found)
  if (known !== undefined) return { detail: `${said}: ${known.detail} (${code})`, remedy: known.remedy }
  // SQLite's own words name neither a user nor a password; its codes are numbers.
  const own = code === 'ERR_SQLITE_ERROR' && first instanceof Error ? first.message : code
  return { detail: own === null ? said : `${said} (${own})`, remedy: BY_REASON[reason] }
}
