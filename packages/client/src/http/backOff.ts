const FIRST_MS = 500
const MAX_MS = 8_000
/** A longer `Retry-After` is the caller's to wait for: the error tells it. */
const MAX_RETRY_AFTER_MS = 60_000

/**
 * Returns how long to wait before the next attempt, in milliseconds; null: longer than a call should take.
 * @param failed attempts so far, from 1. @param retryAfterSeconds never undercut.
 */
export function retryDelay(failed: number, retryAfterSeconds: number | null, random = Math.random): number | null {
  const growing = Math.min(MAX_MS, FIRST_MS * 2 ** (failed - 1))
  // Clients that failed together must not come back together.
  const jittered = growing * (0.5 + random() / 2)
  if (retryAfterSeconds === null) return jittered
  const asked = retryAfterSeconds * 1000
  return asked > MAX_RETRY_AFTER_MS ? null : asked + jittered / 4
}

/** Seconds of a `Retry-After` header, which is a number or a date; null without one. */
export function retryAfterOf(header: string | null, now = Date.now()): number | null {
  if (header === null || header.trim() === '') return null
  const seconds = Number(header)
  const until = Number.isNaN(seconds) ? (Date.parse(header) - now) / 1000 : seconds
  return Number.isFinite(until) ? Math.max(0, until) : null
}

/** Waits. @throws the signal's reason, at once. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal?.addEventListener('abort', stop, { once: true })
  })
}
