import type { Chain } from '@redoubt/risk/chain.ts'
import { withTimeout } from '../../lib/withTimeout.ts'
import type { BrowserLimits } from './browserLimits.ts'
import type { Devtools, DevtoolsEvent, Untrusted } from './devtools.ts'
import type { Chromium } from './launchChromium.ts'
import { openWindow, type WatchedWindow } from './openWindow.ts'
import { createPageRecorder, MAX_DOCUMENT, type PageRecord, readReport, type SeenRequest } from './pageRecorder.ts'
import { pageScript } from './pageScript.ts'
import { createPageWallet, needsOwnerConsent, type WalletPort } from './pageWallet.ts'

/** Of one label; a page that goes on asking is not helped for ever. */
const MAX_PRESSES = 2

const MAX_ELEMENTS = 2_000

/** Longest that looking for a button may hold the page, in milliseconds. */
const LOOK_MS = 1_000

const MAX_BYTES = 1_048_576

/** PNGs of photographs are large; half the size says as much. */
const SCALES = [1, 0.5, 0.25]

/** What happened, and which of our limits ended it; null for none. */
export type PageRun = { seen: PageRecord; limit: 'dialogs' | 'requests' | 'calls' | null }

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
  const pageRecorder = createPageRecorder(page.url, limits)
  const shown = createPageWallet(wallet, page.chain)
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
    if (said.kind === 'copied') return pageRecorder.copied(said.text)
    const asked = said.params === null ? null : parse(said.params)
    if (needsOwnerConsent(said.method)) {
      const seen = pageRecorder.request({
        method: said.method,
        provider: said.provider,
        chain: shown.chain(),
        params: said.params ?? '',
        unprompted: !pressed,
        failure: asked === null ? 'The parameters are larger than 64 KB, or no JSON.' : null,
        origin: pageRecorder.seen.finalUrl,
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
      if (!pageRecorder.dialog(params.type, params.message)) stop('dialogs')
    } else if (method === 'Browser.downloadWillBegin') pageRecorder.download(params.suggestedFilename, params.url)
    else if (method === 'Inspector.targetCrashed') chromium.kill('crash')
    else if (method === 'Page.loadEventFired' && main) loaded.resolve()
    else if (method === 'Page.frameNavigated' && main) {
      const { parentId, url } = (params.frame ?? {}) as { parentId?: unknown; url?: unknown }
      if (parentId === undefined) pageRecorder.arrived(url)
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
    if (!pageRecorder.seen.loaded)
      await pause(
        limits.loadMs,
        going.then(
          () => undefined,
          () => undefined,
        ),
      )
    await settle()
    const { session } = window
    pageRecorder.seen.screenshot = await within(STEP_MS, takeScreenshot(devtools, session))
    const read = async () =>
      pageRecorder.rendered(await within(STEP_MS, readDocument(devtools, window as WatchedWindow)))
    await read()
    const labels: Record<string, number> = Object.create(null)
    for (let presses = 0; presses < limits.presses && limit === null; presses++) {
      pressed = true
      const label = await within(STEP_MS, pressButton(devtools, window, labels))
      if (label === null) break
      labels[label] = (labels[label] ?? 0) + 1
      await settle()
      await read()
    }
  }
  chromium.ended.then(stopped.resolve)
  // Whatever the browser fails at here is the page's doing, and told by how the browser ended.
  await Promise.race([visit().catch(() => undefined), stopped.promise])
  return { seen: pageRecorder.seen, limit }
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

/** PNG of what the window shows, base64, at most 1 MB; null when none is that small or the page does not draw. */
async function takeScreenshot(devtools: Devtools, session: string): Promise<string | null> {
  for (const scale of SCALES) {
    const clip = { x: 0, y: 0, width: 1280, height: 800, scale }
    const { data } = await devtools.send('Page.captureScreenshot', { format: 'png', clip }, session)
    if (typeof data !== 'string' || !/^[A-Za-z0-9+/]+=*$/.test(data)) return null
    if (data.length * 0.75 <= MAX_BYTES) return data
  }
  return null
}

/**
 * Presses the button that a believing visitor would press next, as a mouse does. `pressed` counts presses by label.
 * @returns its label; null when there is none.
 */
async function pressButton(
  devtools: Devtools,
  window: Pick<WatchedWindow, 'session' | 'world'>,
  pressed: Record<string, number>,
): Promise<string | null> {
  const { session } = window
  const look = pageScript('findButton', { pressed, maxPresses: MAX_PRESSES, maxElements: MAX_ELEMENTS })
  const { x, y, label } = ((await evaluate(devtools, window, look)) ?? {}) as Untrusted
  if (typeof x !== 'number' || typeof y !== 'number' || typeof label !== 'string') return null
  const mouse = (type: string, more: Untrusted = {}) =>
    devtools.send('Input.dispatchMouseEvent', { type, x, y, ...more }, session)
  await mouse('mouseMoved')
  await mouse('mousePressed', { button: 'left', clickCount: 1 })
  await mouse('mouseReleased', { button: 'left', clickCount: 1 })
  return label.slice(0, 60)
}

/** HTML of the document as it is now, with shadow roots and frames of the same site. */
function readDocument(devtools: Devtools, window: Pick<WatchedWindow, 'session' | 'world'>): Promise<unknown> {
  return evaluate(devtools, window, pageScript('readDocument', MAX_DOCUMENT))
}

/** Runs our script in the page, where the page's own scripts do not see it. */
async function evaluate(
  devtools: Devtools,
  { session, world }: Pick<WatchedWindow, 'session' | 'world'>,
  expression: string,
): Promise<unknown> {
  const { frameTree } = await devtools.send('Page.getFrameTree', {}, session)
  const frameId = ((frameTree as Untrusted).frame as Untrusted).id
  const { executionContextId } = await devtools.send('Page.createIsolatedWorld', { frameId, worldName: world }, session)
  const found = await devtools.send(
    'Runtime.evaluate',
    { expression, contextId: executionContextId, returnByValue: true, timeout: LOOK_MS },
    session,
  )
  return (found.result as Untrusted | undefined)?.value
}
