export type Plan = 'free' | 'pro' | 'enterprise'

/** One request counted against a key: a rolling 60 s window and the UTC day. `perDay` null = unlimited. */
export type RateLimits = { perMinute: number; perDay: number | null }

/** The contract's table of limits, per API key. `burst`: requests of one key in flight at once, on this node. */
export const PLAN_LIMITS: Readonly<Record<Plan, RateLimits & { burst: number }>> = {
  free: { perMinute: 60, perDay: 1_000, burst: 10 },
  pro: { perMinute: 300, perDay: 50_000, burst: 50 },
  enterprise: { perMinute: 1_000, perDay: null, burst: 200 },
}

/** The plans that have webhooks, events and monitors. */
export const PAID_PLANS: readonly Plan[] = ['pro', 'enterprise']

/** Monitors of an account in each environment. */
export const MONITOR_LIMITS: Readonly<Record<Plan, number>> = { free: 0, pro: 100, enterprise: 10_000 }
