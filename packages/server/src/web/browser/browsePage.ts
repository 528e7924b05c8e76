import type { Chain } from '@redoubt/risk/chain.ts'
import { withTimeout } from '../../lib/withTimeout.ts'
import type { BrowserLimits } from './browserLimits.ts'
import type { DevtoolsEvent } from './devtools.ts'
import type { Chromium } from './launchChromium.ts'
import { openWindow, type WatchedWindow } from './openWindow.ts'
import { pressButton } from './pressButton.ts'
import { readReport } from './readReport.ts'
import { createShownWallet } from './shownWallet.ts'
import { createSightings, type Seen, type SeenRequest } from './sightings.ts'
import { takeScreenshot } from './takeScreenshot.ts'
import { asksOwner } from './walletMethods.ts'
import type { WalletPort } from './walletPort.ts'

/** What happened, and which of our limits ended it; null for none. */
export type PageRun = { seen: Seen; limit: 'dialogs' | 'requests' | 'calls' | null }

/** How long something of the page's own may take that we can do without, in milliseconds. */
const STEP_MS = 3_000

/**
 * Loads a page as a visitor with a wallet would, looks at it, presses what it wants pressed, and notes its requests. Ends
 * when the page has nothing more to press, at a limit, or with the browser; the answer holds all that was seen until then.
 */
export async function browsePage(
  chromium: Chromium,
  page: { url: string; chain: Chain },
  wallet: WalletPort,
  options: { limits: BrowserLimits; signal: AbortSignal; onRequest(request: SeenRequest): void },
): Promise<PageRun> {
  const { devtools } = chromium
  const { limits, signal } = options
  const sightings = createSightings(page.url, limits)
  const shown = createShownWallet(wallet, page.chain)
  const loaded = Promise.withResolvers<void>()
  const stopped = Promise.withResolvers<void>()
  let window: WatchedWindow | null = null
  let limit: PageRun['limit'] = null
  let pressed = false
  let calls = 0
  let lastCall = 0

  const stop = (reason: PageRun['limit']) => {
    limit ??= reason
    stopped.resolve()
  }
  const report = async ({ params, session }: DevtoolsEvent) => {
    const said = readReport(params.payload)
    if (++calls > limits.calls) return stop('calls')
    if (said === null || limit !== null) return
    lastCall = performance.now()
    if (said.kind === 'copied') return sightings.copied(said.text)
    const asked = said.params === null ? null : parse(said.params)
    if (asksOwner(said.method)) {
      const seen = sightings.request({
        method: said.method,
        provider: said.provider,
        chain: shown.chain(),
        params: said.params ?? '',
        unprompted: !pressed,
        failure: asked === null ? 'The parameters are larger than 64 KB, or no JSON.' : null,
        origin: sightings.seen.finalUrl,
      })
      if (seen === false) return stop('requests')
      if (seen !== null) options.onRequest(seen)
    }
    const answer = await shown.answer(said.method, asked ?? [], signal)
    window?.reply(session ?? '', Number(params.executionContextId), { id: said.id, ...answer })
  }
  const heard = (event: DevtoolsEvent) => {
    const { method, params, session } = event
    const main = window === null || session === window.session
    if (method === 'report') void report(event)
    else if (method === 'Page.javascriptDialogOpening') {
      // Leaving is allowed; everything else is answered with no.
      devtools.tell('Page.handleJavaScriptDialog', { accept: params.type === 'beforeunload' }, session)
      if (!sightings.dialog(params.type, params.message)) stop('dialogs')
    } else if (method === 'Browser.downloadWillBegin') sightings.download(params.suggestedFilename, params.url)
    else if (method === 'Inspector.targetCrashed') chromium.kill('crash')
    else if (method === 'Page.loadEventFired' && main) loaded.resolve()
    else if (method === 'Page.frameNavigated' && main) {
      const { parentId, url } = (params.frame ?? {}) as { parentId?: unknown; url?: unknown }
      if (parentId === undefined) sightings.arrived(url)
    }
  }
  const settle = async () => {
    for (let waits = 0; waits < 3; waits++) {
      await pause(limits.settleMs, stopped.promise)
      if (performance.now() - lastCall > limits.settleMs / 2) return
    }
  }

  const visit = async () => {
    window = await openWindow(devtools, { chainId: shown.chainId(), ...limits }, heard)
    const going = devtools.send('Page.navigate', { url: page.url }, window.session)
    going.catch(() => undefined)
    await pause(limits.loadMs, loaded.promise)
    if (!sightings.seen.loaded)
      await pause(
        limits.loadMs,
        going.then(
          () => undefined,
          () => undefined,
        ),
      )
    await settle()
    const { session } = window
    sightings.seen.screenshot = await within(STEP_MS, takeScreenshot(devtools, session))
    const labels: Record<string, number> = Object.create(null)
    for (let presses = 0; presses < limits.presses && limit === null; presses++) {
      pressed = true
      const label = await within(STEP_MS, pressButton(devtools, window, labels))
      if (label === null) break
      labels[label] = (labels[label] ?? 0) + 1
      await settle()
    }
  }
  chromium.ended.then(stopped.resolve)
  // Whatever the browser fails at here is the page's doing, and told by how the browser ended.
  await Promise.race([visit().catch(() => undefined), stopped.promise])
  return { seen: sightings.seen, limit }
}

/** Null when it takes longer, or fails. What is waited for may never come once the browser has ended. */
function within<Value>(milliseconds: number, promise: Promise<Value>): Promise<Value | null> {
  return withTimeout(
    promise.catch(() => null),
    milliseconds,
    { ref: false },
  )
}

/** Waits that long, or until `early`. */
async function pause(milliseconds: number, early: Promise<void>): Promise<void> {
  await within(milliseconds, early)
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}
