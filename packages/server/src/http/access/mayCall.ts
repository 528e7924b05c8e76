import type { FastifyRequest } from 'fastify'
import { type ApiKey, mayAct } from '../../domain/apiKey.ts'
import { listsOrigin } from '../../domain/keyOrigins.ts'
import { ApiError } from '../../errors.ts'
import type { KeyAccess, RestrictedAccess, SignedIn } from '../context.ts'

/** The origins from which the request may come; null: it need not come from a page. */
export function originsOf({ origins }: ApiKey, { streamOrigin }: FastifyRequest): readonly string[] | null {
  return typeof streamOrigin === 'string' ? [streamOrigin] : origins
}

/** Why the key may not make this request; null when it may. */
export function refusalOf(key: ApiKey, access: RestrictedAccess, request: FastifyRequest): ApiError | null {
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

export function refusePlan({ plan }: ApiKey, access: RestrictedAccess): void {
  const paid = 'members' in access ? undefined : access.paid
  if (paid && !paid.plans.includes(plan)) throw new ApiError('PLAN_REQUIRED', { feature: paid.feature, plan })
}
