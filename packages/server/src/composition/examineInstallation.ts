import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { DEFAULT_MIGRATION_TABLE, sql } from 'kysely'
import type { Config } from '../config.ts'
import { StoreUnavailable } from '../domain/sourceErrors.ts'
import { startAnvil } from '../sandbox/anvilProcess.ts'
import type { Engine } from '../store/engine/engine.ts'
import { outageAdvice } from '../store/engine/outageAdvice.ts'
import { openEngine, sqliteFileOf } from '../store/openStore.ts'
import { checkEndpoints } from './checkEndpoints.ts'
import type { Examined } from './examined.ts'
import { examineFiles } from './examineFiles.ts'
import { createOfferedNetworks } from './offeredNetworks.ts'

const BROWSER_MS = 10_000
const GENESIS = 1_760_000_000

/** Tries everything that the configured service needs on this machine, in the order of its parts. Changes no database. */
export async function examineInstallation(config: Config): Promise<Examined[]> {
  const parts = await Promise.all([
    examineDatabase(config),
    examineFolders(config),
    examineFiles(config),
    examineSimulator(config),
    examineBrowser(config),
    examinePorts(config),
    examineEndpoints(config),
  ])
  return parts.flat()
}

async function examineDatabase({ databaseUrl, secret }: Config): Promise<Examined[]> {
  const name = databaseUrl.startsWith('sqlite:') ? 'SQLite' : 'PostgreSQL'
  const file = sqliteFileOf(databaseUrl)
  if (file !== null && file !== ':memory:' && !existsSync(file)) {
    return [ok('database', name, `${file} will be made at the first start`)]
  }
  try {
    const { engine } = await openEngine(databaseUrl, secret)
    try {
      if (engine.dialect === 'sqlite') await sql`select 1`.execute(engine.db)
      return [engine.dialect === 'sqlite' ? ok('database', name, 'answers') : await examineSchema(engine)]
    } finally {
      await engine.db.destroy()
    }
  } catch (error) {
    if (error instanceof StoreUnavailable && file === null) {
      const { detail, remedy } = outageAdvice(error)
      return [failed('database', name, detail, remedy)]
    }
    const remedy =
      file === null
        ? 'Check DATABASE_URL: host, port, database, user and password; and REDOUBT_SECRET.'
        : 'Check that DATABASE_URL names a database of Redoubt that this user may write, and that its .secret is beside it.'
    return [failed('database', name, messageOf(error), remedy)]
  }
}

/** Since version 15 of PostgreSQL a user may make no tables in the schema `public` of another user's database. */
async function examineSchema({ db }: Pick<Engine, 'db'>): Promise<Examined> {
  const { rows } = await sql<{ schema: string | null; mayCreate: boolean | null; isStandby: boolean }>`
    select current_schema() as schema, has_schema_privilege(current_schema(), 'create') as "mayCreate",
      pg_is_in_recovery() as "isStandby"`.execute(db)
  const { schema = null, mayCreate, isStandby } = rows[0] ?? {}
  if (isStandby)
    return failed(
      'database',
      'PostgreSQL',
      'it is a standby server, which takes no writes',
      'Name the primary server in DATABASE_URL.',
    )
  if (schema === null)
    return failed('database', 'PostgreSQL', 'its search_path names no existing schema', 'Create the schema first.')
  if (mayCreate === true) return ok('database', 'PostgreSQL', 'answers, and tables can be made')
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  const isMade = tables.some((table) => table.name === DEFAULT_MIGRATION_TABLE && table.schema === schema)
  const detail = `this user may make no tables in the schema ${schema}`
  const remedy = `Let the user own the database, or: GRANT CREATE ON SCHEMA ${schema} TO the user. Migrations need it.`
  return isMade
    ? { part: 'database', name: 'PostgreSQL', state: 'warning', detail, remedy }
    : failed('database', 'PostgreSQL', detail, remedy)
}

