import { appendFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ServedHosts } from '../src/sandbox/serveHosts.ts'
import { startSandbox } from '../src/sandbox/startSandbox.ts'
import { quietApp } from '../src/testing/quietApp.ts'
import { createScanClient } from '../src/testing/scanClient.ts'
import { findChromium } from '../src/web/browser/testing/chromium.ts'
import { CannotRun } from './cannotRun.ts'
import type { BenchOptions } from './main.ts'
import { casesOf } from './pages/casesOf.ts'
import type { PageCase } from './pages/pageCases.ts'
import { openPageWorld, type PageWorld, readPageWorld } from './pages/pageWorld.ts'
import { serveApart } from './pages/serveApart.ts'
import { percentile } from './percentile.ts'

/** What counts as accused. */
const ALARMS: readonly string[] = ['AVOID', 'BLOCK']
const DEADLINE_MS = 28_000
const RECENT_BLOCKS = 46n
const AT_ONCE = Number(process.env.PAGES_AT_ONCE ?? 4)

type Mode = 'static' | 'browse'
/** Processor time of this process for a page: the service with all its threads, and the clients that ask it; without sites and browsers. */
type ProcessorMs = Partial<Record<Mode, number>>
type Judged = Omit<PageCase, 'site'> & {
  mode: Mode
  url: string
  recommendation: string
  riskScore: number
  complete: boolean
  unknown: string[]
  findings: string[]
  ms: number
}

/**
 * Hostile and honest pages of our own, served under real-looking names on loopback and scanned by POST /v1/scan/url with a live key, no
 * list loaded, with and without the browser; what pages ask a wallet for is executed on the sandbox's Ethereum. Sites have a process of their own. PAGES_MODE (`static`,
 * `browse`; default both), PAGES_ONLY (a pattern of ids) and PAGES_PART (`2/4`) narrow a run. PAGES_AT_ONCE: pages in flight, four without it. PAGES_SET=`blind`, `blind2`, `blind3`, `blind4`, `blind5`, `blind6`, `blind7`,
 * `blind8`, `blind9`: twenty, twelve, six, twelve, twenty-four, thirty, fifty-three, forty-six and thirty-two pages that were written after the rules.
 */
export default async function pages({ details }: BenchOptions): Promise<object> {
  const { PAGES_MODE: mode, PAGES_ONLY = '', PAGES_PART = '1/1', PAGES_SET: set = null } = process.env
  const modes = (['static', 'browse'] as const).filter((one) => mode === undefined || mode === one)
  if (modes.includes('browse') && findChromium().skip) throw new CannotRun('there is no chromium on PATH')
  const [part = 1, parts = 1] = PAGES_PART.split('/').map(Number)
  const only = new RegExp(PAGES_ONLY)
  if (details !== null && part === 1) await rm(details, { force: true })
  const keep = async (one: Judged) => {
    if (details !== null) await appendFile(details, `${JSON.stringify(one)}\n`)
  }
  const run = async (world: PageWorld, rpcUrl: string | null) => {
    const cases = casesOf(world, set).filter(
      ({ id }, at) => only.test(id) && (at + Math.floor(at / 4)) % parts === part - 1,
    )
    return figuresOf(
      ...(await scanAll(cases, modes, { rpcUrl, keep, serve: (ids) => serveApart({ world, set, ids }) })),
    )
  }
  // What pages ask for is executed only where a browser runs them.
  return modes.includes('browse') ? withChain(run) : run(readPageWorld(), null)
}

async function withChain<Value>(run: (world: PageWorld, rpcUrl: string) => Promise<Value>): Promise<Value> {
  const folder = await mkdtemp(join(tmpdir(), 'redoubt-pages-'))
  const sandbox = await startSandbox({ cacheDir: folder, chains: ['ethereum'] })
  try {
    return await run(await openPageWorld(sandbox), sandbox.rpcUrls.ethereum)
  } finally {
    await sandbox.close()
    await rm(folder, { recursive: true, force: true })
  }
}

async function scanAll(
  cases: readonly PageCase[],
  modes: readonly Mode[],
  {
    rpcUrl,
    keep,
    serve,
  }: {
    rpcUrl: string | null
    keep(one: Judged): Promise<void>
    serve(ids: readonly string[]): Promise<ServedHosts>
  },
): Promise<[Judged[], ProcessorMs]> {
  const served = await serve(cases.map(({ id }) => id))
  const env = {
    ...(rpcUrl !== null && { ETHEREUM_RPC_URLS: rpcUrl }),
    DNS_CONTROL_NAMES: cases[0]?.site.hosts[0],
    ...(modes.includes('browse') && { CHROMIUM_PATH: findChromium().path }),
  }
  const ownWeb = { connectTo: served.connectTo, authority: served.authority, registry: served.registry }
  const { app, url, tokens } = await quietApp('live', env, {
    ownWeb,
    browser: { unsandboxedForTests: true },
    // The bench's month is 200 blocks: what is a week old on Ethereum has some 50,000.
    recentBlocks: { ethereum: RECENT_BLOCKS },
  })
  const clients = tokens.map((token) => createScanClient(url, token))
  const judged: Judged[] = []
  const processorMs: ProcessorMs = {}
  try {
    // What is loaded with the first scan is no page's cost.
    for (const mode of modes) await judge(clients[0] as Client, cases[0] as PageCase, mode)
    for (const mode of modes) {
      const queue = [...cases]
      const before = process.cpuUsage()
      const work = async (client: Client) => {
        for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
          const one = await judge(client, next, mode)
          judged.push(one)
          await keep(one)
        }
      }
      await Promise.all(clients.slice(0, AT_ONCE).map(work))
      const { user, system } = process.cpuUsage(before)
      processorMs[mode] = Math.round((user + system) / 1_000 / Math.max(1, cases.length))
    }
  } finally {
    for (const client of clients) await client.close()
    await app.close()
    await served.close()
  }
  return [judged, processorMs]
}

