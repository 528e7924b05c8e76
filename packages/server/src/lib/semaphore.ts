/** A place in a queue: `granted` when its turn has come, and `release` in any case, also before that. */
export type Slot = { granted: Promise<void>; release(): void }

export type Semaphore = {
  /** Takes a place. @throws SemaphoreFull */
  take(): Slot
  /**
   * Runs the job in a place of its own. A caller whose signal aborts leaves the queue at once, and its job never starts.
   * @throws SemaphoreFull, the signal's reason, or what the job throws.
   */
  run<Value>(job: () => Promise<Value>, signal?: AbortSignal): Promise<Value>
}

/** The queue of a semaphore is full. */
export class SemaphoreFull extends Error {
  constructor(maxWaiting: number) {
    super(`${maxWaiting} jobs are waiting already`)
    this.name = 'SemaphoreFull'
  }
}

/** Lets at most `limit` jobs run at once; at most `maxWaiting` others wait, in the order in which they came. */
export function createSemaphore(limit: number, maxWaiting = Number.POSITIVE_INFINITY): Semaphore {
  const running = new Set<() => void>()
  const waiting = new Set<() => void>()

  function take(): Slot {
    const { promise: granted, resolve } = Promise.withResolvers<void>()
    const begin = () => {
      waiting.delete(begin)
      running.add(begin)
      resolve()
    }
    if (running.size < limit) begin()
    else if (waiting.size < maxWaiting) waiting.add(begin)
    else throw new SemaphoreFull(maxWaiting)
    return {
      granted,
      release() {
        waiting.delete(begin)
        if (!running.delete(begin)) return
        const [next] = waiting
        next?.()
      },
    }
  }

  async function run<Value>(job: () => Promise<Value>, signal?: AbortSignal): Promise<Value> {
    signal?.throwIfAborted()
    const { granted, release } = take()
    try {
      await (signal === undefined ? granted : untilAborted(granted, signal, release))
      signal?.throwIfAborted()
      return await job()
    } finally {
      release()
    }
  }

  return { take, run }
}

/** Rejects as soon as the signal aborts, after leaving the queue: the next caller must not be refused for this one. */
function untilAborted(granted: Promise<void>, signal: AbortSignal, leave: () => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = () => {
      leave()
      reject(signal.reason)
    }
    signal.addEventListener('abort', onAbort, { once: true })
    granted.then(() => {
      signal.removeEventListener('abort', onAbort)
      resolve()
    })
  })
}
