import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../errors.ts'
import type { Access, Edge } from './context.ts'
import { presentedToken } from './credentials.ts'
import { InFlight } from './inFlight.ts'
import { PLAN_LIMITS } from './planLimits.ts'
import type { ApiKey, RateDecision } from './ports.ts'
import { type Reported, rateLimitHeaders, secondsUntil } from './rateLimitHeaders.ts'

type Restricted = Exclude<Access, 'public'>

/**
 * The `onRequest` hook: everything that is checked before a byte of the body is read, in the contract's order:
 * 404, 405 → 401 → scope 403 → 429 → plan 403. (415, 413 and 400 come after.)
 */
export function createGuard(edge: Edge) {
  const inFlight = new InFlight()

  return async function guard(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { access, allowed } = request.routeOptions.config
    if (allowed !== undefined) {
      reply.header('allow', allowed)
      throw new ApiError('METHOD_NOT_ALLOWED', { method: request.method, allowed })
    }
    // Here and not in the not-found handler, which runs after the body was read.
    if (request.is404)
      throw new ApiError('NOT_FOUND', { detail: `There is no ${request.method} of this path. See /docs.` })
    if (access === 'public') return
    // Fail closed: a route that forgot to say who may call it cannot be called.
    if (access === undefined) throw new Error(`${request.routeOptions.url} declares no access`)

    const key = await authenticate(edge, request)
    request.caller = key
    const permitted = mayCall(key, access, request)
    await countRequest(edge, inFlight, key, permitted, reply)
    if (!permitted) throw new ApiError('INSUFFICIENT_SCOPE', { scope: scopeNeeded(access) })
    if (access.paid && !access.paid.plans.includes(key.plan)) {
      throw new ApiError('PLAN_REQUIRED', { feature: access.paid.feature, plan: key.plan })
    }
  }
}

/** The key of a request that passed the guard. */
export function callerOf(request: FastifyRequest): ApiKey {
  if (!request.caller) throw new Error('A public route asked for its caller')
  return request.caller
}

async function authenticate({ ports, now }: Edge, request: FastifyRequest): Promise<ApiKey> {
  const token = presentedToken(request.raw)
  const key = token === null ? null : await ports.keys.findByToken(token)
  if (key === null) throw new ApiError('INVALID_API_KEY')
  if (key.revokedAt !== null) throw new ApiError('EXPIRED_API_KEY')
  ports.keys.touch(key.id, now())
  return key
}

/** As in "This API key lacks the scope …". */
function scopeNeeded({ scopes, operator }: Restricted): string {
  const names = scopes.join(' or ')
  return operator ? `${names} of an operator account; use a key of one` : names
}

function mayCall(key: ApiKey, access: Restricted, request: FastifyRequest): boolean {
  if (access.operator && !key.operator) return false
  if (key.scopes.includes('admin')) return true
  if (access.scopes.some((scope) => key.scopes.includes(scope))) return true
  if (access.ownKey === undefined) return false
  return (request.params as Record<string, string>)[access.ownKey] === key.id
}

/**
 * Counts the request and sets the rate-limit headers. A request without the scope is counted too, but is told of its
 * scope first; one answered 429 is not counted, so a full burst is refused before the counters are asked.
 */
async function countRequest(
  { ports, now }: Edge,
  inFlight: InFlight,
  key: ApiKey,
  permitted: boolean,
  reply: FastifyReply,
): Promise<void> {
  const limits = PLAN_LIMITS[key.plan]
  const report = (decision: Pick<RateDecision, 'remaining' | 'resetAt'>, reported: Reported) =>
    reply.headers(rateLimitHeaders(limits, decision, reported, now()))

  if (permitted && inFlight.count(key.id) >= limits.burst) {
    const resetAt = now() + 1000
    report({ remaining: 0, resetAt }, 'burst')
    throw new ApiError('RATE_LIMIT_EXCEEDED', {
      detail: `${limits.burst} requests of this key are in flight already.`,
      retryAfter: 1,
    })
  }
  // 'close' follows a finished answer as well as a connection that broke.
  const place = inFlight.enter(key.id)
  reply.raw.once('close', place.leave)
  const decision = await ports.rateCounters.take(key.id, limits, now())
  report(decision, decision.exceeded ?? 'minute')
  if (permitted && !decision.allowed) {
    const retryAfter = secondsUntil(decision.resetAt, now())
    throw new ApiError('RATE_LIMIT_EXCEEDED', {
      detail:
        decision.exceeded === 'day'
          ? `${limits.perDay} a day on the ${key.plan} plan. The day ends in ${retryAfter} seconds (UTC).`
          : `${limits.perMinute} a minute on the ${key.plan} plan. Try again in ${retryAfter} seconds.`,
      retryAfter,
    })
  }
}
