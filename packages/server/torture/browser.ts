import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer as createWeb, type RequestListener } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { createGuard } from '@redoubt/egress/guard.ts'
import { CannotRun } from '../bench/cannotRun.ts'
import { BROWSER_LIMITS } from '../src/web/browser/browserLimits.ts'
import { type BrowserTier, createBrowserTier } from '../src/web/browser/createBrowserTier.ts'
import { findChromium } from '../src/web/browser/testing/chromium.ts'
import { leftovers } from '../src/web/browser/testing/leftovers.ts'
import { watchPeakMemory } from './bombs/peakMemory.ts'
import { FLOODS } from './browser/floods.ts'
import { privateHosts, WAYS } from './browser/ways.ts'
import type { TortureResult } from './main.ts'

const MIB = 2 ** 20
const MAX_GROWTH = 256 * MIB
/** How much later than its time a page may be seen to have ended on a busy machine, in milliseconds. */
const GRACE = 6_000
const AT_ONCE = 3
/** How a page may end: by itself, or by one of the limits. */
const ENDS = /^(?:done|time|memory|crash|calls|requests|dialogs|bytes|connections|limit|page|codes)$/
const HONEST = '<!doctype html><title>Shop</title><h1>Shop</h1><p>Tea and cups.</p>'
const wallet = { account: `0x${'ab'.repeat(20)}` as const, scan: async () => null }

/**
 * What `ssrf` and `bombs` try, from within a page that a browser runs at the limits of the service: private addresses by every way that a page has, and pages
 * without an end. Nothing private is reached, every page ends in its time, nothing of it is left, and the next page is served. `control`: how many of
 * the same ways reach the canary where the guard allows it, so that a way which leads nowhere does not count as guarded.
 */
export default async function browser(): Promise<TortureResult> {
  const { path: chromiumPath, skip } = findChromium()
  if (skip) throw new CannotRun('there is no chromium on PATH')
  const problems: string[] = []
  const reached = await privateAddresses(chromiumPath, problems)
  const floods = await allFloods(chromiumPath, problems)
  const left = await leftovers()
  if (left.folders.length + left.processes.length > 0) problems.push(`left: ${JSON.stringify(left)}`)
  return {
    failed: problems.length,
    ...reached,
    ...floods,
    left: left.folders.length + left.processes.length,
    ...(problems.length > 0 && { problems }),
  }
}

/** Runs with a listener for TCP on both loopbacks and for UDP, at one port. */
async function withCanary<Value>(run: (port: number, taken: () => string[]) => Promise<Value>): Promise<Value> {
  const lines: string[] = []
  const tcp = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', (data) => lines.push(data.toString('latin1').split('\r\n')[0] ?? ''))
    setTimeout(() => socket.end('HTTP/1.1 204 No Content\r\nconnection: close\r\n\r\n'), 20)
    lines.push('tcp')
  }).listen(0, '::')
  await once(tcp, 'listening')
  const { port } = tcp.address() as AddressInfo
  const udp = createSocket('udp4', () => lines.push('udp'))
  udp.bind(port, '127.0.0.1')
  await once(udp, 'listening')
  try {
    return await run(port, () => lines.splice(0))
  } finally {
    tcp.close()
    udp.close()
  }
}

