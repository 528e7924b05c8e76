import type { Environment } from '../environment.ts'

/** Requests of one key or member on one UTC day, counted from the epoch. */
export type DayUsage = { day: number; keyId: string; requests: number }

export type UsageCounts = {
  /** Counts one request; written lazily. */
  count(accountId: string, environment: Environment, keyId: string, now: number): void
  /** Of the last days, newest first. */
  list(accountId: string, environment: Environment, sinceDay: number): Promise<DayUsage[]>
}

/** Days that are kept. */
export const USAGE_DAYS = 35
