export type Plan = 'free' | 'pro' | 'enterprise'

/** One request counted against an account: a rolling 60 s window and the UTC day. `perDay` null = unlimited. */
export type RateLimits = { perMinute: number; perDay: number | null }

/**
 * The contract's table of limits. All keys of an account share them, so no key has more either: more keys are no more
 * requests. `burst`: requests in flight at once, on this node.
 */
export const PLAN_LIMITS: Readonly<Record<Plan, RateLimits & { burst: number }>> = {
  free: { perMinute: 60, perDay: 1_000, burst: 10 },
  pro: { perMinute: 300, perDay: 50_000, burst: 50 },
  enterprise: { perMinute: 1_000, perDay: null, burst: 200 },
}

/**
 * What all keys with origins of an account may use of its limits together: half, so that visitors of a page cannot shut out the
 * account's own servers.
 */
export const ORIGIN_SHARE: Readonly<Record<Plan, RateLimits & { burst: number }>> = {
  free: { perMinute: 30, perDay: 500, burst: 5 },
  pro: { perMinute: 150, perDay: 25_000, burst: 25 },
  enterprise: { perMinute: 500, perDay: null, burst: 100 },
}

/** Requests per minute of one client address with the keys with origins of an account, on one node. */
export const ADDRESS_LIMITS: Readonly<Record<Plan, number>> = { free: 10, pro: 30, enterprise: 60 }

/** The plans that have webhooks, events and monitors. */
export const PAID_PLANS: readonly Plan[] = ['pro', 'enterprise']

/** Keys of an account in each environment that are neither revoked nor expired. */
export const MAX_KEYS = 50

/** Monitors of an account in each environment. */
export const MONITOR_LIMITS: Readonly<Record<Plan, number>> = { free: 0, pro: 100, enterprise: 10_000 }

/** Webhooks of an account in each environment. */
export const WEBHOOK_LIMITS: Readonly<Record<Plan, number>> = { free: 0, pro: 20, enterprise: 100 }

/** Event streams that an account may hold open in each environment, on one node. */
export const STREAM_LIMITS: Readonly<Record<Plan, number>> = { free: 0, pro: 10, enterprise: 50 }

/** Says that an account has as many as its plan allows, and what to do. @param remedy an imperative: delete one. */
export function limitReached(plan: Plan, max: number, nouns: string, remedy: string): string {
  return `This account has ${max} ${nouns} already, the limit of the ${plan} plan; ${remedy}${plan === 'enterprise' ? '' : ', or move to a larger plan'}.`
}

const MEBIBYTE = 1024 ** 2

/** Bytes of kept scans of an account in each environment, compressed. The oldest are deleted first. */
export const SCAN_BYTES: Readonly<Record<Plan, number>> = {
  free: 16 * MEBIBYTE,
  pro: 512 * MEBIBYTE,
  enterprise: 8_192 * MEBIBYTE,
}