async function privateAddresses(chromiumPath: string, problems: string[]) {
  return withCanary(async (port, taken) => {
    const hosts = privateHosts(port)
    const pagesAt = (host: string): Record<string, string | RequestListener> => ({
      '/':
        HONEST +
        Object.values(WAYS)
          .map((way) => way((path) => `http://${host}/${path}`))
          .join('\n'),
      '/away': (request, response) => void response.writeHead(302, { location: askedFor(request.url) }).end(),
      '/kept': (request, response) => void response.writeHead(307, { location: askedFor(request.url) }).end(),
      '/worker.js': (request, response) =>
        void response
          .writeHead(200, { 'content-type': 'text/javascript' })
          .end(`fetch(${JSON.stringify(askedFor(request.url))}, { mode: 'no-cors' }).catch(() => 0)`),
    })
    // The same page where the canary may be reached says how many ways are ways.
    await browse(chromiumPath, pagesAt(`127.0.0.1:${port}`), [`127.0.0.1:${port}`])
    const control = new Set(taken().filter((line) => line !== 'tcp' && line !== 'udp')).size
    if (control < Object.keys(WAYS).length) problems.push(`only ${control} ways reach a canary that may be reached`)
    const work = hosts.map((host) => async () => {
      const { end } = await browse(chromiumPath, pagesAt(host), [])
      const lines = taken()
      if (lines.length > 0) problems.push(`${host} was reached: ${lines.slice(0, 3).join(', ')}`)
      if (!ENDS.test(end)) problems.push(`${host}: ${end}`)
      return lines.length
    })
    const counts = await inTurn(work)
    return { hosts: hosts.length, control, reached: counts.reduce((sum, count) => sum + count, 0) }
  })
}

async function allFloods(chromiumPath: string, problems: string[]) {
  let longest = 0
  let grownMiB = 0
  const ends: string[] = []
  // One at a time: what each of them makes of this process is measured.
  for (const [name, pages] of Object.entries(FLOODS)) {
    const before = process.memoryUsage.rss()
    const memory = watchPeakMemory()
    const { end, took } = await browse(chromiumPath, pages, [])
    memory.stop()
    const grown = memory.peak() - before
    grownMiB = Math.max(grownMiB, Math.round(grown / MIB))
    if (grown > MAX_GROWTH) problems.push(`${name}: memory grew by ${Math.round(grown / MIB)} MiB`)
    longest = Math.max(longest, took)
    ends.push(end)
    if (took > BROWSER_LIMITS.wallMs + GRACE) problems.push(`${name}: took ${Math.round(took)} ms (${end})`)
    if (!ENDS.test(end)) problems.push(`${name}: ${end}`)
  }
  const { end } = await browse(chromiumPath, { '/': HONEST }, [])
  if (end !== 'done') problems.push(`an honest page afterwards: ${end}`)
  const counts = Object.groupBy(ends, (one) => one)
  return {
    floods: ends.length,
    ends: Object.fromEntries(Object.entries(counts).map(([name, all = []]) => [name, all.length])),
    longestMs: Math.round(longest),
    grownMiB,
  }
}

/** One page, by a browser of its own. `end`: `done`, the limit that cut it off, or why it was not run. */
async function browse(
  chromiumPath: string,
  pages: Record<string, string | RequestListener>,
  allow: string[],
): Promise<{ end: string; took: number }> {
  const server = createWeb((request, response) => {
    const page = pages[new URL(request.url ?? '/', 'http://x').pathname] ?? (request.url === '/' ? '' : undefined)
    if (typeof page === 'function') return page(request, response)
    response.writeHead(page === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' }).end(page ?? '')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const guard = createGuard({ allow, connectTo: new Map([['shop.sandbox.test:80', `127.0.0.1:${port}`]]) })
  const tier: BrowserTier = createBrowserTier({ chromiumPath, guard, unsandboxedForTests: true })
  const began = performance.now()
  const end = await tier
    .browse({ url: 'http://shop.sandbox.test/', chain: 'ethereum' }, wallet, AbortSignal.timeout(60_000))
    .then(
      ({ browsing }) => browsing.cutOff ?? 'done',
      (error: { failure?: string; message?: string }) => error.failure ?? String(error.message),
    )
  const took = performance.now() - began
  await tier.close()
  server.closeAllConnections()
  server.close()
  return { end, took }
}

function askedFor(url: string | undefined): string {
  // As bytes: some spellings are none that a header takes as text.
  return Buffer.from(new URL(url ?? '/', 'http://x').searchParams.get('to') ?? '/').toString('latin1')
}

async function inTurn<Value>(work: readonly (() => Promise<Value>)[]): Promise<Value[]> {
  const results: Value[] = []
  const queue = [...work]
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let next = queue.shift(); next !== undefined; next = queue.shift()) results.push(await next())
    }),
  )
  return results
}
