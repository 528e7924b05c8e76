import type { RateLimits } from '../plan.ts'

export type RateDecision = {
  allowed: boolean
  /** Which window refused; null when allowed. */
  exceeded: 'minute' | 'day' | null
  /** Requests left in the rolling minute after this one. */
  remaining: number
  /** Unix ms when the oldest counted request leaves the window (or the day ends). */
  resetAt: number
}

export type RateCounters = {
  /** Counts one request of an account, or refuses it; `now` in Unix ms. */
  take(accountId: string, limits: RateLimits, now: number): Promise<RateDecision>
  /** Takes back the last request that was counted: another limit refused it. */
  giveBack(accountId: string): Promise<void>
}
