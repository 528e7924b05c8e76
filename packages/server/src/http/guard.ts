import type { FastifyReply, FastifyRequest } from 'fastify'
import { type ApiKey, mayAct } from '../domain/apiKey.ts'
import { PLAN_LIMITS, type RateLimits } from '../domain/plan.ts'
import type { RateDecision } from '../domain/ports/rates.ts'
import { ApiError } from '../errors.ts'
import type { Access, Edge } from './context.ts'
import { presentedToken } from './credentials.ts'
import type { ServiceResponse } from './serviceResponse.ts'

const DAY_SECONDS = 86_400

/** Written once for each plan. */
const policies = new WeakMap<RateLimits, string>()

/** Requests being answered, per account, on this node. */
class InFlight {
  readonly #counts = new Map<string, number>()

  count(accountId: string): number {
    return this.#counts.get(accountId) ?? 0
  }

  /** Counts one request until what it returns is called; calling it again changes nothing. */
  enter(accountId: string): () => void {
    this.#counts.set(accountId, this.count(accountId) + 1)
    let left = false
    return () => {
      if (left) return
      left = true
      const rest = this.count(accountId) - 1
      if (rest > 0) this.#counts.set(accountId, rest)
      else this.#counts.delete(accountId)
    }
  }
}

type Restricted = Exclude<Access, 'public'>

const MAX_SHOWN_PATH = 100

/**
 * The `onRequest` hook: everything that is checked before a byte of the body is read, in the contract's order:
 * 404, 405 → 401 → scope 403 → 429 → plan 403. (415, 413 and 400 come after.)
 */
export function createGuard(edge: Edge) {
  const inFlight = new InFlight()

  return async function guard(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { access, allowed } = request.route.config
    if (allowed !== undefined) {
      reply.header('allow', allowed)
      throw new ApiError('METHOD_NOT_ALLOWED', { method: request.method, allowed })
    }
    // Here and not in the not-found handler, which runs after the body was read.
    if (request.is404)
      throw new ApiError('NOT_FOUND', { detail: `No such endpoint: ${request.method} ${pathOf(request)}. See /docs.` })
    if (access === 'public') return
    // Fail closed: a route that forgot to say who may call it cannot be called.
    if (access === undefined) throw new Error(`${request.route.url} declares no access`)

    const key = await authenticate(edge, request)
    request.caller = key
    const at = edge.now()
    const permitted = mayCall(key, access, request)
    // A request without the scope is counted too, but is told of its scope first; one answered 429 is not counted, so a full burst is
    // refused before the counters are asked.
    if (permitted) refuseBurst(inFlight.count(key.accountId), key, reply, at)
    const leave = inFlight.enter(key.accountId)
    // Who went away while its key was looked up closes nothing any more.
    if (reply.raw.closed) leave()
    request.leaveBurst = leave
    const decision = await edge.ports.rateCounters.take(key.accountId, PLAN_LIMITS[key.plan], at)
    tell(reply, rateLimitHeaders(PLAN_LIMITS[key.plan], decision, decision.exceeded ?? 'minute', at))
    if (permitted && !decision.allowed) throw exceeded(decision, key, at)
    if (!permitted) throw new ApiError('INSUFFICIENT_SCOPE', { scope: scopeNeeded(access) })
    refusePlan(key, access)
  }
}

/** Returns the path as it was sent, without its query: that may hold a key. */
function pathOf({ url }: FastifyRequest): string {
  const [path = ''] = url.split('?')
  return path.length > MAX_SHOWN_PATH ? `${path.slice(0, MAX_SHOWN_PATH)}…` : path
}

function refusePlan({ plan }: ApiKey, { paid }: Restricted): void {
  if (paid && !paid.plans.includes(plan)) throw new ApiError('PLAN_REQUIRED', { feature: paid.feature, plan })
}

/** The key of a request that passed the guard. */
export function callerOf(request: FastifyRequest): ApiKey {
  if (!request.caller) throw new Error('A public route asked for its caller')
  return request.caller
}

/**
 * Whether the key of a request that passed the guard may still make it, for answers that go on.
 * @throws ApiError EXPIRED_API_KEY, and whatever else the guard would answer now.
 */
export async function recheckAccess(edge: Edge, request: FastifyRequest): Promise<void> {
  const { access } = request.route.config
  if (access === undefined || access === 'public') return
  const key = await authenticate(edge, request)
  if (!mayCall(key, access, request)) throw new ApiError('INSUFFICIENT_SCOPE', { scope: scopeNeeded(access) })
  refusePlan(key, access)
}

async function authenticate({ ports, now }: Edge, request: FastifyRequest): Promise<ApiKey> {
  const token = presentedToken(request.raw)
  const key = token === null ? null : await ports.keys.findByToken(token)
  if (key === null) throw new ApiError('INVALID_API_KEY')
  const at = now()
  if (key.revokedAt !== null || (key.expiresAt !== null && key.expiresAt <= at)) throw new ApiError('EXPIRED_API_KEY')
  ports.keys.touch(key.id, at)
  return key
}

/** As in "This API key lacks the scope …". */
function scopeNeeded({ scopes, operator }: Restricted): string {
  const names = scopes.join(' or ')
  return operator ? `${names} of an operator account; use a key of one` : names
}

function mayCall(key: ApiKey, { ownKey, ...access }: Restricted, request: FastifyRequest): boolean {
  const keyId = ownKey === undefined ? undefined : (request.params as Record<string, string>)[ownKey]
  return mayAct(key, { ...access, keyId })
}

/** @throws ApiError RATE_LIMIT_EXCEEDED when as many requests of the account are in flight as its plan has. */
function refuseBurst(inFlight: number, { plan }: ApiKey, reply: FastifyReply, now: number): void {
  const limits = PLAN_LIMITS[plan]
  if (inFlight < limits.burst) return
  tell(reply, rateLimitHeaders(limits, { remaining: 0, resetAt: now + 1000 }, 'burst', now))
  throw new ApiError('RATE_LIMIT_EXCEEDED', {
    detail: `${limits.burst} requests of this account are in flight already; wait for one to finish.`,
    retryAfter: 1,
  })
}

function tell({ raw }: FastifyReply, headers: string[]): void {
  ;(raw as ServiceResponse).carried.push(...headers)
}

function exceeded({ exceeded, resetAt }: RateDecision, { plan }: ApiKey, now: number): ApiError {
  const limits = PLAN_LIMITS[plan]
  const retryAfter = secondsUntil(resetAt, now)
  return new ApiError('RATE_LIMIT_EXCEEDED', {
    detail:
      exceeded === 'day'
        ? `${limits.perDay} a day for all keys of an account on the ${plan} plan. The day ends in ${retryAfter} s (UTC).`
        : `${limits.perMinute} a minute for all keys of an account on the ${plan} plan. Try again in ${retryAfter} s.`,
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
function rateLimitHeaders(
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