async function examineFolders({ cacheDir, databaseUrl }: Config): Promise<Examined[]> {
  const file = sqliteFileOf(databaseUrl)
  const folders: [name: string, folder: string][] = [['CACHE_DIR', cacheDir]]
  if (file !== null && file !== ':memory:') folders.push(['folder of the database', dirname(file)])
  return Promise.all(
    folders.map(async ([name, folder]) => {
      try {
        if (name === 'CACHE_DIR') await mkdir(folder, { recursive: true })
        // The first start makes the folders that are missing.
        const present = existingAncestor(folder)
        const probe = join(present, `.redoubt-doctor-${process.pid}`)
        await writeFile(probe, '')
        await rm(probe)
        return ok(
          'folders',
          name,
          present === folder ? `${folder} can be written` : `${folder} will be made at the first start`,
        )
      } catch (error) {
        const remedy = `Make ${folder}, and let the user of the service write to it.`
        return failed('folders', name, messageOf(error), remedy)
      }
    }),
  )
}

function existingAncestor(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder ? folder : existingAncestor(dirname(folder))
}

async function examineSimulator({ cacheDir }: Config): Promise<Examined[]> {
  try {
    const node = await startAnvil({ chainId: 1, hardfork: 'osaka', genesisTimestamp: GENESIS, baseFee: 1n, cacheDir })
    await node.close()
    return [ok('simulator', 'anvil', 'starts')]
  } catch (error) {
    const remedy =
      'Install the packages with their optional ones for this platform (npm install without --no-optional), and let CACHE_DIR be written.'
    return [failed('simulator', 'anvil', messageOf(error), remedy)]
  }
}

async function examineBrowser({ chromiumPath }: Config): Promise<Examined[]> {
  if (chromiumPath === null) {
    const remedy = 'Set CHROMIUM_PATH, if URL scans are to run pages.'
    return [{ part: 'browser', name: 'Chromium', state: 'warning', detail: 'not configured', remedy }]
  }
  try {
    const { stdout } = await promisify(execFile)(chromiumPath, ['--version'], { timeout: BROWSER_MS, env: {} })
    return [ok('browser', 'Chromium', stdout.trim().slice(0, 80))]
  } catch (error) {
    return [failed('browser', 'Chromium', messageOf(error), 'Set CHROMIUM_PATH to a Chromium that this user can run.')]
  }
}

async function examinePorts({ port, host, metricsAt }: Config): Promise<Examined[]> {
  const places = [{ name: 'PORT', port, host }, ...(metricsAt ? [{ name: 'METRICS_PORT', ...metricsAt }] : [])]
  return Promise.all(
    places.map(async ({ name, ...place }): Promise<Examined> => {
      const at = `${place.host}:${place.port}`
      const server = createServer()
      try {
        server.listen({ ...place, exclusive: true })
        await once(server, 'listening')
        server.close()
        await once(server, 'close')
        return ok('ports', name, `${at} is free`)
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') {
          return failed('ports', name, messageOf(error), `Choose an address and a port of this machine for ${name}.`)
        }
        const remedy = `Stop what listens on ${at}, or set ${name}; nothing is to be done while it is this service.`
        return { part: 'ports', name, state: 'warning', detail: `${at} is in use`, remedy }
      }
    }),
  )
}

async function examineEndpoints(config: Config): Promise<Examined[]> {
  const checked = await checkEndpoints(createOfferedNetworks(config.rpcUrls).rpcUrls, config)
  return checked.flatMap(({ chain, host, checks }) =>
    checks.map(({ name, state, detail, remedy }): Examined => {
      return { part: 'endpoints', name: `${chain} ${host} ${name}`, state, detail, remedy }
    }),
  )
}

function ok(part: Examined['part'], name: string, detail: string): Examined {
  return { part, name, state: 'ok', detail, remedy: null }
}

function failed(part: Examined['part'], name: string, detail: string, remedy: string): Examined {
  return { part, name, state: 'failed', detail, remedy }
}

/** The first line: what a child says may be long. Failed connections are AggregateErrors without words of their own. */
function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return messageOf(error.errors[0])
  if (!(error instanceof Error)) return String(error)
  const said = error.message.split('\n', 1)[0] ?? ''
  // The database's own error, which has no address of a user in it.
  const code = codeOf(error.cause)
  return code === null || said.includes(code) ? said : `${said.replace(/\.$/, '')} (${code})`
}

function codeOf(error: unknown): string | null {
  if (error instanceof AggregateError) return codeOf(error.errors[0])
  const code = (error as { code?: unknown } | null | undefined)?.code
  return typeof code === 'string' ? code : null
}
