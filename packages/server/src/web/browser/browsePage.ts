import type { Chain } from '@redoubt/risk/chain.ts'
import type { GivenText, TypedSecret } from '@redoubt/risk/facts/browsing.ts'
import { parseSite } from '../address/parseSite.ts'
import { OTHER_VISITOR } from '../visit/requestHeaders.ts'
import type { BrowserLimits } from './browserLimits.ts'
import { createCodeWatch } from './codes/createCodeWatch.ts'
import { createDialogAnswers } from './createDialogAnswers.ts'
import { createPageTimers } from './createPageTimers.ts'
import { createWindowWatch } from './createWindowWatch.ts'
import type { DevtoolsEvent } from './devtools.ts'
import { LOOK_MS, type Place, readDocument, within } from './inPage.ts'
import { isStore } from './isStore.ts'
import type { Chromium } from './launchChromium.ts'
import { createMarkWatch } from './marks/createMarkWatch.ts'
import { openWindow, type Visitor, type WatchedWindow } from './openWindow.ts'
import {
  createPageRecorder,
  isBeyondScans,
  type PageRecord,
  readReport,
  type SeenRequest,
  unfollowedChain,
} from './pageRecorder.ts'
import { createPageWallet, needsOwnerConsent, needsSignature, type WalletPort } from './pageWallet.ts'
import type { PictureReader } from './pictures/createPictureReader.ts'
import { dragSlider, lookAround } from './pointer.ts'
import { stateOf } from './stateOf.ts'
import { takeScreenshot } from './takeScreenshot.ts'
import { createTypedMarks } from './typedMarks.ts'
import { typeWords } from './typeWords.ts'
import { usePage } from './usePage.ts'
import { watchAnswers } from './watchAnswers.ts'
import { watchTraffic } from './watchTraffic.ts'

/** What happened, and which of our limits ended it; null for none. */
export type PageRun = {
  seen: PageRecord
  typed: TypedSecret[]
  given: GivenText[]
  limit: 'dialogs' | 'requests' | 'calls' | 'time' | null
  /** Presses ran out before what could be pressed did, or a window that the page opened was not used to its end. */
  isPartlyUsed: boolean
  /** Pictures that may hold a QR code were not all read. */
  hasUnreadCodes: boolean
}

/** Nothing moved for that long after a press, and after loading, in milliseconds. Timers of the page that are soon due are waited for. */
const QUIET_MS = 150
const LOADED_QUIET_MS = 250
const POLL_MS = 25
/** The same of the second visitor, who is shown the same page most of the time. */
const SECOND_QUIET_MS = 150
const SECOND_PRESSES = 3

/** What a window that the page opened gets at least, in milliseconds and presses. */
const POPUP_MS = 2_000
const POPUP_PRESSES = 4

/** The second visitor, at the other side of the world; the one who reads pages without a browser speaks German first. */
const SECOND_VISITOR: Visitor = {
  userAgent: OTHER_VISITOR.userAgent,
  languages: 'es-ES,es;q=0.9,de;q=0.8,fr;q=0.7',
  timeZone: 'Asia/Ho_Chi_Minh',
}

const OTHER_NETWORK = 'There is no scan for requests of this network.'

const nothing = () => undefined

/**
 * Loads a page as a visitor with a wallet would, looks at it, fills and presses what it wants filled and pressed, and notes its requests and
 * what it does with what was typed. Ends
 * when the page has nothing more to press, at a limit, or with the browser; the answer holds all that was seen until then.
 */
