/**
 * Why a page was not run. `refused`: not on this machine as it is set up, the message names the remedy; `busy`: too many pages
 * wait; `engine`: the browser did not start or did not answer; `page`: nothing of the page was loaded.
 */
export type BrowserFailure = 'refused' | 'busy' | 'engine' | 'page'

/** A page that was not run. What it would have done is then unknown, never nothing. */
export class BrowserUnavailable extends Error {
  readonly failure: BrowserFailure
  constructor(failure: BrowserFailure, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'BrowserUnavailable'
    this.failure = failure
  }
}
