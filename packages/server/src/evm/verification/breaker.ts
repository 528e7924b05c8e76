import { ExplorerFailure } from './explorerFailure.ts'

/** Keeps a service that fails from being asked, so that it costs no scan its time limit. */
export type Breaker = {
  /** @throws ExplorerFailure of the last failure's kind while the service is left alone. */
  check(): void
  succeeded(): void
  failed(failure: ExplorerFailure): void
}

/** Failures in a row after which a service is left alone. */
const MAX_FAILURES = 3
/** Milliseconds that it is left alone; a rate limit doubles from the first to the second. */
const REST = { failed: 60_000, refused: 600_000, busy: [1_000, 60_000] } as const

/** @param service for messages; `now` in milliseconds. */
export function createBreaker(service: string, now: () => number = Date.now): Breaker {
  let failures = 0
  let busyTimes = 0
  let closedUntil = 0
  let why: ExplorerFailure['kind'] = 'failed'

  const rest = (failure: ExplorerFailure): number => {
    if (failure.kind === 'refused') return REST.refused
    const [least, most] = REST.busy
    if (failure.kind === 'busy')
      return Math.min(most, Math.max(least, failure.retryAfterMs ?? least * 2 ** Math.min(busyTimes++, 10)))
    return ++failures >= MAX_FAILURES ? REST.failed : 0
  }

  return {
    check() {
      const left = closedUntil - now()
      if (left <= 0) return
      throw new ExplorerFailure(service, `${WORDS[why]}, not asked for ${Math.ceil(left / 1_000)} s`, why)
    },
    succeeded() {
      failures = 0
      busyTimes = 0
    },
    failed(failure) {
      why = failure.kind
      closedUntil = Math.max(closedUntil, now() + rest(failure))
    },
  }
}

const WORDS: Record<ExplorerFailure['kind'], string> = {
  busy: 'over its rate limit',
  refused: 'refused us',
  failed: 'failed repeatedly',
}
