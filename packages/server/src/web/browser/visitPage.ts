import { OTHER_VISITOR } from '../visit/requestHeaders.ts'
import type { BrowserLimits } from './browserLimits.ts'
import type { CodeWatch } from './codes/createCodeWatch.ts'
import type { WindowWatch } from './createWindowWatch.ts'
import type { Devtools } from './devtools.ts'
import { type HeardPage, QUIET_MS } from './hearPage.ts'
import { LOOK_MS, type Place, readDocument, within } from './inPage.ts'
import { isStore } from './isStore.ts'
import type { MarkWatch } from './marks/createMarkWatch.ts'
import { openWindow, type Visitor, type WatchedWindow } from './openWindow.ts'
import type { PageUse } from './pageUse.ts'
import type { PictureReader } from './pictures/createPictureReader.ts'
import { dragSlider, lookAround } from './pointer.ts'
import { siteOf } from './siteOf.ts'
import { stateOf } from './stateOf.ts'
import { takeScreenshot } from './takeScreenshot.ts'
import { typeWords } from './typeWords.ts'
import { usePage } from './usePage.ts'

/** What a visit has not come to. Both are kept while it goes on, because the browser may end it at any time. */
export type VisitRest = {
  /** Something was left to press when the time was over. */
  isUnfinished: boolean
  /** Presses ran out, a look or a press took too long, or a window that the page opened was not used to its end. */
  isPartlyUsed: boolean
}

/** What looks at the page beside reading it. */
export type PageWatches = { codes: CodeWatch; marks: MarkWatch; windows: WindowWatch }

/** Nothing moved for that long after loading, in milliseconds, and after the second loading: most pages show the same again. */
const LOADED_QUIET_MS = 250
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

const nothing = () => undefined

/**
 * Loads a page, looks at it, and uses it: fields and buttons, what a code leads to, windows that it opened, words that are typed, a
 * slider, what comes late and what is behind a link; then once more as a second visitor.
 * @param rest is written while the visit goes on.
 */
