import type { ProxyLimits } from '@redoubt/egress/proxyLedger.ts'

/** What one page may cost. */
export type BrowserLimits = {
  /** Wall-clock time of one page from the start of its browser to its end, in milliseconds. */
  wallMs: number
  /** Time in which the first document has to be complete before it is looked at as it is, in milliseconds. */
  loadMs: number
  /** How long to watch at most after a page was loaded or a button pressed, in milliseconds; less where nothing moves any more. */
  settleMs: number
  /** How long one look at the page or one press may take, in milliseconds. */
  stepMs: number
  /** Resident memory of all processes of one browser together, in bytes. */
  memoryBytes: number
  /** Different requests to the wallet that are recorded; the page ends with the next one. */
  requests: number
  /** Calls to the provider of any kind, reads of the chain included. */
  calls: number
  presses: number
  /** Time in which a page is used, counted from when it was loaded; what is under way is finished. In milliseconds. */
  useMs: number
  /** Time in which words are typed one by one, where a page asks for single words, in milliseconds. */
  wordsMs: number
  /** The same of both visitors together, from the start of the window. In milliseconds. */
  visitMs: number
  /** How long a code that was found may take to be read before it is taken to lead nowhere, and the page where it leads to appear, in milliseconds. */
  codeMs: number
  ledMs: number
  /** How long one picture may take to be looked through, in milliseconds. */
  pictureMs: number
  /** Windows that a page may open, each watched as itself; more are closed. */
  popups: number
  dialogs: number
  /** Browsers at once. */
  places: number
  /** Pages of one account that wait for the running page; more are refused. */
  queue: number
  network: ProxyLimits
}

export const BROWSER_LIMITS: BrowserLimits = {
  wallMs: 20_000,
  loadMs: 6_000,
  settleMs: 1_000,
  stepMs: 3_000,
  memoryBytes: 1.5 * 1024 ** 3,
  requests: 50,
  calls: 2_000,
  presses: 8,
  useMs: 5_000,
  wordsMs: 4_000,
  codeMs: 1_000,
  ledMs: 2_500,
  pictureMs: 3_000,
  visitMs: 8_500,
  popups: 2,
  dialogs: 20,
  places: 4,
  queue: 8,
  network: {
    connectionMs: 20_000,
    connectionBytes: 16 * 1024 ** 2,
    totalBytes: 48 * 1024 ** 2,
    connections: 400,
  },
}

/**
 * Why a page was not run. `refused`: not on this machine as it is set up, the message names the remedy; `busy`: too many pages
 * wait; `engine`: the browser did not start or did not answer; `page`: nothing of the page was loaded.
 */
type BrowserFailure = 'refused' | 'busy' | 'engine' | 'page'

/** A page that was not run. What it would have done is then unknown, never nothing. */
export class BrowserUnavailable extends Error {
  readonly failure: BrowserFailure
  constructor(failure: BrowserFailure, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'BrowserUnavailable'
    this.failure = failure
  }
}
