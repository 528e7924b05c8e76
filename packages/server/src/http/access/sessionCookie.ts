import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { ApiError } from '../../errors.ts'

const SESSION_COOKIE = 'redoubt_session'

const TOKEN = /^rds_[A-Za-z0-9_-]{43}$/

/**
 * The session token of a request's cookie; null for none. Two of that name are none: a neighbouring host may have planted one of
 * them, and which is ours cannot be told.
 */
export function sessionTokenOf({ headers }: Pick<FastifyRequest, 'headers'>): string | null {
  const { cookie } = headers
  if (cookie === undefined || !cookie.includes(SESSION_COOKIE)) return null
  const found = cookie
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${SESSION_COOKIE}=`))
    .map((pair) => pair.slice(SESSION_COOKIE.length + 1))
  const [token] = found
  return found.length === 1 && token !== undefined && TOKEN.test(token) ? token : null
}

/** `Set-Cookie` of a session; `token` null deletes it. @param seconds until its absolute end. */
export function sessionCookie(token: string | null, secure: boolean, seconds: number): string {
  const attributes = ['Path=/', 'HttpOnly', 'SameSite=Strict', ...(secure ? ['Secure'] : [])]
  return [`${SESSION_COOKIE}=${token ?? ''}`, `Max-Age=${token === null ? 0 : seconds}`, ...attributes].join('; ')
}

/** The CSRF token of a session: follows from its secret, which does not follow from it. */
export function csrfTokenOf(token: string): string {
  return createHash('sha256').update(`csrf ${token}`).digest('base64url')
}

/** The origin of the service as the browser of this request sees it. */
export function ownOrigin(publicOrigin: string | null, request: Pick<FastifyRequest, 'protocol' | 'host'>): string {
  return publicOrigin ?? `${request.protocol}://${request.host}`
}

const SAFE_METHODS = ['GET', 'HEAD', 'OPTIONS']

/** Whether a method changes nothing (RFC 9110, 9.2.1). */
export function isSafe(method: string): boolean {
  return SAFE_METHODS.includes(method)
}

/**
 * Refuses what a page of another origin sends. Browsers say where a request comes from by `Origin`, on all that changes something, and
 * by `Sec-Fetch-Site` (Fetch Metadata) over https and to localhost.
 * @param must a request that says neither is refused too.
 * @throws ApiError CROSS_ORIGIN_REFUSED
 */
export function refuseCrossOrigin(request: FastifyRequest, publicOrigin: string | null, must: boolean): void {
  const { origin, 'sec-fetch-site': site } = request.headers
  const foreign = origin !== undefined && origin !== ownOrigin(publicOrigin, request)
  // `none`: the person typed the address or opened a bookmark.
  const foreignSite = site !== undefined && site !== 'same-origin' && !(site === 'none' && isSafe(request.method))
  const unsaid = must && origin === undefined && site === undefined
  if (foreign || foreignSite || unsaid)
    throw new ApiError('CROSS_ORIGIN_REFUSED', {
      detail:
        'This request does not come from a page of the service itself, so its session cookie is not accepted. Use an API key.',
    })
}

/** @throws ApiError CROSS_ORIGIN_REFUSED when the request does not carry the CSRF token of its session. */
export function refuseForged(request: FastifyRequest, token: string): void {
  const given = request.headers['x-csrf-token']
  const expected = Buffer.from(csrfTokenOf(token))
  const sent = Buffer.from(typeof given === 'string' ? given : '')
  if (sent.length === expected.length && timingSafeEqual(sent, expected)) return
  throw new ApiError('CROSS_ORIGIN_REFUSED', {
    detail:
      'header.x-csrf-token: expected the csrfToken of GET /v1/session, because this request carries a session cookie',
  })
}
