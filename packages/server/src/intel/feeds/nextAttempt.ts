const FIRST_RETRY_MS = 60_000
const LAST_RETRY_MS = 6 * 3_600_000
/** A server may ask for patience, but may not switch a list off for good. */
const MAX_PATIENCE_MS = 24 * 3_600_000
/** Share of a wait that chance adds, so that lists, and nodes, that failed together do not come back together. */
const JITTER = 0.25

/**
 * When a list is asked for again after a failure, in Unix milliseconds: a minute, doubling with each failure up to the
 * list's own schedule and at most six hours; later when the server asked for more patience.
 * @param failures in a row, this one included.
 * @param retryAfterMs what the server asked for, or null.
 * @param chance in [0, 1).
 */
export function nextAttempt(
  { now, failures, refreshMs, retryAfterMs }: Failure,
  chance: number = Math.random(),
): number {
  // Beyond 2^30 the exponent overflows nothing that matters, and the cap has long been reached.
  const doubled = FIRST_RETRY_MS * 2 ** Math.min(failures - 1, 30)
  const wait = Math.max(
    Math.min(doubled, Math.max(refreshMs, FIRST_RETRY_MS), LAST_RETRY_MS),
    Math.min(retryAfterMs ?? 0, MAX_PATIENCE_MS),
  )
  return Math.round(now + wait * (1 + JITTER * chance))
}

type Failure = { now: number; failures: number; refreshMs: number; retryAfterMs: number | null }
