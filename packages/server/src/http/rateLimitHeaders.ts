import type { RateLimits } from '../domain/plan.ts'
import type { RateDecision } from '../domain/ports/rates.ts'

const DAY_SECONDS = 86_400

/** The limit that an answer reports: the minute, or the limit that refused it. */
export type Reported = 'minute' | 'day' | 'burst'

/**
 * `RateLimit-Policy` and `RateLimit` (draft-ietf-httpapi-ratelimit-headers) and the older `X-RateLimit-*`.
 * `X-RateLimit-Reset` is in Unix seconds, `t` and the window in seconds from now.
 * @returns names and values, in turn.
 */
export function rateLimitHeaders(
  limits: RateLimits & { burst: number },
  decision: Pick<RateDecision, 'remaining' | 'resetAt'>,
  reported: Reported,
  now: number,
): string[] {
  const limit = { minute: limits.perMinute, day: limits.perDay ?? 0, burst: limits.burst }[reported]
  const remaining = reported === 'minute' ? decision.remaining : 0
  // biome-ignore format: names and values
  return [
    'ratelimit-policy', policyOf(limits),
    'ratelimit', `"${reported}";r=${remaining};t=${secondsUntil(decision.resetAt, now)}`,
    'x-ratelimit-limit', String(limit),
    'x-ratelimit-remaining', String(remaining),
    'x-ratelimit-reset', String(Math.ceil(decision.resetAt / 1000)),
  ]
}

/** Written once for each plan. */
const policies = new WeakMap<RateLimits, string>()

function policyOf(limits: RateLimits & { burst: number }): string {
  const known = policies.get(limits)
  if (known !== undefined) return known
  const day = limits.perDay === null ? '' : `"day";q=${limits.perDay};w=${DAY_SECONDS}, `
  const policy = `"minute";q=${limits.perMinute};w=60, ${day}"burst";q=${limits.burst};qu="concurrent-requests"`
  policies.set(limits, policy)
  return policy
}

/** Whole seconds to wait, at least one. */
export function secondsUntil(at: number, now: number): number {
  return Math.max(1, Math.ceil((at - now) / 1000))
}
