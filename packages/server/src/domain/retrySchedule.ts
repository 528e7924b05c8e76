/** When attempts are due, in milliseconds from the first one, which is the 0. */
export type RetrySchedule = readonly number[]

const MINUTE = 60_000
const ATTEMPTS = 5

/** At once, then 1, 5, 30 and 120 minutes after the first attempt. */
const DOCUMENTED: RetrySchedule = [0, MINUTE, 5 * MINUTE, 30 * MINUTE, 120 * MINUTE]

/**
 * The schedule, or another one for tests: always five attempts.
 * @param offsets WEBHOOK_RETRY_MS: those of attempts 2 to 5, or of all five; a shorter list goes on with its last. Null: none.
 */
export function retrySchedule(offsets: readonly number[] | null): RetrySchedule {
  if (offsets === null || offsets.length === 0) return DOCUMENTED
  const later = offsets.length >= ATTEMPTS ? offsets.slice(1, ATTEMPTS) : offsets
  const last = later.at(-1) ?? 0
  return [0, ...later, ...Array.from({ length: ATTEMPTS - 1 - later.length }, () => last)]
}

/**
 * When the next attempt is due, Unix milliseconds; null when there is none.
 * @param attempts made so far, 1 or more.
 */
export function nextAttemptAt(schedule: RetrySchedule, attempts: number, firstAttemptAt: number): number | null {
  const offset = schedule[attempts]
  return offset === undefined ? null : firstAttemptAt + offset
}

/** What an attempt comes to: any 2xx has delivered it; else `nextAt`, Unix milliseconds, null after the last. */
export function judgeAttempt(
  { attempts, firstAttemptAt }: { attempts: number; firstAttemptAt: number },
  { status }: { status: number | null },
  schedule: RetrySchedule,
): { delivered: boolean; nextAt: number | null } {
  const delivered = status !== null && status >= 200 && status < 300
  return { delivered, nextAt: nextAttemptAt(schedule, attempts + 1, firstAttemptAt) }
}
