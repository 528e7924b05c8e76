import type { ChainLimits } from './chainLimits.ts'

/** `refused`: it answered with an error of its own, which strangers' input can provoke, so it is only asked later. */
export type FailureKind = 'refused' | 'quick' | 'slow'

/** How one kind of work fares at one endpoint. */
export type BackOff = {
  /** Zero while healthy, else the number of failures in a row. */
  failures(): number
  /** Unix milliseconds before which it should be left alone. */
  retryAt(): number
  failed(how: FailureKind): void
  succeeded(): void
}

/** Leaves alone what fails: for longer each time, at most `maxBackOffMs`. */
export function createBackOff(limits: Pick<ChainLimits, 'backOffMs' | 'maxBackOffMs'>): BackOff {
  let failures = 0
  let retryAt = 0
  return {
    failures: () => failures,
    retryAt: () => retryAt,
    failed(how) {
      // The requests of one lost batch all report it, and a request begun before the back-off tells nothing new.
      if (Date.now() < retryAt) return
      if (how === 'refused') failures = Math.max(failures, 1)
      else failures += how === 'slow' ? 2 : 1
      // One quick failure may be a dropped keep-alive connection: back off from the second on.
      if (how === 'refused' || failures < 2) return
      const delay = Math.min(limits.maxBackOffMs, limits.backOffMs * 2 ** (failures - 2))
      retryAt = Date.now() + delay * (0.5 + Math.random() / 2)
    },
    succeeded() {
      failures = 0
      retryAt = 0
    },
  }
}