type Client = ReturnType<typeof createScanClient>
type Answer = Pick<Judged, 'recommendation' | 'riskScore' | 'complete' | 'unknown'> & {
  warnings: { id: string; severity: string; evidence?: { findings?: string[] } }[]
  browser?: {
    codes: object[]
    marks: { brand: string; at: string; principal: boolean; distance: number }[]
    windows: object[]
    typed: object[]
    cutOff: string | null
    requests: { method: string; scan: unknown; failure: string | null }[]
  } | null
}

async function judge(client: Client, { site, ...rest }: PageCase, mode: Mode): Promise<Judged> {
  const began = performance.now()
  const options = { browse: mode === 'browse', deadlineMs: DEADLINE_MS, fresh: true }
  const { status, json } = await client.ask('/v1/scan/url', { url: site.url, options })
  if (status !== 200) throw new Error(`${rest.id} answered ${status}: ${JSON.stringify(json).slice(0, 400)}`)
  const { recommendation, riskScore, complete, unknown, warnings, browser } = json.data as Answer
  return {
    ...rest,
    mode,
    url: site.url,
    recommendation,
    riskScore,
    complete,
    unknown,
    findings: warnings
      .filter(({ severity }) => severity !== 'info')
      .map(
        ({ id, severity, evidence }) =>
          `${id} ${severity}${id === 'dangerous-wallet-request' ? ` (${evidence?.findings?.join('; ')})` : ''}`,
      ),
    ...(mode === 'browse' && {
      asked:
        browser?.requests.map(({ method, failure }) => (failure === null ? method : `${method}: ${failure}`)) ?? null,
      cutOff: browser?.cutOff ?? null,
      codes: browser?.codes ?? null,
      windows: browser?.windows ?? null,
      marks:
        browser?.marks.map(
          ({ brand, at, principal, distance }) => `${brand} ${at}${principal ? '!' : ''} ${distance}`,
        ) ?? null,
      typed: browser?.typed ?? null,
    }),
    ms: Math.round(performance.now() - began),
  }
}

function figuresOf(judged: readonly Judged[], processorMs: ProcessorMs): object {
  const of = (mode: Mode, hostile: boolean) => judged.filter((one) => one.mode === mode && one.hostile === hostile)
  const alarmed = (ones: readonly Judged[]) => ones.filter(({ recommendation }) => ALARMS.includes(recommendation))
  const share = (ones: readonly Judged[]) => (ones.length === 0 ? null : round(alarmed(ones).length / ones.length))
  const accused = new Set(alarmed(judged.filter(({ hostile }) => !hostile)).map(({ id }) => id))
  const honest = new Set(judged.filter((one) => !one.hostile).map(({ id }) => id))
  const hostile = new Set(judged.filter((one) => one.hostile).map(({ id }) => id))
  const modes = (['static', 'browse'] as const).filter((mode) => judged.some((one) => one.mode === mode))
  const named = (naming: string, kind: boolean, mode: Mode) =>
    share(of(mode, kind).filter((one) => one.naming === naming))
  return {
    n: hostile.size,
    caughtStatic: share(of('static', true)),
    caughtBrowse: share(of('browse', true)),
    honest: honest.size,
    accused: round(accused.size / Math.max(1, honest.size)),
    ...Object.fromEntries(
      modes.map((mode) => [
        mode,
        {
          accused: share(of(mode, false)),
          hostileProceeding: of(mode, true).filter(({ recommendation }) => recommendation === 'PROCEED').length,
          honestCaution: of(mode, false).filter(({ recommendation }) => recommendation === 'CAUTION').length,
          caughtByName: { neutral: named('neutral', true, mode), lifelike: named('lifelike', true, mode) },
          accusedByName: { neutral: named('neutral', false, mode), lifelike: named('lifelike', false, mode) },
          missed: classesOf(
            of(mode, true).filter(({ recommendation }) => !ALARMS.includes(recommendation)),
            of(mode, true),
          ),
          accusedClasses: classesOf(alarmed(of(mode, false)), of(mode, false)),
          processorMs: processorMs[mode],
          ms: {
            p50: percentile(
              judged.filter((one) => one.mode === mode).map(({ ms }) => ms),
              0.5,
            ),
            p95: percentile(
              judged.filter((one) => one.mode === mode).map(({ ms }) => ms),
              0.95,
            ),
            max: Math.max(...judged.filter((one) => one.mode === mode).map(({ ms }) => ms)),
          },
        },
      ]),
    ),
  }
}

/** Classes with how many of their pages are among the given ones. */
function classesOf(some: readonly Judged[], all: readonly Judged[]): Record<string, string> {
  const groups = Object.entries(Object.groupBy(some, ({ className }) => className))
  return Object.fromEntries(
    groups.map(([name, ones = []]) => [
      name,
      `${ones.length} of ${all.filter((one) => one.className === name).length}`,
    ]),
  )
}

function round(share: number): number {
  return Math.round(share * 1_000) / 1_000
}
