import { accessSync, constants } from 'node:fs'
import type { Guard } from '@redoubt/egress/guard.ts'
import { startProxy } from '@redoubt/egress/proxy.ts'
import type { Chain } from '@redoubt/risk/chain.ts'
import type { Browsing, WalletRequest } from '@redoubt/risk/facts/browsing.ts'
import { createAccountQueue } from '../../lib/accountQueue.ts'
import { askingAccount } from '../../lib/askingAccount.ts'
import { browsePage, type PageRun } from './browsePage.ts'
import { sweepBrowserFolders } from './browserFolder.ts'
import { BROWSER_LIMITS, type BrowserLimits, BrowserUnavailable } from './browserLimits.ts'
import { type Chromium, launchChromium } from './launchChromium.ts'
import { isBeyondScans, type RenderedDocument, type SeenRequest } from './pageRecorder.ts'
import type { PageWalletRequest, WalletPort } from './pageWallet.ts'
import { createPictureReader } from './pictures/createPictureReader.ts'

/** Each is a scan with executions of its own. */
const MAX_SCANNED = 20

const AT_ONCE = 2

const NOT_SCANNED = `More than ${MAX_SCANNED} requests were made; this one was not scanned.`

const NO_SCAN = 'There is no scan for this method.'

/** Names of our own errors, which are written for readers. */
const READABLE: ReadonlySet<unknown> = new Set(['ApiError', 'InvalidInput', 'NetworkUnavailable'])

export type BrowsedPage = {
  url: string
  /** What the wallet has selected at first. */
  chain: Chain
  /** Narrows what the guard allows, by host as URL writes it. */
  reaches?: (hostname: string) => boolean
}

export type BrowsedResult = { browsing: Browsing; documents: RenderedDocument[] }

/** Runs pages in a real browser, a few at once, each in a process, a profile and behind a proxy of its own. */
export type BrowserTier = {
  /**
   * What the page does and asks a wallet for, and its document in each state. A limit that ends it is told in `cutOff`.
   * @throws BrowserUnavailable when it could not be run; the reason of `signal`.
   */
  browse(page: BrowsedPage, wallet: WalletPort, signal: AbortSignal): Promise<BrowsedResult>
  /** Ends the pages that are running, and lets none begin. */
  close(): Promise<void>
}

/**
 * @param options.guard of the egress: what the page may reach.
 * @param options.unsandboxedForTests for pages of our own, in code only: no variable of the environment sets it.
 * @throws BrowserUnavailable `refused` where it would run as root, or there is no such program.
 */
export function createBrowserTier(options: {
  chromiumPath: string
  guard: Guard
  limits?: Partial<BrowserLimits>
  unsandboxedForTests?: boolean
}): BrowserTier {
  const { chromiumPath, guard, unsandboxedForTests: unsandboxed = false } = options
  refuseHere(chromiumPath, unsandboxed)
  const limits = { ...BROWSER_LIMITS, ...options.limits }
  const pages = createAccountQueue({ places: () => limits.places })
  const closing = new AbortController()
  // A thread each: marks do not keep codes waiting.
  const [codes, marks] = [createPictureReader(limits.pictureMs), createPictureReader(limits.pictureMs)]
  let swept: Promise<void> | null = null
  const running = new Set<Promise<unknown>>()

  async function run(
    asked: BrowsedPage,
    wallet: WalletPort,
    signal: AbortSignal,
    onRequest: (request: SeenRequest) => void,
  ): Promise<{ browsing: Omit<Browsing, 'requests'>; documents: RenderedDocument[] }> {
    swept ??= sweepBrowserFolders()
    await swept
    const proxy = await startProxy(guard, limits.network, asked.reaches)
    const clock = AbortSignal.timeout(limits.wallMs)
    let chromium: Chromium | null = null
    try {
      const { memoryBytes } = limits
      const over = AbortSignal.any([signal, clock])
      chromium = await launchChromium({ chromiumPath, proxyUrl: proxy.url, memoryBytes, unsandboxed, signal: over })
      const page = await browsePage(chromium, asked, wallet, { limits, codes, marks, signal, onRequest })
      signal.throwIfAborted()
      const { contacted, refused, exhausted } = proxy.report()
      const { requests: _, loaded, documents, ...seen } = page.seen
      const cutOff = whyCutOff(page, chromium) ?? exhausted ?? (page.hasUnreadCodes ? 'codes' : null)
      if (!loaded && seen.downloads.length === 0) {
        const why = cutOff === null ? '' : ` (${cutOff})`
        throw new BrowserUnavailable('page', `The browser could not load anything of the page${why}.`)
      }
      const partly = page.isPartlyUsed ? { partlyUsed: true as const } : {}
      const given = page.given.length > 0 ? { given: page.given } : {}
      return { browsing: { ...seen, typed: page.typed, ...given, contacted, refused, cutOff, ...partly }, documents }
    } catch (error) {
      // A caller that gave up ended the browser: its reason goes before the browser's error.
      signal.throwIfAborted()
      throw error
    } finally {
      chromium?.kill('done')
      await chromium?.ended
      await proxy.close()
    }
  }

  return {
    async browse(page, wallet, caller) {
      const signal = AbortSignal.any([caller, closing.signal])
      const account = askingAccount()
      if (pages.waitingOf(account) >= limits.queue)
        throw new BrowserUnavailable('busy', `${limits.queue} pages wait for the browser already. Try again later.`)
      const scanner = createScanner(wallet, signal)
      const turn = { account, cost: 1, maxWaitMs: Number.POSITIVE_INFINITY, signal }
      const job = pages.run(turn, () => run(page, wallet, signal, scanner.add))
      running.add(job)
      const { browsing, documents } = await job.finally(() => running.delete(job))
      const requests: WalletRequest[] = await scanner.all()
      return { browsing: { ...browsing, requests }, documents }
    },
    async close() {
      closing.abort(new BrowserUnavailable('engine', 'The service is stopping.'))
      await Promise.allSettled(running)
      await Promise.all([codes.close(), marks.close()])
    },
  }
}

