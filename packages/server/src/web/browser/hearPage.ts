import type { Chain } from '@redoubt/risk/chain.ts'
import type { BrowserLimits } from './browserLimits.ts'
import { createDialogAnswers, type DialogAnswers } from './createDialogAnswers.ts'
import { createPageTimers, type PageTimers } from './createPageTimers.ts'
import type { DevtoolsEvent } from './devtools.ts'
import { within } from './inPage.ts'
import type { Chromium } from './launchChromium.ts'
import type { WatchedWindow } from './openWindow.ts'
import {
  createPageRecorder,
  isBeyondScans,
  type PageRecorder,
  readReport,
  type SeenRequest,
  unfollowedChain,
} from './pageRecorder.ts'
import { createPageWallet, needsOwnerConsent, needsSignature, type WalletPort } from './pageWallet.ts'
import { siteOf } from './siteOf.ts'
import { createTypedMarks, type TypedMarks } from './typedMarks.ts'
import { type Answers, watchAnswers } from './watchAnswers.ts'
import { type Traffic, watchTraffic } from './watchTraffic.ts'

/** Our limit that ended a page; null for none. */
export type PageLimit = 'dialogs' | 'requests' | 'calls' | 'time' | null

/** Nothing moved for that long after a press, in milliseconds. Timers of the page that are soon due are waited for. */
export const QUIET_MS = 150
const POLL_MS = 25
const OTHER_NETWORK = 'There is no scan for requests of this network.'

/** What a page has said and done so far, and how its visitor answers it. */
export type HeardPage = {
  marks: TypedMarks
  recorder: PageRecorder
  traffic: Traffic
  timers: PageTimers
  answers: Answers
  dialogs: DialogAnswers
  /** Takes every event of the browser. */
  heard(event: DevtoolsEvent): void
  /** Answers of the wallet go to this window from now on. */
  answersGoTo(window: WatchedWindow): void
  /** Records a request. False for one too many, which ends the page. */
  note(asked: Omit<SeenRequest, 'unprompted' | 'origin'>): boolean
  /** Network that the wallet shows. */
  chain(): Chain
  chainId(): string
  /** From now on the page answers a press. */
  begin(): void
  /** Whether it asked the wallet or a server for something since then. */
  isBusy(): boolean
  /** What stands in the fields from now on. */
  typing(words: 'phrase' | 'sentence' | null): void
  /** Whether the page has asked for a signature that it does not get, or has sent a phrase or a key: nothing more is to be learned. */
  isTold(): boolean
  /** Until nothing moves: no call of the wallet, no request, no answer. */
  settle(quietMs?: number): Promise<void>
  /** Waits that long, or until the page is over. */
  pause(milliseconds: number): Promise<void>
  /** Waits until the window has loaded a document, since `startAnew` where that was called, or that long. */
  loaded(milliseconds: number): Promise<void>
  /** Another visitor comes, who has pressed nothing. */
  startAnew(): void
  /** Address of a window that the page opened; null for none yet. */
  placeOf(session: string): URL | null
  limit(): PageLimit
  /** Settles when a limit, or the end of the browser, ends the page. */
  stopped: Promise<void>
}

