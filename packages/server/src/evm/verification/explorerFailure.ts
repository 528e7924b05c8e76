/**
 * Why a service gave no usable answer. The message names the service and the reason in our own words: never its answer, which
 * is a stranger's text, nor the address asked, which holds the key.
 */
export class ExplorerFailure extends Error {
  /** `busy`: over a rate limit. `refused`: asking again will not help soon. `failed`: everything else. */
  readonly kind: 'busy' | 'refused' | 'failed'
  /** How long the service itself wants to be left alone, in milliseconds. */
  readonly retryAfterMs: number | null
  constructor(
    service: string,
    reason: string,
    kind: 'busy' | 'refused' | 'failed' = 'failed',
    retryAfterMs: number | null = null,
  ) {
    super(`${service}: ${reason}`)
    this.name = 'ExplorerFailure'
    this.kind = kind
    this.retryAfterMs = retryAfterMs
  }
}
