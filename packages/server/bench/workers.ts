import { execFileSync, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { resolve } from 'node:path'
import pg from 'pg'
import { Agent, request } from 'undici'
import { startSandbox } from '../src/sandbox/startSandbox.ts'
import { openStore } from '../src/store/openStore.ts'
import { swapBody } from '../src/testing/swapBody.ts'
import { withSchema } from '../src/testing/withSchema.ts'
import { CannotRun } from './cannotRun.ts'

const CLI = resolve(import.meta.dirname, '../bin/redoubt.js')
const SECRET = '11'.repeat(32)
const COUNTS = [1, 2, 4]
/** An Enterprise account has 1,000 requests a minute. */
const ACCOUNTS = 24
const IN_FLIGHT = 16
const WARM_UP_MS = 8_000
const PART_MS = Number(process.env.PART_MS ?? 15_000)
/** Of Linux, in milliseconds. */
const TICK_MS = 10

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

/**
 * Warm transaction scans over HTTP of `redoubt serve` with one, two and four scanning processes on one PostgreSQL (BENCH_DATABASE_URL).
 * `speedup`: scans a second of two beside one. `cpuRatio`: processor time of the service and its engines for a scan, two beside one.
 */
export default async function workers(): Promise<object> {
  const sandbox = await startSandbox({ cacheDir: '.cache', chains: ['ethereum'] })
  try {
    const body = JSON.stringify(swapBody(sandbox.world.ethereum))
    const parts: Part[] = []
    for (const count of COUNTS) {
      const part = await withSchema(process.env.BENCH_DATABASE_URL, (url) =>
        measure(count, url, sandbox.rpcUrls.ethereum, body),
      )
      if (part === null) throw new CannotRun('BENCH_DATABASE_URL names no PostgreSQL server')
      parts.push(part)
    }
    const [one, two] = parts as [Part, Part]
    return {
      speedup: ratio(two.perSecond, one.perSecond),
      cpuRatio: ratio(two.cpuMsPerScan, one.cpuMsPerScan),
      processors: cpus().length,
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
  const tokens = await createKeys(databaseUrl)
  const env = {
    PATH: process.env.PATH,
    PORT: '0',
    LOG_LEVEL: 'error',
    DATABASE_URL: databaseUrl,
    REDOUBT_SECRET: SECRET,
    ETHEREUM_RPC_URLS: rpcUrl,
    WATCH_CONFIRMATIONS: 'off',
  }
  const service = spawn(process.execPath, [CLI, 'serve', '--workers', String(count)], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  // More connections than requests: each worker should have as many.
  const dispatcher = new Agent({ connections: IN_FLIGHT, pipelining: 1 })
  try {
    const url = await listening(service)
    let failed = 0
    const flood = async (forMs: number) => {
      const began = performance.now()
      let [sent, done] = [0, 0]
      const loop = async () => {
        while (performance.now() - began < forMs) {
          const answer = await request(`${url}/v1/scan/transaction`, {
            method: 'POST',
            dispatcher,
            body,
            headers: { authorization: `Bearer ${tokens[sent++ % tokens.length]}`, 'content-type': 'application/json' },
          })
          await answer.body.dump()
          if (answer.statusCode === 200) done++
          else failed++
        }
      }
      await Promise.all(Array.from({ length: IN_FLIGHT }, loop))
      return { done, seconds: (performance.now() - began) / 1_000 }
    }
    await flood(WARM_UP_MS)
    failed = 0
    const before = usageOf(service.pid ?? 0)
    const { done, seconds } = await flood(PART_MS)
    const { ms, rssMb } = usageOf(service.pid ?? 0)
    const spent = ms - before.ms
    return {
      workers: count,
      perSecond: Math.round(done / seconds),
      cpuMsPerScan: Math.round((100 * spent) / done) / 100,
      rssMb,
      bytesPerScan: await bytesPerScan(databaseUrl),
      failed,
    }
  } finally {
    service.kill('SIGTERM')
    await new Promise((gone) => service.once('exit', gone))
    await dispatcher.close()
  }
}

async function createKeys(databaseUrl: string): Promise<string[]> {
  const store = await openStore(databaseUrl, SECRET)
  try {
    await store.migrate()
    return await Promise.all(
      Array.from({ length: ACCOUNTS }, async (_, at) => {
        const { id: accountId } = await store.accounts.create({ name: `a${at}`, plan: 'enterprise' })
        const asked = { accountId, name: 'k', scopes: ['scan:read' as const], environment: 'live' as const }
        return (await store.keys.create(asked)).token
      }),
    )
  } finally {
    await store.close()
  }
}

function listening(service: ReturnType<typeof spawn>): Promise<string> {
  return new Promise((found, fail) => {
    let said = ''
    service.stdout?.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      const url = /listens on (http:\S+)/.exec(said)?.[1]
      if (url !== undefined) found(url)
    })
    service.once('exit', (code) => fail(new Error(`the service ended with ${code}`)))
  })
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

/** Processor time of a process and of all below it, those that ended included, and their memory (Linux). */
function usageOf(root: number): { ms: number; rssMb: number } {
  const listed = execFileSync('ps', ['-eo', 'pid=,ppid=,rss='], { encoding: 'utf8' })
  const rows = [...listed.matchAll(/^ *(\d+) +(\d+) +(\d+)$/gm)].map((row) => row.slice(1).map(Number))
  const parents = rows.map(([pid, parent]) => [pid, parent])
  const kilobytesOf = (pid: number): number =>
    rows.reduce((sum, [one = 0, parent, own = 0]) => {
      if (one === pid) return sum + own
      return parent === pid ? sum + kilobytesOf(one) : sum
    }, 0)
  const ticksOf = (pid: number): number => {
    // Fields 14 to 17 after the name, which may hold spaces: user and system time, of itself and of children that it waited for.
    let stat: string
    try {
      stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    } catch {
      return 0
    }
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const own = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
    return parents.reduce((sum, [child, parent]) => (parent === pid ? sum + ticksOf(child ?? 0) : sum), own)
  }
  return { ms: ticksOf(root) * TICK_MS, rssMb: Math.round(kilobytesOf(root) / 1_024) }
}
