import type { Plan } from '../domain/ports/keys.ts'
import type { RateLimits } from '../domain/ports/rates.ts'

/** The contract's table of limits, per API key. `burst`: requests of one key in flight at once, on this node. */
export const PLAN_LIMITS: Readonly<Record<Plan, RateLimits & { burst: number }>> = {
  free: { perMinute: 60, perDay: 1_000, burst: 10 },
  pro: { perMinute: 300, perDay: 50_000, burst: 50 },
  enterprise: { perMinute: 1_000, perDay: null, burst: 200 },
}

/** Monitors of an account in each environment. */
export const MONITOR_LIMITS: Readonly<Record<Plan, number>> = { free: 0, pro: 100, enterprise: 10_000 }
