import { cpus } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { startSandbox } from '../src/sandbox/startSandbox.ts'
import type { SandboxWorld } from '../src/sandbox/world.ts'
import { swapBody } from '../src/testing/swapBody.ts'
import { withSchema } from '../src/testing/withSchema.ts'
import { CannotRun } from './cannotRun.ts'
import { countStatements } from './serve/countStatements.ts'
import { type Served, startServe } from './serve/startServe.ts'
import { usageOf } from './serve/usageOf.ts'

const COUNTS = [1, 2, 4]
const IN_FLIGHT = 16
const WARM_UP_MS = 8_000
const PART_MS = Number(process.env.PART_MS ?? 15_000)
/** Scans whose statements are counted, and of each contract. */
const COUNTED_SCANS = 300
const CONTRACT_ROUNDS = 8
const IDLE_MS = 5_000

type Part = {
  workers: number
  perSecond: number
  cpuMsPerScan: number
  /** Resident memory of the service and its engines at the end. */
  rssMb: number
  /** What PostgreSQL keeps of a scan, indexes included. */
  bytesPerScan: number
  failed: number
}
/** Of one process. Processor time of the service and its engines in milliseconds; statements without those of its background work. */
type UnitCosts = { statementsPerScan: number; idleStatementsPerSecond: number; cpuMsPerContract: number }

/**
 * Warm transaction scans over HTTP of `redoubt serve` with one, two and four scanning processes on one PostgreSQL (BENCH_DATABASE_URL).
 * `speedup`: scans a second of two beside one. `cpuRatio`: processor time of the service and its engines for a scan, two beside one. Then what docs/SCALING.md
 * multiplies: statements of a scan, and the processor time of a contract's scan.
 */
export default async function workers(): Promise<object> {
  const server = process.env.BENCH_DATABASE_URL
  const sandbox = await startSandbox({ cacheDir: '.cache', chains: ['ethereum'] })
  try {
    const world = sandbox.world.ethereum
    const rpcUrl = sandbox.rpcUrls.ethereum
    const body = JSON.stringify(swapBody(world))
    const onSchema = async <Value>(use: (url: string) => Promise<Value>): Promise<Value> => {
      const value = await withSchema(server, use)
      if (value === null) throw new CannotRun('BENCH_DATABASE_URL names no PostgreSQL server')
      return value
    }
    const parts: Part[] = []
    for (const count of COUNTS) parts.push(await onSchema((url) => measure(count, url, rpcUrl, body)))
    const units = await onSchema((url) => measureUnits(url, rpcUrl, world))
    const [one, two] = parts as [Part, Part]
    return {
      speedup: ratio(two.perSecond, one.perSecond),
      cpuRatio: ratio(two.cpuMsPerScan, one.cpuMsPerScan),
      processors: cpus().length,
      ...units,
      parts,
    }
  } finally {
    await sandbox.close()
  }
}

function ratio(one: number, other: number): number {
  return Math.round((100 * one) / other) / 100
}

async function measure(count: number, databaseUrl: string, rpcUrl: string, body: string): Promise<Part> {
  const service = await startServe({ databaseUrl, rpcUrl, workers: count, connections: IN_FLIGHT })
  try {
    await flood(service, body, WARM_UP_MS)
    const before = usageOf(service.pid)
    const { done, failed, seconds } = await flood(service, body, PART_MS)
    const { ms, rssMb } = usageOf(service.pid)
    return {
      workers: count,
      perSecond: Math.round(done / seconds),
      cpuMsPerScan: ratio(ms - before.ms, done),
      rssMb,
      bytesPerScan: await bytesPerScan(databaseUrl),
      failed,
    }
  } finally {
    await service.stop()
  }
}

async function flood(service: Served, body: string, forMs: number) {
  const began = performance.now()
  let [done, failed] = [0, 0]
  const loop = async () => {
    while (performance.now() - began < forMs) {
      if ((await service.ask('/v1/scan/transaction', body)) === 200) done++
      else failed++
    }
  }
  await Promise.all(Array.from({ length: IN_FLIGHT }, loop))
  return { done, failed, seconds: (performance.now() - began) / 1_000 }
}

async function measureUnits(databaseUrl: string, rpcUrl: string, world: SandboxWorld): Promise<UnitCosts> {
  const counted = await countStatements(databaseUrl)
  const service = await startServe({ databaseUrl, rpcUrl, workers: 1, connections: IN_FLIGHT, through: counted.url })
  try {
    const swap = JSON.stringify(swapBody(world))
    const scan = async (path: string, body: string) => {
      const status = await service.ask(path, body)
      if (status !== 200) throw new Error(`a scan was answered ${status}`)
    }
    for (let at = 0; at < COUNTED_SCANS / 10; at++) await scan('/v1/scan/transaction', swap)
    const [idle, idled] = [counted.statements(), performance.now()]
    await pause(IDLE_MS)
    const idlePerMs = (counted.statements() - idle) / (performance.now() - idled)
    const [first, began] = [counted.statements(), performance.now()]
    for (let at = 0; at < COUNTED_SCANS; at++) await scan('/v1/scan/transaction', swap)
    // What a scan leaves to be written comes within a second.
    await pause(2_000)
    const statements = counted.statements() - first - idlePerMs * (performance.now() - began)
    const { tokens, traps } = world
    const contracts = [tokens.honest, tokens.taxed, tokens.usdc, traps.ruggable, traps.honeypot].map((address) =>
      JSON.stringify({ chain: world.chain, address, options: { deadlineMs: 30_000 } }),
    )
    for (const contract of contracts) await scan('/v1/scan/contract', contract)
    const before = usageOf(service.pid).ms
    for (let round = 0; round < CONTRACT_ROUNDS; round++)
      for (const contract of contracts) await scan('/v1/scan/contract', contract)
    return {
      statementsPerScan: ratio(statements, COUNTED_SCANS),
      idleStatementsPerSecond: Math.round(10_000 * idlePerMs) / 10,
      cpuMsPerContract: Math.round((usageOf(service.pid).ms - before) / (CONTRACT_ROUNDS * contracts.length)),
    }
  } finally {
    await service.stop()
    await counted.close()
  }
}

async function bytesPerScan(databaseUrl: string): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query(
      "select pg_total_relation_size('scan_records')::float8 / count(*) as bytes from scan_records",
    )
    return Math.round(rows[0]?.bytes ?? 0)
  } finally {
    await client.end()
  }
}