export async function browsePage(
  chromium: Chromium,
  page: { url: string; chain: Chain },
  wallet: WalletPort,
  options: {
    limits: BrowserLimits
    codes: PictureReader
    marks: PictureReader
    signal: AbortSignal
    onRequest(request: SeenRequest): void
  },
): Promise<PageRun> {
  const { devtools } = chromium
  const { limits, signal } = options
  const pageRecorder = createPageRecorder(page.url, limits)
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
  let limit: PageRun['limit'] = null
  let pressed = false
  let calls = 0
  let lastCall = 0
  const timers = createPageTimers()
  let isUnfinished = false
  /** Something may be left that was not used. */
  let isPartlyUsed = false
  let pressedAt = 0
  /** Addresses of the windows that the page opened, by session. */
  const places = new Map<string, string>()

  const stop = (reason: PageRun['limit']) => {
    limit ??= reason
    stopped.resolve()
  }
  /** False for one request too many, which ends the page. */
  const note = (asked: Omit<SeenRequest, 'unprompted' | 'origin'>): boolean => {
    const seen = pageRecorder.request({
      ...asked,
      unprompted: !pressed && asked.provider !== 'qr-code',
      origin: pageRecorder.seen.finalUrl,
    })
    if (seen === false) stop('requests')
    else if (seen !== null) options.onRequest(seen)
    return seen !== false
  }
  const report = async ({ params, session }: DevtoolsEvent) => {
    if (++calls > limits.calls) return stop('calls')
    const said = readReport(params.payload)
    if (said === null || limit !== null) return
    // Windows of other sites go on talking for ever.
    if (said.kind !== 'sent' || said.channel !== 'message') lastCall = performance.now()
    // What was typed over a text of the page is no text of the page.
    if (said.kind === 'copied') return isTypedText(said.text) ? undefined : pageRecorder.copied(said.text, !pressed)
    if (said.kind === 'later') return timers.putOff(said.milliseconds)
    if (said.kind === 'sent') {
      const isOwn = said.channel === 'message' && siteOf(said.to) === siteOf(pageRecorder.seen.finalUrl)
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
      if (!pageRecorder.dialog(params.type, params.message)) stop('dialogs')
    } else if (method === 'Browser.downloadWillBegin')
      pageRecorder.download(params.suggestedFilename, params.url, pressed)
    else if (method === 'Inspector.targetCrashed') chromium.kill('crash')
    else if (method === 'Page.loadEventFired' && main) loaded.resolve()
    else if (method === 'Page.frameNavigated') {
      const { parentId, url } = (params.frame ?? {}) as { parentId?: unknown; url?: unknown }
      if (parentId !== undefined) return
      if (main) pageRecorder.arrived(url)
      else places.set(session ?? '', String(url))
    }
  }
  /** Until nothing moves: no call of the wallet, no request, no answer. */
  const settle = async (quietMs = QUIET_MS) => {
    const began = performance.now()
    while (performance.now() - began < limits.settleMs) {
      await pause(POLL_MS, stopped.promise)
      const idle = performance.now() - Math.max(began, lastCall, traffic.lastAt())
      if (traffic.pending() === 0 && idle >= quietMs && timers.isQuiet()) return
    }
  }
  const load = async (session: string, referrer: string | null) => {
    const going = devtools.send('Page.navigate', { url: page.url, ...(referrer !== null && { referrer }) }, session)
    going.catch(() => undefined)
    await pause(limits.loadMs, loaded.promise)
    if (!pageRecorder.seen.loaded) await pause(limits.loadMs, going.then(nothing, nothing))
    await settle(referrer === null ? LOADED_QUIET_MS : QUIET_MS)
  }
  // A page that got its text signed goes on.
  const isRefused = (method: string) => needsSignature(method) && !(wallet.sign && method === 'personal_sign')
  const isTold = () => {
    const told = isToldNow()
    if (told) timers.told()
    return told
  }
  const isToldNow = () =>
    pageRecorder.seen.requests.some(({ method, provider }) => provider !== 'qr-code' && isRefused(method)) ||
    traffic.sent().some(({ kind }) => kind === 'phrase' || kind === 'key')

  const codes = createCodeWatch(devtools, options.codes, { chain: () => shown.chain(), note })

  const markWatch = createMarkWatch(devtools, options.marks)
  const windowWatch = createWindowWatch(devtools)

  /** Address of another site that a QR code of the page holds; null for none. */
  const ledByCode = async (waitMs: number): Promise<string | null> => {
    const own = siteOf(pageRecorder.seen.finalUrl)
    const links = await codes.links(waitMs)
    return links.find((url) => siteOf(url) !== own && !isStore(url)) ?? null
  }

  const visit = async () => {
    const began = performance.now()
    let visitor: 'first' | 'second' = 'first'
    window = await openWindow(devtools, { chainId: shown.chainId(), ...limits }, heard)
    const { session } = window
    const seenWindow = window
    await load(session, null)
    const screenshot = within(limits.stepMs, takeScreenshot(devtools, session))
    /** What a look or a press brings. One that takes too long has not been one; one that a page leaves is followed by the next. */
    const step = async <Value>(work: Promise<Value>): Promise<Value | null> => {
      const start = performance.now()
      const done = await within(
        limits.stepMs,
        work.then((value) => ({ value })),
      )
      if (done === null && performance.now() - start >= LOOK_MS) isPartlyUsed = true
      return done?.value ?? null
    }
    const look = (place: Place) => step(readDocument(devtools, place))
    const read = async () => {
      const now = await look(seenWindow)
      const html = now?.html ?? null
      pageRecorder.rendered(now, visitor)
      await within(limits.stepMs, markWatch.look(seenWindow))
      await within(limits.stepMs, windowWatch.look(seenWindow))
      // What is drawn on a canvas may change with a number alone.
      const state = html?.includes('<canvas') ? html : stateOf(html)
      if (!isTold()) await within(limits.stepMs, codes.look(seenWindow, state))
      return html
    }
    const visitUntil = began + limits.visitMs
    const isBusy = () => Math.max(lastCall, traffic.lastAt()) > pressedAt
    const readFrame = async (frame: Place) => {
      const now = await look(frame)
      pageRecorder.rendered(now, visitor, pageRecorder.seen.finalUrl, true)
    }
    const use = {
      devtools,
      window: seenWindow,
      marks,
      account: wallet.account,
      read,
      readFrame,
      isBusy,
      tried: { middle: false, surfaces: { pressed: new Set<string>(), isAnswered: false } },
      drawnButtons: options.codes.buttons,
      settle,
      saved: async (leastMs: number) => {
        if (traffic.sent().some(({ kind }) => kind === 'sentence')) return
        const wait = timers.takeSavedWait(leastMs)
        if (wait <= 0) return
        // Waiting for it takes nothing of the time in which the page is used.
        const began = performance.now()
        await pause(wait, stopped.promise)
        use.until = Math.min(use.until + performance.now() - began, visitUntil)
      },
      typing,
      step,
      tookSentence: dialogs.tookSentence,
      unanswered: () => {
        isPartlyUsed = true
      },
      until: performance.now() + limits.useMs,
    }
    const isOver = () => limit !== null || performance.now() > use.until
    await read()
    pageRecorder.seen.screenshot = await screenshot
    await step(lookAround(use))
    await settle()
    let html: unknown = await read()
    const begin = () => {
      pressed = true
      pressedAt = performance.now()
    }
    let left = await usePage(use, { presses: limits.presses, begin, isOver, shown: html })
    let led: string | null = null
    let ledTo: string | null = null
    let used = 0
    const useWindows = async () => {
      for (const opened of seenWindow.popups().slice(used)) {
        if (isTold() || limit !== null) break
        const popup = { ...seenWindow, ...opened, frames: () => [] }
        const readPopup = async () => {
          const now = await look(popup)
          const { finalUrl } = pageRecorder.seen
          const url = URL.parse(places.get(opened.session) ?? '')
          // What an official site shows would speak for the page that opened it; what the page writes itself has no address.
          const own = URL.parse(finalUrl)
          const isMade = url?.protocol === 'blob:' && url.origin === own?.origin
          if (url === null || url.protocol === 'about:' || isMade) pageRecorder.rendered(now, 'first')
          else if (url.host === own?.host) pageRecorder.rendered(now, 'first', url.href)
          // Wherever it was led on to from there.
          else if (opened.session === ledTo && !isStore(url.href)) pageRecorder.rendered(now, 'first', finalUrl, true)
          return now?.html ?? null
        }
        use.until = Math.min(Math.max(use.until, performance.now() + POPUP_MS), began + limits.visitMs)
        const unpressed = await usePage(
          { ...use, window: popup, read: readPopup },
          { presses: POPUP_PRESSES, begin, isOver },
        )
        isPartlyUsed ||= unpressed === 0 || performance.now() > use.until
        used++
      }
    }
    /** A phone that scans a code opens what it leads to. Reading it takes its time. */
    const followCode = async (waitMs: number) => {
      if (led !== null || isTold() || limit !== null) return
      led = await ledByCode(waitMs)
      if (led === null) return
      begin()
      ledTo = await within(limits.ledMs, seenWindow.open(led, SECOND_VISITOR))
      await settle(LOADED_QUIET_MS)
    }
    await followCode(0)
    await useWindows()
    if (!isTold() && limit === null && !traffic.sent().some(({ kind }) => kind === 'sentence')) {
      const [until, start] = [use.until, performance.now()]
      use.until = Math.min(performance.now() + limits.wordsMs, began + limits.visitMs)
      isUnfinished ||= !(await typeWords(use, { begin, isOver }))
      use.until = Math.min(until + performance.now() - start, began + limits.visitMs)
    }
    if (!isTold() && limit === null) {
      begin()
      if (await step(dragSlider(use))) {
        await settle()
        html = await read()
        left = await usePage(use, { presses: left, begin, isOver, shown: html })
      }
    }
    // What comes late, and what is behind a link.
    if (!isTold() && !isOver()) {
      const wait = timers.lateWait()
      const rest = began + limits.visitMs - performance.now()
      if (wait > 0) await pause(Math.min(wait, rest), stopped.promise)
      await settle()
      html = await read()
      left = await usePage(use, { presses: left, begin, isOver, shown: html, links: true })
    }
    await followCode(limits.codeMs)
    await useWindows()
    if (isTold() || limit !== null) return
    // Something was left to press: what it does is not known.
    isUnfinished ||= left > 0 && performance.now() > use.until
    isPartlyUsed ||= left === 0
    // Some pages show themselves to one visitor only: the next comes from a search, and speaks other languages.
    use.until = Math.min(performance.now() + limits.useMs / 2, began + limits.visitMs)
    visitor = 'second'
    use.tried = { middle: false, surfaces: { pressed: new Set(), isAnswered: false } }
    traffic.typing(null)
    loaded = Promise.withResolvers<void>()
    pressed = false
    seenWindow.disguise(SECOND_VISITOR)
    const before = pageRecorder.seen.documents.length
    await load(session, OTHER_VISITOR.referer)
    await step(lookAround(use))
    await settle(SECOND_QUIET_MS)
    html = await read()
    // What its presses bring, the first visitor may not have come to.
    visitor = 'first'
    if (pageRecorder.seen.documents.length > before) {
      const unpressed = await usePage(use, { presses: SECOND_PRESSES, begin, isOver, shown: html })
      isUnfinished ||= unpressed > 0 && performance.now() > use.until
      isPartlyUsed ||= unpressed === 0
    }
    // Windows that came when the others had been used.
    isPartlyUsed ||= seenWindow.popups().length > used
  }
  const closedWindows = () => window?.closed() ?? 0
  chromium.ended.then(stopped.resolve)
  // Whatever the browser fails at here is the page's doing, and told by how the browser ended.
  const failed = () => {
    isPartlyUsed = true
  }
  await Promise.race([visit().catch(failed), stopped.promise])
  pageRecorder.asked(dialogs.secretsAsked())
  const looked = await codes.finish(pageRecorder.texts(), isTold())
  pageRecorder.seen.codes = looked.codes
  pageRecorder.seen.pictures = looked.pictures
  pageRecorder.seen.marks = await markWatch.finish()
  pageRecorder.seen.windows = windowWatch.found()
  const given = answers.given(
    pageRecorder.texts(),
    pageRecorder.seen.copies.map(({ text }) => text),
  )
  // A page that had not the same time with other words may send them too.
  const sent = traffic.sent()
  const isFair = timers.isFair() || sent.some(({ kind }) => kind === 'sentence')
  // What is derived of a phrase has no like of other words.
  const typed = isFair
    ? sent
    : sent.filter(({ kind, derived }) => (kind !== 'phrase' && kind !== 'key') || derived === true)
  isPartlyUsed ||= typed.length < sent.length
  return {
    seen: pageRecorder.seen,
    typed,
    given,
    limit: limit ?? (isUnfinished ? 'time' : null),
    isPartlyUsed: isPartlyUsed || closedWindows() > 0 || pageRecorder.dropped() > 0 || dialogs.hasMore(),
    hasUnreadCodes: !looked.isWhole,
  }
}

/** Whose an address is. */
function siteOf(url: string): string {
  const { site, host } = parseSite(url)
  return site ?? host
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
