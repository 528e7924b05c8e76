import { EgressError } from './egressError.ts'

/** When a request has to be over. The signal's reason is the EgressError to throw. */
export type Deadline = {
  signal: AbortSignal
  /** Milliseconds left, at least 1. */
  leftMs(): number
  /** @throws EgressError when over; otherwise what `promise` gives, or the error of the deadline if that comes first. */
  race<T>(promise: Promise<T>): Promise<T>
  end(): void
}

/** Starts the wall clock of one request, which also ends when one of `signals` aborts. `host` is for the message. */
export function startDeadline(
  host: string,
  deadlineMs: number,
  signals: readonly (AbortSignal | undefined)[],
): Deadline {
  const cut = new AbortController()
  const started = performance.now()
  const abort = () => cut.abort(new EgressError('aborted', `${host}: the request was aborted.`))
  const expire = () => cut.abort(new EgressError('timeout', `${host}: no complete answer within ${deadlineMs} ms.`))
  const timer = setTimeout(expire, deadlineMs)
  for (const signal of signals) {
    if (signal?.aborted) abort()
    else signal?.addEventListener('abort', abort, { once: true })
  }
  return {
    signal: cut.signal,
    leftMs: () => Math.max(1, Math.ceil(deadlineMs - (performance.now() - started))),
    race: (promise) =>
      new Promise((resolve, reject) => {
        // undici tells of an abort only once it is connected, so waiting for it alone could take longer.
        const stop = () => reject(cut.signal.reason)
        if (cut.signal.aborted) stop()
        cut.signal.addEventListener('abort', stop, { once: true })
        promise.then(resolve, reject).finally(() => cut.signal.removeEventListener('abort', stop))
      }),
    end: () => {
      clearTimeout(timer)
      for (const signal of signals) signal?.removeEventListener('abort', abort)
    },
  }
}
