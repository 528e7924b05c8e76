import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { createEgress, type Egress } from '@redoubt/egress/createEgress.ts'
import { EgressError, type EgressFailure } from '@redoubt/egress/egressError.ts'
import type { Visit } from '@redoubt/risk/facts/visit.ts'
import { request } from 'undici'
import { parseSite } from '../src/web/address/parseSite.ts'
import { createPageReader } from '../src/web/page/createPageReader.ts'
import { createVisitor } from '../src/web/visit/createVisitor.ts'
import { EXPECTED } from './bombs/expected.ts'
import { watchPeakMemory } from './bombs/peakMemory.ts'
import type { TortureResult } from './main.ts'

const MIB = 2 ** 20
const MAX_GROWTH = 64 * MIB
/** How late an end may be seen on a busy machine, in milliseconds. */
const GRACE = 500
/** How long the control reads: its answer need not end. */
const UNGUARDED_MS = 10_000

type Client = {
  deadlineMs: number
  honest: string
  rounds: number
  ask: (url: string) => Promise<unknown>
  /** Where its ends are others than `EXPECTED`. */
  ends?: typeof EXPECTED
}

/**
 * Every bad server against every client, the visit of a URL scan and the reader of its page among them: each must end as expected and in time, and
 * the next request must be served. The control reads a gigabyte of zeros without a bound, and its memory must be seen to grow.
 */
export default async function bombs(): Promise<TortureResult> {
  const server = fork(join(import.meta.dirname, 'bombs/serverProcess.ts'))
  const [port] = (await once(server, 'message')) as [number]
  const folder = await mkdtemp(join(tmpdir(), 'redoubt-bombs-'))
  const egress = createEgress({ allow: [`127.0.0.1:${port}`] })
  const file = join(folder, 'feed')
  const result: TortureResult = { failed: 0, servers: Object.keys(EXPECTED).length }
  const problems: string[] = []
  try {
    for (const [name, client] of Object.entries(clients(egress, file))) {
      const base = `http://127.0.0.1:${port}`
      const honest = await honestPeak(client, base)
      const memory = watchPeakMemory()
      let latest = 0
      for (const [path, expected] of Object.entries(EXPECTED)) {
        const started = performance.now()
        const end = await endOf(client.ask(`${base}/${path}`))
        const took = performance.now() - started
        latest = Math.max(latest, took - client.deadlineMs)
        if (!(client.ends?.[path] ?? expected).some((each) => each === end)) problems.push(`${name} ${path}: ${end}`)
        if (took > client.deadlineMs + GRACE) problems.push(`${name} ${path}: took ${Math.round(took)} ms`)
        if (end !== 'answered' && existsSync(file)) problems.push(`${name} ${path}: left its file`)
        await rm(file, { force: true })
        const next = await endOf(client.ask(`${base}/ok`))
        if (next !== 'answered') problems.push(`${name} after ${path}: ${next}`)
        await rm(file, { force: true })
      }
      memory.stop()
      const grown = memory.peak() - honest
      const [honestMiB, grownMiB] = [honest, grown].map((bytes) => Math.round(bytes / MIB))
      result[name] = { honestMiB, grownMiB, afterDeadlineMs: Math.round(latest) }
      if (grown > MAX_GROWTH) problems.push(`${name}: memory grew by ${grownMiB} MiB`)
    }
    const grownMiB = await unguardedGrowth(`http://127.0.0.1:${port}/gzip`)
    result.control = { grownMiB }
    if (grownMiB * MIB <= MAX_GROWTH) problems.push(`control: memory grew by ${grownMiB} MiB only`)
  } finally {
    await egress.close()
    server.disconnect()
    await rm(folder, { recursive: true })
  }
  result.failed = problems.length
  if (problems.length > 0) result.problems = problems
  return result
}

/** Bytes that the process holds at most while it reads honest answers of the size that is allowed. */
async function honestPeak(client: Client, base: string): Promise<number> {
  const memory = watchPeakMemory()
  for (let index = 0; index < client.rounds; index++) await client.ask(`${base}/${client.honest}`)
  memory.stop()
  return memory.peak()
}

