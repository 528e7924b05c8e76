/** The gate's queue is full. */
export class GateFull extends Error {
  constructor() {
    super('too many jobs are waiting already')
    this.name = 'GateFull'
  }
}

export type Gate = <Value>(job: () => Promise<Value>, signal: AbortSignal) => Promise<Value>

/**
 * Runs at most `width` jobs at one time; at most `maxWaiting` others wait in order. A caller whose signal aborts leaves the queue
 * at once, and its job never starts.
 * @throws GateFull, or the signal's reason.
 */
export function createGate(width: number, maxWaiting: number): Gate {
  const waiting = new Set<() => void>()
  let free = width

  function pass(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    if (free > 0) {
      free--
      return Promise.resolve()
    }
    if (waiting.size >= maxWaiting) throw new GateFull()
    return new Promise((resolve, reject) => {
      const enter = () => {
        signal.removeEventListener('abort', leave)
        resolve()
      }
      const leave = () => {
        waiting.delete(enter)
        reject(signal.reason)
      }
      signal.addEventListener('abort', leave, { once: true })
      waiting.add(enter)
    })
  }

  return async (job, signal) => {
    await pass(signal)
    try {
      signal.throwIfAborted()
      return await job()
    } finally {
      const [next] = waiting
      if (next) {
        waiting.delete(next)
        next()
      } else free++
    }
  }
}
