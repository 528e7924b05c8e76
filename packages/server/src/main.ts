import { setTimeout as sleep } from 'node:timers/promises'
import { CHAINS } from '@redoubt/risk/chain.ts'
import { NETWORKS } from './chains/index.ts'
import { type App, createApp } from './composition/app.ts'
import type { Config } from './config.ts'
import { hasDuty, type Role } from './domain/role.ts'
import { keepNewObjectsYoung } from './keepNewObjectsYoung.ts'
import { sqliteFileOf } from './store/openStore.ts'
import type { WorkerLink } from './workers/workerLink.ts'

/** How long a stop waits for requests in flight before it cuts them, in milliseconds. */
const DRAIN_MS = 10_000
/** How long a service that cannot start waits until all is closed, in milliseconds. */
const CLOSE_MS = 5_000

/**
 * Builds the app, listens, and stops cleanly on SIGINT and SIGTERM: no new requests, those in flight are answered.
 * @param options.worker of one among several processes: it tells its supervisor what it would say otherwise.
 */
export async function serve(
  config: Config,
  log: (line: string) => void,
  { role = 'all', worker = null }: { role?: Role; worker?: WorkerLink | null } = {},
): Promise<void> {
  keepNewObjectsYoung()
  const leave = worker === null ? await enterDatabase(config.databaseUrl) : () => undefined
  const app = await createApp({ ...config, role, worker }, log)
  const started = Promise.withResolvers<void>()
  const close = async () => {
    // What is half open cannot be closed.
    await started.promise
    await app.close()
    leave()
  }
  if (worker === null) stopOnSignal(close, log)
  else stopWithSupervisor(close, worker)
  if (worker?.isFirst !== false) sayNetworks(config, log)
  const url = await app.listen().catch(async (error: unknown) => {
    // Engines of scans that were loaded have to end; a database that does not answer is not waited for.
    await Promise.race([app.close(), sleep(CLOSE_MS, undefined, { ref: false })])
    throw error
  })
  started.resolve()
  if (worker === null) log(`Redoubt listens on ${url} (documentation at ${url}/docs)`)
  else worker.ready(url)
  if (worker?.isFirst === false) return
  warnOfEndpoints(config, log).catch((error: unknown) =>
    log(`warning: endpoints could not be checked: ${String(error)}`),
  )
  await sayLostSecrets(app, log)
  if (hasDuty(role, 'requests')) await sayFirstLink(app, url, log)
}

/** Keys under a secret that this process does not have are refused like keys that never were. */
async function sayLostSecrets(
  { store: { keys, keyring } }: Pick<App, 'store'>,
  log: (line: string) => void,
): Promise<void> {
  const known = [keyring.current(), ...keyring.earlier()].map(({ id }) => id)
  // Where the database is away, readiness says so.
  const counted = await keys.countBySecret().catch(() => [])
  for (const { secretId, keys: count } of counted)
    if (!known.includes(secretId))
      log(
        `warning: ${count} keys of the database need the secret ${secretId}, which is missing, and are refused. Put it back into REDOUBT_SECRET, after the current one; "redoubt secret status" lists all.`,
      )
}

/** Without it the service goes on: `redoubt dashboard link` makes another one. */
async function sayFirstLink(app: Pick<App, 'firstLink'>, url: string, log: (line: string) => void): Promise<void> {
  try {
    const first = await app.firstLink(url)
    if (first !== null) log(`Sign in as the owner of account "${first.account}", once: ${first.url}`)
  } catch (error) {
    log(`warning: no link to sign in could be made: ${String(error)}. "redoubt dashboard link" makes one.`)
  }
}

function sayNetworks(config: Config, log: (line: string) => void): void {
  for (const chain of CHAINS) {
    const { status, rpc } = NETWORKS[chain]
    if (config.rpcUrls[chain].length > 0) continue
    log(
      rpc.publicUrls.length > 0
        ? `${chain}: using public RPC endpoints; set ${rpc.variable} to use your own`
        : `${chain} (${status}): not offered; set ${rpc.variable} to offer it`,
    )
  }
}

/** @throws Error where another service has the SQLite file. @returns What gives it back. */
async function enterDatabase(databaseUrl: string): Promise<() => void> {
  const file = sqliteFileOf(databaseUrl)
  if (file === null || file === ':memory:') return () => undefined
  const { takeServiceLock } = await import('./store/engine/serviceLock.ts')
  const leave = takeServiceLock(file)
  if (leave !== null) return leave
  throw new Error(
    `Another "redoubt serve" runs on ${file}. One service has a SQLite file to itself: stop the other one, or let both use PostgreSQL.`,
  )
}

/** Public endpoints are not checked. */
async function warnOfEndpoints(config: Config, log: (line: string) => void): Promise<void> {
  if (CHAINS.every((chain) => config.rpcUrls[chain].length === 0)) return
  const { checkEndpoints, endpointComplaints } = await import('./composition/checkEndpoints.ts')
  const checked = await checkEndpoints(config.rpcUrls, config)
  for (const line of endpointComplaints(checked, ['failed', 'warning'])) log(`warning: ${line}`)
}

/** Ctrl-C reaches each process of a terminal: a worker goes by its supervisor alone, and stops without it. */
function stopWithSupervisor(close: () => Promise<void>, worker: WorkerLink): void {
  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    setTimeout(() => process.exit(1), DRAIN_MS).unref()
    await close()
    process.exit()
  }
  process.on('SIGINT', () => undefined)
  process.on('SIGHUP', () => undefined)
  process.on('SIGTERM', () => void stop())
  worker.onOrphaned(() => void stop())
}

function stopOnSignal(close: () => Promise<void>, log: (line: string) => void): void {
  let stopping = false
  const stop = async (signal: string) => {
    if (stopping) process.exit(1)
    stopping = true
    log(`${signal}: answering the requests in flight, then stopping; a second signal stops at once`)
    setTimeout(() => process.exit(1), DRAIN_MS).unref()
    await close()
    log('Stopped.')
  }
  // SIGHUP: its terminal is gone. A supervisor replaces its workers by it; one process alone has nothing to replace itself with.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(signal))
}