/** Listens to a page that is visited: its calls of wallets, its dialogs, downloads and addresses. */
export function hearPage(
  chromium: Chromium,
  page: { url: string; chain: Chain },
  wallet: WalletPort,
  { limits, signal, onRequest }: { limits: BrowserLimits; signal: AbortSignal; onRequest(request: SeenRequest): void },
): HeardPage {
  const { devtools } = chromium
  const recorder = createPageRecorder(page.url, limits)
  const shown = createPageWallet(wallet, page.chain)
  let loaded = Promise.withResolvers<void>()
  const marks = createTypedMarks()
  const isTypedText = (text: string) =>
    text.trim() !== '' &&
    [...marks.sentences, ...marks.phrases, [marks.key]].some((all) => all.join(' ') === text.trim())
  const traffic = watchTraffic(devtools, marks)
  const answers = watchAnswers(devtools, marks.phrases)
  const dialogs = createDialogAnswers(marks)
  const stopped = Promise.withResolvers<void>()
  let window: WatchedWindow | null = null
  let limit: PageLimit = null
  let pressed = false
  let calls = 0
  let lastCall = 0
  const timers = createPageTimers()
  let pressedAt = 0
  /** Addresses of the windows that the page opened, by session. */
  const places = new Map<string, string>()

  const stop = (reason: PageLimit) => {
    limit ??= reason
    stopped.resolve()
  }
  const note = (asked: Omit<SeenRequest, 'unprompted' | 'origin'>): boolean => {
    const seen = recorder.request({
      ...asked,
      unprompted: !pressed && asked.provider !== 'qr-code',
      origin: recorder.seen.finalUrl,
    })
    if (seen === false) stop('requests')
    else if (seen !== null) onRequest(seen)
    return seen !== false
  }
  const report = async ({ params, session }: DevtoolsEvent) => {
    if (++calls > limits.calls) return stop('calls')
    const said = readReport(params.payload)
    if (said === null || limit !== null) return
    // Windows of other sites go on talking for ever.
    if (said.kind !== 'sent' || said.channel !== 'message') lastCall = performance.now()
    // What was typed over a text of the page is no text of the page.
    if (said.kind === 'copied') return isTypedText(said.text) ? undefined : recorder.copied(said.text, !pressed)
    if (said.kind === 'later') return timers.putOff(said.milliseconds)
    if (said.kind === 'sent') {
      const isOwn = said.channel === 'message' && siteOf(said.to) === siteOf(recorder.seen.finalUrl)
      return isOwn ? undefined : traffic.unsent(said.text, said.to, said.channel)
    }
    const asked = said.params === null ? null : parse(said.params)
    if (said.provider === 'other-network') {
      const { method, provider, params } = said
      const isKnown = !isBeyondScans(method)
      return void note({ method, provider, chain: null, params: params ?? '', failure: isKnown ? null : OTHER_NETWORK })
    }
    if (needsOwnerConsent(said.method)) {
      const chain = said.chain === undefined ? shown.chain() : said.chain
      const unread = asked === null ? 'The parameters are larger than 64 KB, or no JSON.' : null
      const isNoted = note({
        method: said.method,
        provider: said.provider,
        chain,
        params: said.params ?? '',
        failure: chain === null ? OTHER_NETWORK : (unread ?? unfollowedChain(said.method, asked)),
      })
      if (!isNoted) return
    }
    const answer = await shown.answer(said.method, asked ?? [], signal)
    window?.reply(session ?? '', Number(params.executionContextId), { id: said.id, ...answer })
  }
  const typing = (words: 'phrase' | 'sentence' | null) => {
    timers.typing(words)
    traffic.typing(words)
  }
  const heard = (event: DevtoolsEvent) => {
    const { method, params, session } = event
    traffic.heard(event)
    answers.heard(event)
    const main = window === null || session === window.session
    // A report that cannot be read is not of our provider. It is counted already.
    if (method === 'report') report(event).catch(nothing)
    else if (method === 'Page.javascriptDialogOpening') {
      const { typed, ...answer } = dialogs.answer(params.type, params.message, pressed)
      if (typed !== null) typing(typed)
      devtools.tell('Page.handleJavaScriptDialog', answer, session)
      if (!recorder.dialog(params.type, params.message)) stop('dialogs')
    } else if (method === 'Browser.downloadWillBegin') recorder.download(params.suggestedFilename, params.url, pressed)
    else if (method === 'Inspector.targetCrashed') chromium.kill('crash')
    else if (method === 'Page.loadEventFired' && main) loaded.resolve()
    else if (method === 'Page.frameNavigated') {
      const { parentId, url } = (params.frame ?? {}) as { parentId?: unknown; url?: unknown }
      if (parentId !== undefined) return
      if (main) recorder.arrived(url)
      else places.set(session ?? '', String(url))
    }
  }
  const pause = async (milliseconds: number) => {
    await within(milliseconds, stopped.promise)
  }
  const settle = async (quietMs = QUIET_MS) => {
    const began = performance.now()
    while (performance.now() - began < limits.settleMs) {
      await pause(POLL_MS)
      const idle = performance.now() - Math.max(began, lastCall, traffic.lastAt())
      if (traffic.pending() === 0 && idle >= quietMs && timers.isQuiet()) return
    }
  }
  // A page that got its text signed goes on.
  const isRefused = (method: string) => needsSignature(method) && !(wallet.sign && method === 'personal_sign')
  const isTold = () => {
    const told = isToldNow()
    if (told) timers.told()
    return told
  }
  const isToldNow = () =>
    recorder.seen.requests.some(({ method, provider }) => provider !== 'qr-code' && isRefused(method)) ||
    traffic.sent().some(({ kind }) => kind === 'phrase' || kind === 'key')
  chromium.ended.then(stopped.resolve)

  return {
    marks,
    recorder,
    traffic,
    timers,
    answers,
    dialogs,
    heard,
    answersGoTo(opened) {
      window = opened
    },
    note,
    chain: shown.chain,
    chainId: shown.chainId,
    begin() {
      pressed = true
      pressedAt = performance.now()
    },
    isBusy: () => Math.max(lastCall, traffic.lastAt()) > pressedAt,
    typing,
    isTold,
    settle,
    pause,
    async loaded(milliseconds) {
      await within(milliseconds, Promise.race([loaded.promise, stopped.promise]))
    },
    startAnew() {
      loaded = Promise.withResolvers<void>()
      traffic.typing(null)
      pressed = false
    },
    placeOf: (session) => URL.parse(places.get(session) ?? ''),
    limit: () => limit,
    stopped: stopped.promise,
  }
}

const nothing = () => undefined

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}
