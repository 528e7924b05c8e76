import type { FastifyReply, FastifyRequest } from 'fastify'
import { type ApiKey, mayAct } from '../../domain/apiKey.ts'
import type { Environment } from '../../domain/environment.ts'
import { listsOrigin } from '../../domain/keyOrigins.ts'
import { scopesOf } from '../../domain/member.ts'
import { ADDRESS_LIMITS, ORIGIN_SHARE, PLAN_LIMITS, type RateLimits } from '../../domain/plan.ts'
import type { RateDecision } from '../../domain/ports/rates.ts'
import type { RpcToken } from '../../domain/rpc/rpcToken.ts'
import { ApiError } from '../../errors.ts'
import { createSharedCounts, type SharedCounts } from '../../lib/sharedCounts.ts'
import type { ServiceResponse } from '../answer/serviceResponse.ts'
import type { Access, Edge, KeyAccess, SignedIn } from '../context.ts'
import { clientNetwork, createAddressWindows } from './clientAddress.ts'
import { presentedToken, presentsKey, tokenInPath } from './credentials.ts'
import { answerOpenPreflight, answerPreflight, corsHeaders, OPEN_CORS } from './crossOrigin.ts'
import { isSafe, refuseCrossOrigin, refuseForged, sessionTokenOf } from './sessionCookie.ts'
import { openStreamToken } from './streamToken.ts'

const DAY_SECONDS = 86_400

/** Written once for each plan. */
const policies = new WeakMap<RateLimits, string>()