export async function visitPage(
  devtools: Devtools,
  heard: HeardPage,
  {
    url,
    account,
    limits,
    watches,
    drawnButtons,
    rest,
    opened,
  }: {
    url: string
    account: string
    limits: BrowserLimits
    watches: PageWatches
    drawnButtons: PictureReader['buttons']
    rest: VisitRest
    /** Is told of the window. */
    opened(window: WatchedWindow): void
  },
): Promise<void> {
  const { recorder, traffic, timers, marks, dialogs, begin, settle, pause, isTold } = heard
  const began = performance.now()
  const visitUntil = began + limits.visitMs
  let visitor: 'first' | 'second' = 'first'
  const window = await openWindow(devtools, { chainId: heard.chainId(), ...limits }, heard.heard)
  const { session } = window
  heard.answersGoTo(window)
  opened(window)
  const use: PageUse & { until: number } = {
    devtools,
    window,
    marks,
    account,
    read,
    async readFrame(frame) {
      recorder.rendered(await look(frame), visitor, recorder.seen.finalUrl, true)
    },
    isBusy: heard.isBusy,
    tried: nothingTried(),
    drawnButtons,
    settle,
    async saved(leastMs) {
      if (hasSentWords()) return
      const wait = timers.takeSavedWait(leastMs)
      if (wait <= 0) return
      // Waiting for it takes nothing of the time in which the page is used.
      const start = performance.now()
      await pause(wait)
      use.until = Math.min(use.until + performance.now() - start, visitUntil)
    },
    typing: heard.typing,
    step,
    tookSentence: dialogs.tookSentence,
    unanswered() {
      rest.isPartlyUsed = true
    },
    until: 0,
  }
  let usedWindows = 0
  let led: string | null = null
  let ledTo: string | null = null

  await load(null)
  const screenshot = within(limits.stepMs, takeScreenshot(devtools, session))
  use.until = performance.now() + limits.useMs
  await read()
  recorder.seen.screenshot = await screenshot
  await step(lookAround(use))
  await settle()
  let html: unknown = await read()
  let left = await usePage(use, { presses: limits.presses, begin, isOver, shown: html })
  await followCode(0)
  await useWindows()
  if (!isEnded() && !hasSentWords()) {
    const [until, start] = [use.until, performance.now()]
    use.until = Math.min(performance.now() + limits.wordsMs, visitUntil)
    rest.isUnfinished ||= !(await typeWords(use, { begin, isOver }))
    use.until = Math.min(until + performance.now() - start, visitUntil)
  }
  if (!isEnded()) {
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
    if (wait > 0) await pause(Math.min(wait, visitUntil - performance.now()))
    await settle()
    html = await read()
    left = await usePage(use, { presses: left, begin, isOver, shown: html, links: true })
  }
  await followCode(limits.codeMs)
  await useWindows()
  if (isEnded()) return
  // Something was left to press: what it does is not known.
  rest.isUnfinished ||= left > 0 && performance.now() > use.until
  rest.isPartlyUsed ||= left === 0
  await visitAgain()
  // Windows that came when the others had been used.
  rest.isPartlyUsed ||= window.popups().length > usedWindows

  /** Some pages show themselves to one visitor only: the next comes from a search, and speaks other languages. */
  async function visitAgain(): Promise<void> {
    use.until = Math.min(performance.now() + limits.useMs / 2, visitUntil)
    visitor = 'second'
    use.tried = nothingTried()
    heard.startAnew()
    window.disguise(SECOND_VISITOR)
    const before = recorder.seen.documents.length
    await load(OTHER_VISITOR.referer)
    await step(lookAround(use))
    await settle(SECOND_QUIET_MS)
    const html = await read()
    // What its presses bring, the first visitor may not have come to.
    visitor = 'first'
    if (recorder.seen.documents.length === before) return
    const unpressed = await usePage(use, { presses: SECOND_PRESSES, begin, isOver, shown: html })
    rest.isUnfinished ||= unpressed > 0 && performance.now() > use.until
    rest.isPartlyUsed ||= unpressed === 0
  }

  async function load(referrer: string | null): Promise<void> {
    const going = devtools.send('Page.navigate', { url, ...(referrer !== null && { referrer }) }, session)
    going.catch(nothing)
    await heard.loaded(limits.loadMs)
    if (!recorder.seen.loaded) await within(limits.loadMs, Promise.race([going.then(nothing, nothing), heard.stopped]))
    await settle(referrer === null ? LOADED_QUIET_MS : QUIET_MS)
  }

  /** What a look or a press brings. One that takes too long has not been one; one that a page leaves is followed by the next. */
  async function step<Value>(work: Promise<Value>): Promise<Value | null> {
    const start = performance.now()
    const done = await within(
      limits.stepMs,
      work.then((value) => ({ value })),
    )
    if (done === null && performance.now() - start >= LOOK_MS) rest.isPartlyUsed = true
    return done?.value ?? null
  }

  function look(place: Place) {
    return step(readDocument(devtools, place))
  }

  async function read(): Promise<unknown> {
    const now = await look(window)
    const html = now?.html ?? null
    recorder.rendered(now, visitor)
    await within(limits.stepMs, watches.marks.look(window))
    await within(limits.stepMs, watches.windows.look(window))
    // What is drawn on a canvas may change with a number alone.
    const state = html?.includes('<canvas') ? html : stateOf(html)
    if (!isTold()) await within(limits.stepMs, watches.codes.look(window, state))
    return html
  }

  async function useWindows(): Promise<void> {
    for (const popup of window.popups().slice(usedWindows)) {
      if (isEnded()) break
      use.until = Math.min(Math.max(use.until, performance.now() + POPUP_MS), visitUntil)
      const shown = { ...window, ...popup, frames: () => [] }
      const unpressed = await usePage(
        { ...use, window: shown, read: () => readPopup(shown) },
        { presses: POPUP_PRESSES, begin, isOver },
      )
      rest.isPartlyUsed ||= unpressed === 0 || performance.now() > use.until
      usedWindows++
    }
  }

  /** What an official site shows would speak for the page that opened it; what the page writes itself has no address. */
  async function readPopup(popup: WatchedWindow): Promise<unknown> {
    const now = await look(popup)
    const { finalUrl } = recorder.seen
    const place = heard.placeOf(popup.session)
    const own = URL.parse(finalUrl)
    const isMade = place?.protocol === 'blob:' && place.origin === own?.origin
    if (place === null || place.protocol === 'about:' || isMade) recorder.rendered(now, 'first')
    else if (place.host === own?.host) recorder.rendered(now, 'first', place.href)
    // Wherever it was led on to from there.
    else if (popup.session === ledTo && !isStore(place.href)) recorder.rendered(now, 'first', finalUrl, true)
    return now?.html ?? null
  }

  /** A phone that scans a code opens what it leads to on another site. Reading it takes its time. */
  async function followCode(waitMs: number): Promise<void> {
    if (led !== null || isEnded()) return
    const own = siteOf(recorder.seen.finalUrl)
    const links = await watches.codes.links(waitMs)
    led = links.find((link) => siteOf(link) !== own && !isStore(link)) ?? null
    if (led === null) return
    begin()
    ledTo = await within(limits.ledMs, window.open(led, SECOND_VISITOR))
    await settle(LOADED_QUIET_MS)
  }

  function isOver(): boolean {
    return heard.limit() !== null || performance.now() > use.until
  }

  function isEnded(): boolean {
    return isTold() || heard.limit() !== null
  }

  function hasSentWords(): boolean {
    return traffic.sent().some(({ kind }) => kind === 'sentence')
  }
}

function nothingTried(): PageUse['tried'] {
  return { middle: false, surfaces: { pressed: new Set(), isAnswered: false } }
}
