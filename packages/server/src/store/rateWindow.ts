/** A rolling 60 s window and the UTC day. `perDay` null = unlimited. */
export type RateLimits = { perMinute: number; perDay: number | null }

export type RateDecision = {
  allowed: boolean
  /** Which window refused; null when allowed. The day when both would. */
  exceeded: 'minute' | 'day' | null
  /** Requests left in the rolling minute after this one. */
  remaining: number
  /** Unix ms when the oldest counted request leaves the window, or when the day ends if that refused. */
  resetAt: number
}

export const MINUTE_MS = 60_000
export const DAY_MS = 86_400_000
/** Expired entries that may pile up at the front before they are cut off. */
const MAX_EXPIRED = 1024

/**
 * The requests of one account that count: exact, because each is remembered until it is 60 s old. A request at time t counts
 * until t + 59,999 ms. Refused requests do not count. Should the clock step back, requests are recorded no earlier than the
 * newest one; should it step back by more than a minute, the window is emptied rather than closed until then.
 */
export class RateWindow {
  day: number
  dayCount: number
  /** Ascending; the first `#expired` no longer count. */
  readonly #times: number[]
  #expired = 0

  constructor(state: { day: number; dayCount: number; times: number[] } = { day: 0, dayCount: 0, times: [] }) {
    this.day = state.day
    this.dayCount = state.dayCount
    this.#times = state.times
  }

  /** Unix ms of the newest counted request; 0 before the first. */
  get newest(): number {
    return this.#times.at(-1) ?? 0
  }

  /** Whether nothing here can still matter at that time. */
  isIdle(now: number): boolean {
    return this.newest <= now - MINUTE_MS && this.day < Math.floor(now / DAY_MS)
  }

  take(limits: RateLimits, now: number): RateDecision {
    this.#forget(now)
    const today = Math.floor(now / DAY_MS)
    if (this.day !== today) {
      this.day = today
      this.dayCount = 0
    }
    const counted = this.#times.length - this.#expired
    const exceeded =
      limits.perDay !== null && this.dayCount >= limits.perDay ? 'day' : counted >= limits.perMinute ? 'minute' : null
    if (exceeded === null) {
      this.#times.push(Math.max(now, this.newest))
      this.dayCount++
    }
    return rateDecision(limits, now, {
      exceeded,
      counted: this.#times.length - this.#expired,
      oldest: this.#times[this.#expired] ?? null,
    })
  }

  /** Takes the newest request back, as if it had been refused. @returns its time; null when none counts. */
  giveBack(): number | null {
    if (this.#times.length === this.#expired) return null
    if (this.day === Math.floor(this.newest / DAY_MS)) this.dayCount--
    return this.#times.pop() ?? null
  }

  #forget(now: number): void {
    if (this.newest > now + MINUTE_MS) this.#expired = this.#times.length
    while (this.#expired < this.#times.length && (this.#times[this.#expired] ?? now) <= now - MINUTE_MS) this.#expired++
    if (this.#expired > MAX_EXPIRED || this.#expired === this.#times.length) {
      this.#times.splice(0, this.#expired)
      this.#expired = 0
    }
  }
}

/** The answer, from what the window holds after the request was counted or refused. */
export function rateDecision(
  limits: RateLimits,
  now: number,
  state: { exceeded: RateDecision['exceeded']; counted: number; oldest: number | null },
): RateDecision {
  return {
    allowed: state.exceeded === null,
    exceeded: state.exceeded,
    remaining: Math.max(0, limits.perMinute - state.counted),
    resetAt: state.exceeded === 'day' ? (Math.floor(now / DAY_MS) + 1) * DAY_MS : (state.oldest ?? now) + MINUTE_MS,
  }
}
