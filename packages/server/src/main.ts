import { CHAINS } from '@redoubt/risk/chain.ts'
import { NETWORKS } from './chains/index.ts'
import { createApp } from './composition/app.ts'
import type { Config } from './config.ts'
import { keepNewObjectsYoung } from './keepNewObjectsYoung.ts'
import { sqliteFileOf } from './store/openStore.ts'

/** How long a stop waits for requests in flight before it cuts them, in milliseconds. */
const DRAIN_MS = 10_000

/** Builds the app, listens, and stops cleanly on SIGINT and SIGTERM: no new requests, those in flight are answered. */
export async function serve(config: Config, log: (line: string) => void): Promise<void> {
  keepNewObjectsYoung()
  const leave = await enterDatabase(config.databaseUrl)
  const app = await createApp(config, log)
  stopOnSignal(async () => {
    await app.close()
    leave()
  }, log)
  for (const chain of CHAINS) {
    const { status, rpc } = NETWORKS[chain]
    if (config.rpcUrls[chain].length > 0) continue
    log(
      rpc.publicUrls.length > 0
        ? `${chain}: using public RPC endpoints; set ${rpc.variable} to use your own`
        : `${chain} (${status}): not offered; set ${rpc.variable} to offer it`,
    )
  }
  const url = await app.listen().catch(async (error: unknown) => {
    // Open timers and the database would keep alive a service that cannot be reached.
    await app.close()
    throw error
  })
  log(`Redoubt listens on ${url} (documentation at ${url}/docs)`)
  void warnOfEndpoints(config, log)
  const first = await app.firstLink(url)
  if (first !== null) log(`Sign in as the owner of account "${first.account}", once: ${first.url}`)
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
async function warnOfEndpoints({ rpcUrls, rpcTimeoutMs }: Config, log: (line: string) => void): Promise<void> {
  if (CHAINS.every((chain) => rpcUrls[chain].length === 0)) return
  const { checkEndpoints, endpointComplaints } = await import('./composition/checkEndpoints.ts')
  const checked = await checkEndpoints(rpcUrls, rpcTimeoutMs)
  for (const line of endpointComplaints(checked, ['failed', 'warning'])) log(`warning: ${line}`)
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
  process.on('SIGINT', () => void stop('SIGINT'))
  process.on('SIGTERM', () => void stop('SIGTERM'))
}
