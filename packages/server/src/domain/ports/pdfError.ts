/** `too-many`: of this account too many wait. `busy`: of all accounts too many wait. `slow`: over its time. `failed`: it could not be drawn. `closed`: the service is ending. */
export type PdfFailure = 'too-many' | 'busy' | 'slow' | 'failed' | 'closed'

const MESSAGES: Readonly<Record<PdfFailure, string>> = {
  'too-many': 'Too many reports of this account wait to be drawn.',
  busy: 'Too many reports wait to be drawn.',
  slow: 'The report was not drawn in time.',
  failed: 'The report could not be drawn.',
  closed: 'The service is ending.',
}

/** Why there is no PDF. `too-many`, `busy` and `slow` may pass: the same report can be asked for again. */
export class PdfError extends Error {
  readonly reason: PdfFailure

  constructor(reason: PdfFailure, options?: ErrorOptions) {
    super(MESSAGES[reason], options)
    this.name = 'PdfError'
    this.reason = reason
  }
}
