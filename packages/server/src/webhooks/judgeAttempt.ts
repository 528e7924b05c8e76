import type { PostOutcome } from './postDelivery.ts'
import { nextAttemptAt, type RetrySchedule } from './retrySchedule.ts'

/** What an attempt comes to: any 2xx has delivered it; else `nextAt`, Unix milliseconds, null after the last. */
export function judgeAttempt(
  { attempts, firstAttemptAt }: { attempts: number; firstAttemptAt: number },
  { status }: PostOutcome,
  schedule: RetrySchedule,
): { delivered: boolean; nextAt: number | null } {
  const delivered = status !== null && status >= 200 && status < 300
  return { delivered, nextAt: nextAttemptAt(schedule, attempts + 1, firstAttemptAt) }
}