/** MiB that this process grows by while it reads an answer without a bound. */
async function unguardedGrowth(url: string): Promise<number> {
  const before = process.memoryUsage.rss()
  const memory = watchPeakMemory()
  const { body } = await request(url)
  const kept: Buffer[] = []
  const keep = new Writable({
    write(chunk: Buffer, _, done) {
      kept.push(chunk)
      done()
    },
  })
  await pipeline(body, createGunzip(), keep, { signal: AbortSignal.timeout(UNGUARDED_MS) }).catch(() => {})
  memory.stop()
  return Math.round((memory.peak() - before) / MIB)
}

function clients({ guarded, operator }: Egress, file: string): Record<string, Client> {
  const limits = { deadlineMs: 1_500, maxBytes: 8 * MIB, maxRedirects: 20 }
  // Far more than memory may grow by: what is downloaded must not be held.
  const large = { deadlineMs: 8_000, maxBytes: 256 * MIB, maxRedirects: 20, file }
  return {
    guarded: { ...limits, honest: 'honest-small', rounds: 100, ask: (url) => guarded.fetch({ ...limits, url }) },
    operator: { ...limits, honest: 'honest-small', rounds: 100, ask: (url) => operator.fetch({ ...limits, url }) },
    visit: { ...limits, honest: 'honest-page', rounds: 100, ask: visit(guarded, limits.deadlineMs), ends: VISIT_ENDS },
    page: {
      deadlineMs: SCRIPTS_MS,
      honest: 'honest-script',
      rounds: 400,
      ask: readPage(guarded),
      ends: PAGE_ENDS,
    },
    download: { ...large, honest: 'honest-large', rounds: 5, ask: (url) => operator.download({ ...large, url }) },
  }
}

/** A page that leads nowhere is where a visit ends. */
const VISIT_ENDS = { 'redirect-nowhere': ['answered' as const] }

/** The visit of a URL scan. What it tells as facts of the site, the other clients throw. */
function visit({ fetch }: Egress['guarded'], deadlineMs: number): Client['ask'] {
  const visitor = createVisitor({ fetch, parse: parseSite, deadlineMs })
  return async (url) => {
    const { visit } = await visitor(parseSite(url), new AbortController().signal)
    const { failure, truncated, endless } = visit
    const end = (failure?.code ??
      (truncated ? 'too-large' : endless ? 'too-many-redirects' : null)) as EgressFailure | null
    if (end !== null) throw new EgressError(end, failure?.message ?? end)
  }
}

/** How long the reader of a page waits for its scripts. */
const SCRIPTS_MS = 4_000
/** The content is longer than a script may be. */
const PAGE_ENDS = { 'gzip-in-gzip': ['too-large' as const] }

/** The page reader of a URL scan, with the bad server behind a linked script and the icon. What a page lacks, the other clients throw. */
function readPage({ fetch }: Egress['guarded']): Client['ask'] {
  const reader = createPageReader({ fetch, parse: parseSite, brands: [] })
  return async (url) => {
    const html = `<link rel=icon href="${url}"><script src="${url}"></script>`
    const page = await reader({ visit: visitOf(new URL('/page', url).href), html }, new AbortController().signal)
    const [script] = page?.scripts ?? []
    const end = page?.unread.some((what) => what.startsWith('the end')) ? 'too-large' : (script?.why ?? null)
    if (end !== null && !end.startsWith('answered')) throw new EgressError(end as EgressFailure, end)
  }
}

function visitOf(href: string): Visit {
  return {
    reached: true,
    failure: null,
    hops: [],
    endless: false,
    final: parseSite(href),
    status: 200,
    download: null,
    contentType: 'text/html',
    challenge: null,
    ipAddress: null,
    bytes: 0,
    truncated: false,
    upgraded: false,
    server: null,
  }
}

async function endOf(request: Promise<unknown>): Promise<string> {
  try {
    await request
    return 'answered'
  } catch (error) {
    return error instanceof EgressError ? error.failure : `no EgressError: ${error}`
  }
}