/** Requests being answered, per account and per share of one, on this node. */
class InFlight {
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

type Restricted = Exclude<Access, 'public'>

const MAX_SHOWN_PATH = 100

/** Wallets send here, which no page of the service does: a cookie opens none of it. */
const RPC = '/v1/rpc/'

/**
 * The `onRequest` hook: everything that is checked before a byte of the body is read, in the contract's order:
 * 404, 405 → 401 → scope 403 → 429 → plan 403. (415, 413 and 400 come after.)
 */
export function createGuard(edge: Edge) {
  const inFlight = new InFlight(createSharedCounts(edge.siblings, 'in-flight'))
  const addresses = createAddressWindows({ siblings: edge.siblings, topic: 'origin-addresses' })

  return async function guard(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { access, allowed } = request.route.config
    if (allowed !== undefined) {
      if (request.route.config.anyOrigin && answerOpenPreflight(request, reply, allowed)) return
      if (await answerPreflight(edge, request, reply, allowed)) return
      reply.header('allow', allowed)
      throw new ApiError('METHOD_NOT_ALLOWED', { method: request.method, allowed })
    }
    // Here and not in the not-found handler, which runs after the body was read.
    if (request.is404)
      throw new ApiError('NOT_FOUND', { detail: `No such endpoint: ${request.method} ${pathOf(request)}. See /docs.` })
    if (access === 'public') {
      if (request.route.config.sameOrigin) refuseCrossOrigin(request, edge.publicOrigin, false)
      return
    }
    // Fail closed: a route that forgot to say who may call it cannot be called.
    if (access === undefined) throw new Error(`${request.route.url} declares no access`)

    if ('anyOrigin' in access && access.anyOrigin) tell(reply, OPEN_CORS)
    const key = (await findMember(edge, request, access, true)) ?? (await findKey(edge, request))
    // Of a revoked key too: its page should read why.
    if (key.origins !== null) reply.header('vary', 'origin')
    tell(reply, corsHeaders(originsOf(key, request), request))
    if (request.signedIn === null) refuseEnded(edge, key, request.rpcToken)
    request.caller = key
    const at = edge.now()
    const refusal = refusalOf(key, access, request)
    // A request without the scope is counted too, but is told of its scope first; one answered 429 is not counted, so clients and a full
    // burst are refused before the counters are asked.
    const budgets = budgetsOf(key)
    if (key.origins !== null) {
      const until = addresses.take(`${key.accountId} ${clientNetwork(request.ip)}`, ADDRESS_LIMITS[key.plan], at)
      if (until !== null) throw refusal ?? refuseAddress(key, reply, { until, at })
    }
    const crowds = request.rpcToken === null ? budgets : [shareOfRpcTokens(key), ...budgets]
    if (refusal === null) for (const crowd of crowds) refuseBurst(inFlight.count(crowd.name), crowd, reply, at)
    const leave = inFlight.enter(crowds.map(({ name }) => name))
    // Who went away while its key was looked up closes nothing any more.
    if (reply.raw.closed) leave()
    request.leaveBurst = leave
    const turn = edge.ports.letIn(key.accountId)
    if (turn !== undefined) await turn
    const { decision, budget } = await count(edge, budgets, at)
    request.rate = decision
    if (decision.allowed) edge.ports.usage.count(key.accountId, key.environment, key.id, at)
    tell(reply, rateLimitHeaders(budget.limits, decision, decision.exceeded ?? 'minute', at))
    if (refusal !== null) throw refusal
    if (!decision.allowed) throw exceeded(decision, budget, at)
    refusePlan(key, access)
  }
}

/** Limits that requests count against. `whose` ends a sentence. */
type Budget = { name: string; limits: RateLimits & { burst: number }; whose: string }

/** The account's budget, and before it the share that all its keys with origins have together. */
function budgetsOf({ accountId, plan, origins }: ApiKey): [Budget, ...Budget[]] {
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
function shareOfRpcTokens({ accountId, plan }: ApiKey): Budget {
  const limits = { ...PLAN_LIMITS[plan], burst: PLAN_LIMITS[plan].burst / 2 }
  return { name: `${accountId} rpc`, limits, whose: `RPC tokens of an account on the ${plan} plan` }
}

/** Counts a request against one budget after the other until one refuses it. @returns the decision to be told: a refusal, or the narrowest. */
async function count({ ports }: Edge, budgets: [Budget, ...Budget[]], at: number) {
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

/** Returns the path as it was sent, without its query: that may hold a key. */
function pathOf({ url }: FastifyRequest): string {
  const [path = ''] = url.split('?')
  return path.length > MAX_SHOWN_PATH ? `${path.slice(0, MAX_SHOWN_PATH)}…` : path
}

function refusePlan({ plan }: ApiKey, access: Restricted): void {
  const paid = 'members' in access ? undefined : access.paid
  if (paid && !paid.plans.includes(plan)) throw new ApiError('PLAN_REQUIRED', { feature: paid.feature, plan })
}

/** The key of a request that passed the guard, or what stands for its signed-in member: `id` is then the member's. */
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
  const member = await findMember(edge, request, access, false)
  const key = member ?? (await findKey(edge, request))
  if (member === null) refuseEnded(edge, key, request.rpcToken)
  const refusal = refusalOf(key, access, request)
  if (refusal !== null) throw refusal
  refusePlan(key, access)
}

/**
 * What stands for the member whose session cookie came with the request, with the scopes of its role for this method; null where a key
 * did, which always wins, or neither.
 * @param seen whether it is a use of the session, which keeps it open.
 * @throws ApiError SIGN_IN_REQUIRED, CROSS_ORIGIN_REFUSED, VALIDATION_ERROR for another environment than live and test.
 */
async function findMember(
  { ports, now, publicOrigin }: Edge,
  request: FastifyRequest,
  access: Restricted,
  seen: boolean,
): Promise<ApiKey | null> {
  if (presentsKey(request.raw)) return null
  const token = sessionTokenOf(request)
  const membersOnly = 'members' in access
  if (token === null) {
    if (membersOnly) throw new ApiError('SIGN_IN_REQUIRED', { detail: 'You are not signed in.' })
    return null
  }
  if (!membersOnly && (access.keysOnly || (request.route.url ?? '').startsWith(RPC))) return null
  const safe = isSafe(request.method)
  refuseCrossOrigin(request, publicOrigin, !safe)
  const opened = await ports.sessions.find(token, now(), seen)
  if (opened === null)
    throw new ApiError('SIGN_IN_REQUIRED', { detail: 'Your session is over, or was ended. Sign in again.' })
  if (!safe) refuseForged(request, token)
  request.signedIn = { ...opened, token }
  return standInOf(request.signedIn, environmentOf(request), safe)
}

/** A member as a key of its account, which routes, limits and records know how to treat. */
function standInOf({ member, account, session }: SignedIn, environment: Environment, safe: boolean): ApiKey {
  return {
    id: member.id,
    accountId: account.id,
    name: member.name,
    prefix: '',
    scopes: scopesOf(member.role, safe),
    plan: account.plan,
    environment,
    operator: account.operator,
    origins: null,
    createdAt: session.createdAt,
    createdBy: null,
    expiresAt: null,
    lastUsedAt: session.lastSeenAt,
    revokedAt: null,
  }
}

function environmentOf({ headers }: FastifyRequest): Environment {
  const given = headers['x-environment'] ?? 'live'
  if (given === 'live' || given === 'test') return given
  throw new ApiError('VALIDATION_ERROR', { detail: 'header.x-environment: expected live or test' })
}

/** @throws ApiError INVALID_API_KEY when the request presents none, or a token for `EventSource` whose minute is over. */
async function findKey(edge: Edge, request: FastifyRequest): Promise<ApiKey> {
  const { access } = request.route.config
  const inPath = tokenInPath(request.raw)
  if (inPath !== null) return findRpcToken(edge, request, inPath)
  const token = presentedToken(request.raw)
  const mayStream = access !== undefined && access !== 'public' && 'scopes' in access && access.streamToken === true
  const stream = token !== null && mayStream ? openStreamToken(edge.ports.cursors, token) : null
  // A stream that is open goes on after the minute.
  const inTime = stream !== null && (request.streamingSince !== null || stream.until > edge.now())
  if (stream !== null) request.streamOrigin = stream.origin
  const key = inTime
    ? await edge.ports.keys.find(stream.keyId)
    : token === null || stream !== null
      ? null
      : await edge.ports.keys.findByToken(token)
  if (key === null) throw new ApiError('INVALID_API_KEY')
  return key
}

/** The rights of a token in the path: of a key that may do nothing but what its path says. @throws ApiError INVALID_API_KEY */
async function findRpcToken({ ports }: Edge, request: FastifyRequest, token: string): Promise<ApiKey> {
  const { access } = request.route.config
  const mayCall = access !== undefined && access !== 'public' && 'rpcToken' in access && access.rpcToken === true
  const found = mayCall ? await ports.rpcTokens.findByToken(token) : null
  if (found === null) throw new ApiError('INVALID_API_KEY')
  request.rpcToken = found
  return { ...found, scopes: ['scan:read'], operator: false, origins: null }
}

/** @throws ApiError EXPIRED_API_KEY for a key that is revoked or over; else remembers its use. */
function refuseEnded({ ports, now }: Edge, key: ApiKey, rpcToken: RpcToken | null): void {
  const at = now()
  if (key.revokedAt !== null || (key.expiresAt !== null && key.expiresAt <= at)) throw new ApiError('EXPIRED_API_KEY')
  if (rpcToken !== null) ports.rpcTokens.touch(rpcToken, at)
  else ports.keys.touch(key.id, at)
}

/** The origins from which the request may come; null: it need not come from a page. */
function originsOf({ origins }: ApiKey, { streamOrigin }: FastifyRequest): readonly string[] | null {
  return typeof streamOrigin === 'string' ? [streamOrigin] : origins
}

/** Why the key may not make this request; null when it may. */
function refusalOf(key: ApiKey, access: Restricted, request: FastifyRequest): ApiError | null {
  const { signedIn } = request
  if ('members' in access) {
    if (signedIn === null) return refused('cannot be used here: the endpoint is for members who are signed in')
    return access.members.includes(signedIn.member.role) ? null : refusedRole(signedIn)
  }
  if (signedIn !== null) return mayCall(key, access, request) ? null : refusedRole(signedIn)
  if (key.origins !== null && access.pages !== true)
    return refused('has origins, so that it works only for scans and scores; use a key without origins on a server')
  const origins = originsOf(key, request)
  if (origins !== null && !listsOrigin(origins, request.headers.origin))
    return refused('works only from the origins that it was created for, and this request came from none of them')
  return mayCall(key, access, request) ? null : refused(`lacks the scope ${scopeNeeded(access)}`)
}

function refused(limit: string): ApiError {
  return new ApiError('INSUFFICIENT_SCOPE', { limit })
}

function refusedRole({ member }: SignedIn): ApiError {
  return new ApiError('INSUFFICIENT_ROLE', {
    role: member.role,
    limit: 'does not allow this; ask an owner of the account',
  })
}

/** As in "This API key lacks the scope …". */
function scopeNeeded({ scopes, operator }: KeyAccess): string {
  const names = scopes.join(' or ')
  return operator ? `${names} of an operator account; use a key of one` : names
}

function mayCall(key: ApiKey, { ownKey, ...access }: KeyAccess, request: FastifyRequest): boolean {
  const keyId = ownKey === undefined ? undefined : (request.params as Record<string, string>)[ownKey]
  return mayAct(key, { ...access, keyId })
}

/** @throws ApiError RATE_LIMIT_EXCEEDED when as many requests are in flight as the budget has. */
function refuseBurst(inFlight: number, { limits, whose }: Budget, reply: FastifyReply, now: number): void {
  if (inFlight < limits.burst) return
  tell(reply, rateLimitHeaders(limits, { remaining: 0, resetAt: now + 1000 }, 'burst', now))
  throw new ApiError('RATE_LIMIT_EXCEEDED', {
    detail: `${limits.burst} requests of all ${whose} are in flight already; wait for one to finish.`,
    retryAfter: 1,
  })
}

/** The refusal of one client address, whose other requests are what it has to wait for. */
function refuseAddress({ plan }: ApiKey, reply: FastifyReply, { until, at }: { until: number; at: number }): ApiError {
  const perMinute = ADDRESS_LIMITS[plan]
  const retryAfter = secondsUntil(until, at)
  tell(reply, rateLimitHeaders({ ...ORIGIN_SHARE[plan], perMinute }, { remaining: 0, resetAt: until }, 'minute', at))
  const detail = `${perMinute} a minute from one client address for keys with origins on the ${plan} plan. Try again in ${retryAfter} s.`
  return new ApiError('RATE_LIMIT_EXCEEDED', { detail, retryAfter })
}

function tell({ raw }: FastifyReply, headers: string[]): void {
  ;(raw as ServiceResponse).carried.push(...headers)
}

function exceeded({ exceeded, resetAt }: RateDecision, { limits, whose }: Budget, now: number): ApiError {
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
