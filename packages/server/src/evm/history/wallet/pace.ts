/** Waits for one's turn. Rejects with the signal's reason. */
export type Pace = (signal: AbortSignal) => Promise<void>

/** Lets through `perSecond` callers a second, evenly after the first ones: services count the calls of each second. */
export function createPace(perSecond: number, now: () => number = () => performance.now()): Pace {
  const apart = 1_000 / perSecond
  let next = 0
  return async (signal) => {
    signal.throwIfAborted()
    const at = Math.max(now(), next)
    next = at + apart
    const wait = at - now()
    if (wait <= 0) return
    await new Promise<void>((resolve, reject) => {
      const onAbort = () => {
        clearTimeout(timer)
        reject(signal.reason)
      }
      const timer = setTimeout(() => {
        signal.removeEventListener('abort', onAbort)
        resolve()
      }, wait)
      signal.addEventListener('abort', onAbort, { once: true })
    })
  }
}