function whyCutOff({ limit }: PageRun, chromium: Chromium): string | null {
  return limit ?? chromium.why()
}

/** A browser without its sandbox hands the machine to the first page that knows a hole in it. Root has none. */
function refuseHere(chromiumPath: string, unsandboxed: boolean): void {
  if (!unsandboxed && process.getuid?.() === 0) {
    throw new BrowserUnavailable(
      'refused',
      'CHROMIUM_PATH is set, but Chromium has no sandbox when it runs as root, and is not run without. Start the service as another user, or unset CHROMIUM_PATH.',
    )
  }
  try {
    accessSync(chromiumPath, constants.X_OK)
  } catch (error) {
    throw new BrowserUnavailable('refused', `CHROMIUM_PATH=${chromiumPath} is no program that can be run.`, {
      cause: error,
    })
  }
}

/** Judges requests while the page goes on. */
type Scanner = {
  add(request: SeenRequest): void
  /** All that were added, in order. Never rejects: what could not be judged says why. @throws the reason of the signal. */
  all(): Promise<WalletRequest[]>
}

export function createScanner({ scan }: Pick<WalletPort, 'scan'>, signal: AbortSignal): Scanner {
  const judged: Promise<WalletRequest>[] = []
  const asked: PageWalletRequest[] = []
  const judge = async (
    { origin, ...request }: SeenRequest,
    after: Promise<unknown> | undefined,
  ): Promise<WalletRequest> => {
    const { method, chain } = request
    if (request.failure !== null || chain === null) return { ...request, scan: null }
    if (judged.length >= MAX_SCANNED) return { ...request, scan: null, failure: NOT_SCANNED }
    try {
      const one = { method, chain, params: JSON.parse(request.params), origin }
      const earlier = [...asked]
      asked.push(one)
      await after
      const judgement = await scan(one, signal, earlier)
      const failure = judgement === null && isBeyondScans(method) ? NO_SCAN : null
      return { ...request, scan: judgement, failure }
    } catch (error) {
      return { ...request, scan: null, failure: `It could not be scanned: ${words(error)}` }
    }
  }
  return {
    add: (request) => void judged.push(judge(request, judged.at(-AT_ONCE))),
    async all() {
      const all = await Promise.all(judged)
      signal.throwIfAborted()
      return all
    },
  }
}

/** Returns the message of an error of ours; another may hold anything. */
function words(error: unknown): string {
  const { name, message } = (error ?? {}) as { name?: unknown; message?: unknown }
  return READABLE.has(name) ? String(message).slice(0, 300) : 'the scan failed.'
}
