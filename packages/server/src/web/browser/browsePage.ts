import type { Chain } from '@redoubt/risk/chain.ts'
import type { GivenText, TypedSecret } from '@redoubt/risk/facts/browsing.ts'
import type { BrowserLimits } from './browserLimits.ts'
import { createCodeWatch } from './codes/createCodeWatch.ts'
import { createWindowWatch } from './createWindowWatch.ts'
import { hearPage, type PageLimit } from './hearPage.ts'
import type { Chromium } from './launchChromium.ts'
import { createMarkWatch } from './marks/createMarkWatch.ts'
import type { WatchedWindow } from './openWindow.ts'
import type { PageRecord, SeenRequest } from './pageRecorder.ts'
import type { WalletPort } from './pageWallet.ts'
import type { PictureReader } from './pictures/createPictureReader.ts'
import { visitPage } from './visitPage.ts'

/** What happened, and which of our limits ended it; null for none. */
export type PageRun = {
  seen: PageRecord
  typed: TypedSecret[]
  given: GivenText[]
  limit: PageLimit
  /** Presses ran out before what could be pressed did, or a window that the page opened was not used to its end. */
  isPartlyUsed: boolean
  /** Pictures that may hold a QR code were not all read. */
  hasUnreadCodes: boolean
}

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
  const heard = hearPage(chromium, page, wallet, options)
  const { recorder, traffic, timers, answers, dialogs } = heard
  const watches = {
    codes: createCodeWatch(devtools, options.codes, heard),
    marks: createMarkWatch(devtools, options.marks),
    windows: createWindowWatch(devtools),
  }
  const rest = { isUnfinished: false, isPartlyUsed: false }
  let window: WatchedWindow | null = null
  const visit = visitPage(devtools, heard, {
    url: page.url,
    account: wallet.account,
    limits: options.limits,
    watches,
    drawnButtons: options.codes.buttons,
    rest,
    opened(one) {
      window = one
    },
  })
  // Whatever the browser fails at here is the page's doing, and told by how the browser ended.
  const failed = () => {
    rest.isPartlyUsed = true
  }
  await Promise.race([visit.catch(failed), heard.stopped])
  recorder.asked(dialogs.secretsAsked())
  const looked = await watches.codes.finish(recorder.texts(), heard.isTold())
  recorder.seen.codes = looked.codes
  recorder.seen.pictures = looked.pictures
  recorder.seen.marks = await watches.marks.finish()
  recorder.seen.windows = watches.windows.found()
  const copied = recorder.seen.copies.map(({ text }) => text)
  const given = answers.given(recorder.texts(), copied)
  // A page that had not the same time with other words may send them too.
  const sent = traffic.sent()
  const isFair = timers.isFair() || sent.some(({ kind }) => kind === 'sentence')
  // What is derived of a phrase has no like of other words.
  const typed = isFair
    ? sent
    : sent.filter(({ kind, derived }) => (kind !== 'phrase' && kind !== 'key') || derived === true)
  const closedWindows = (window as WatchedWindow | null)?.closed() ?? 0
  const isPartlyUsed = rest.isPartlyUsed || typed.length < sent.length || closedWindows > 0
  return {
    seen: recorder.seen,
    typed,
    given,
    limit: heard.limit() ?? (rest.isUnfinished ? 'time' : null),
    isPartlyUsed: isPartlyUsed || recorder.dropped() > 0 || dialogs.hasMore(),
    hasUnreadCodes: !looked.isWhole,
  }
}
