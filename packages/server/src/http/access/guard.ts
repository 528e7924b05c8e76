import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ApiKey } from '../../domain/apiKey.ts'
import { ADDRESS_LIMITS } from '../../domain/plan.ts'
import { ApiError } from '../../errors.ts'
import { createSharedCounts } from '../../lib/sharedCounts.ts'
import type { Edge } from '../context.ts'
import { clientNetwork, createAddressWindows } from './clientAddress.ts'
import { answerOpenPreflight, answerPreflight, corsHeaders, OPEN_CORS } from './crossOrigin.ts'
import { findKey, findMember, refuseEnded } from './findCaller.ts'
import { originsOf, refusalOf, refusePlan } from './mayCall.ts'
import {
  budgetsOf,
  count,
  exceeded,
  InFlight,
  rateLimitHeaders,
  refuseAddress,
  refuseBurst,
  shareOfRpcTokens,
  tell,
} from './rateBudgets.ts'
import { refuseCrossOrigin } from './sessionCookie.ts'

const MAX_SHOWN_PATH = 100

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

/** Returns the path as it was sent, without its query: that may hold a key. */
function pathOf({ url }: FastifyRequest): string {
  const [path = ''] = url.split('?')
  return path.length > MAX_SHOWN_PATH ? `${path.slice(0, MAX_SHOWN_PATH)}…` : path
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
