import { BrowserUnavailable } from './browserUnavailable.ts'

/** Runs one job after the other. */
export type Turns = {
  /** @throws BrowserUnavailable `busy`; the reason of `signal` while it waits; what `job` throws. */
  take<Value>(job: () => Promise<Value>, signal: AbortSignal): Promise<Value>
}

/** `most`: jobs that may wait. Waiting jobs run in the order of asking, and leave when their signal aborts. */
export function oneAtATime(most: number): Turns {
  const waiting: (() => void)[] = []
  let running = false
  const next = () => {
    const first = waiting.shift()
    if (first) first()
    else running = false
  }
  const turn = (signal: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      const leave = () => {
        waiting.splice(waiting.indexOf(start), 1)
        reject(signal.reason)
      }
      const start = () => {
        signal.removeEventListener('abort', leave)
        resolve()
      }
      signal.addEventListener('abort', leave, { once: true })
      waiting.push(start)
    })
  return {
    async take(job, signal) {
      signal.throwIfAborted()
      if (running && waiting.length >= most) {
        throw new BrowserUnavailable('busy', `${most} pages wait for the browser already. Try again later.`)
      }
      if (running) await turn(signal)
      running = true
      try {
        return await job()
      } finally {
        next()
      }
    },
  }
}
