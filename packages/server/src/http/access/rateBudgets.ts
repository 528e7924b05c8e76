import type { FastifyReply } from 'fastify'
import type { ApiKey } from '../../domain/apiKey.ts'
import { ADDRESS_LIMITS, ORIGIN_SHARE, PLAN_LIMITS, type RateLimits } from '../../domain/plan.ts'
import type { RateDecision } from '../../domain/ports/rates.ts'
import { ApiError } from '../../errors.ts'
import type { SharedCounts } from '../../lib/sharedCounts.ts'
import type { ServiceResponse } from '../answer/serviceResponse.ts'
import type { Edge } from '../context.ts'

const DAY_SECONDS = 86_400

/** Written once for each plan. */
const policies = new WeakMap<RateLimits, string>()

/** Requests being answered, per account and per share of one, on this node. */
export class InFlight {
  readonly #counts = new Map<string, number>()
  readonly #shared: SharedCounts

  constructor(shared: SharedCounts) {
    this.#shared = shared
  }

  /** Of this process and of the others. */
  count(name: string): number {
    return (this.#counts.get(name) ?? 0) + this.#shared.others(name)
  }

  #change(name: string, by: 1 | -1): void {
    const count = (this.#counts.get(name) ?? 0) + by
    if (count > 0) this.#counts.set(name, count)
    else this.#counts.delete(name)
    this.#shared.set(name, count)
  }

  /** Counts one request until what it returns is called; calling it again changes nothing. */
  enter(names: readonly string[]): () => void {
    for (const name of names) this.#change(name, 1)
    let left = false
    return () => {
      if (left) return
      left = true
      for (const name of names) this.#change(name, -1)
    }
  }
}

/** Limits that requests count against. `whose` ends a sentence. */
type Budget = { name: string; limits: RateLimits & { burst: number }; whose: string }

/** The account's budget, and before it the share that all its keys with origins have together. */
export function budgetsOf({ accountId, plan, origins }: ApiKey): [Budget, ...Budget[]] {
  const whole = { name: accountId, limits: PLAN_LIMITS[plan], whose: `keys of an account on the ${plan} plan` }
  if (origins === null) return [whole]
  const share = {
    name: `${accountId} origins`,
    limits: ORIGIN_SHARE[plan],
    whose: `keys with origins of an account on the ${plan} plan`,
  }
  return [share, whole]
}

/**
 * What all RPC tokens of an account may have in flight together: half, because a token stands in the settings of wallets, and requests that
 * never end could fill all places.
 */
export function shareOfRpcTokens({ accountId, plan }: ApiKey): Budget {
  const limits = { ...PLAN_LIMITS[plan], burst: PLAN_LIMITS[plan].burst / 2 }
  return { name: `${accountId} rpc`, limits, whose: `RPC tokens of an account on the ${plan} plan` }
}

/** Counts a request against one budget after the other until one refuses it. @returns the decision to be told: a refusal, or the narrowest. */
export async function count({ ports }: Edge, budgets: [Budget, ...Budget[]], at: number) {
  const [first, ...others] = budgets
  const narrowest = { decision: await ports.rateCounters.take(first.name, first.limits, at), budget: first }
  if (!narrowest.decision.allowed) return narrowest
  for (const budget of others) {
    const decision = await ports.rateCounters.take(budget.name, budget.limits, at)
    if (decision.allowed) continue
    // What is answered 429 counts nowhere.
    await ports.rateCounters.giveBack(first.name)
    return { decision, budget }
  }
  return narrowest
}

/** @throws ApiError RATE_LIMIT_EXCEEDED when as many requests are in flight as the budget has. */
export function refuseBurst(inFlight: number, { limits, whose }: Budget, reply: FastifyReply, now: number): void {
  if (inFlight < limits.burst) return
  tell(reply, rateLimitHeaders(limits, { remaining: 0, resetAt: now + 1000 }, 'burst', now))
  throw new ApiError('RATE_LIMIT_EXCEEDED', {
    detail: `${limits.burst} requests of all ${whose} are in flight already; wait for one to finish.`,
    retryAfter: 1,
  })
}

/** The refusal of one client address, whose other requests are what it has to wait for. */
export function refuseAddress(
  { plan }: ApiKey,
  reply: FastifyReply,
  { until, at }: { until: number; at: number },
): ApiError {
  const perMinute = ADDRESS_LIMITS[plan]
  const retryAfter = secondsUntil(until, at)
  tell(reply, rateLimitHeaders({ ...ORIGIN_SHARE[plan], perMinute }, { remaining: 0, resetAt: until }, 'minute', at))
  const detail = `${perMinute} a minute from one client address for keys with origins on the ${plan} plan. Try again in ${retryAfter} s.`
  return new ApiError('RATE_LIMIT_EXCEEDED', { detail, retryAfter })
}

export function tell({ raw }: FastifyReply, headers: string[]): void {
  ;(raw as ServiceResponse).carried.push(...headers)
}

export function exceeded({ exceeded, resetAt }: RateDecision, { limits, whose }: Budget, now: number): ApiError {
  const retryAfter = secondsUntil(resetAt, now)
  return new ApiError('RATE_LIMIT_EXCEEDED', {
    detail:
      exceeded === 'day'
        ? `${limits.perDay} a day for all ${whose}. The day ends in ${retryAfter} s (UTC).`
        : `${limits.perMinute} a minute for all ${whose}. Try again in ${retryAfter} s.`,
    retryAfter,
  })
}

/** The limit that an answer reports: the minute, or the limit that refused it. */
type Reported = 'minute' | 'day' | 'burst'

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

function policyOf(limits: RateLimits & { burst: number }): string {
  const known = policies.get(limits)
  if (known !== undefined) return known
  const day = limits.perDay === null ? '' : `"day";q=${limits.perDay};w=${DAY_SECONDS}, `
  const policy = `"minute";q=${limits.perMinute};w=60, ${day}"burst";q=${limits.burst};qu="concurrent-requests"`
  policies.set(limits, policy)
  return policy
}

/** Whole seconds to wait, at least one. */
function secondsUntil(at: number, now: number): number {
  return Math.max(1, Math.ceil((at - now) / 1000))
}
