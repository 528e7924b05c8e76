import type { FastifyRequest } from 'fastify'
import type { ApiKey } from '../../domain/apiKey.ts'
import type { Environment } from '../../domain/environment.ts'
import { scopesOf } from '../../domain/member.ts'
import type { RpcToken } from '../../domain/rpc/rpcToken.ts'
import { ApiError } from '../../errors.ts'
import type { Edge, RestrictedAccess, SignedIn } from '../context.ts'
import { presentedToken, presentsKey, tokenInPath } from './credentials.ts'
import { isSafe, refuseCrossOrigin, refuseForged, sessionTokenOf } from './sessionCookie.ts'
import { openStreamToken } from './streamToken.ts'

/** Wallets send here, which no page of the service does: a cookie opens none of it. */
const RPC = '/v1/rpc/'

/**
 * What stands for the member whose session cookie came with the request, with the scopes of its role for this method; null where a key
 * did, which always wins, or neither.
 * @param seen whether it is a use of the session, which keeps it open.
 * @throws ApiError SIGN_IN_REQUIRED, CROSS_ORIGIN_REFUSED, VALIDATION_ERROR for another environment than live and test.
 */
export async function findMember(
  { ports, now, publicOrigin }: Edge,
  request: FastifyRequest,
  access: RestrictedAccess,
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
export async function findKey(edge: Edge, request: FastifyRequest): Promise<ApiKey> {
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
export function refuseEnded({ ports, now }: Edge, key: ApiKey, rpcToken: RpcToken | null): void {
  const at = now()
  if (key.revokedAt !== null || (key.expiresAt !== null && key.expiresAt <= at)) throw new ApiError('EXPIRED_API_KEY')
  if (rpcToken !== null) ports.rpcTokens.touch(rpcToken, at)
  else ports.keys.touch(key.id, at)
}
