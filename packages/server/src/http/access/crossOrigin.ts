import type { FastifyReply, FastifyRequest } from 'fastify'
import { entriesCovering, listsOrigin } from '../../domain/keyOrigins.ts'
import { success } from '../answer/envelope.ts'
import type { Edge } from '../context.ts'

/** Seconds for which a browser may remember the answer to a preflight. */
const REMEMBERED_SECONDS = 7_200

/** Request headers that the service reads and that browsers ask for. */
const ALLOWED_HEADERS = 'authorization, content-type, idempotency-key, last-event-id, prefer, x-request-id'

/** What a page may read of an answer besides its body. */
const EXPOSED_HEADERS =
  'preference-applied, ratelimit, ratelimit-policy, retry-after, x-ratelimit-limit, x-ratelimit-remaining, x-ratelimit-reset, x-request-id'

/**
 * Answers a preflight (Fetch standard, CORS protocol) of any origin that a live key lists: which key it will be is not known yet, and
 * the answer itself is readable only where that key lists the origin.
 * @param methods what the path allows.
 * @returns whether it was one.
 */
export async function answerPreflight(
  { ports, now }: Edge,
  request: FastifyRequest,
  reply: FastifyReply,
  methods: string,
): Promise<boolean> {
  const { origin } = request.headers
  const wanted = request.headers['access-control-request-method']
  if (request.method !== 'OPTIONS' || origin === undefined || wanted === undefined) return false
  if (!(await ports.keys.isOriginRegistered(entriesCovering(origin), now()))) return false
  reply.headers({
    'access-control-allow-origin': origin,
    'access-control-allow-methods': methods,
    'access-control-allow-headers': ALLOWED_HEADERS,
    'access-control-max-age': String(REMEMBERED_SECONDS),
    vary: 'origin, access-control-request-method, access-control-request-headers',
    'content-type': 'application/json; charset=utf-8',
  })
  reply.send(JSON.stringify(success(request, { methods: methods.split(', ') })))
  return true
}

/** For pages of any origin, which send no cookie. */
export const OPEN_CORS: string[] = [
  'access-control-allow-origin',
  '*',
  'access-control-expose-headers',
  EXPOSED_HEADERS,
]

/** Answers a preflight of any origin on a path that is open to all. @returns whether it was one. */
export function answerOpenPreflight(request: FastifyRequest, reply: FastifyReply, methods: string): boolean {
  const wanted = request.headers['access-control-request-method']
  if (request.method !== 'OPTIONS' || request.headers.origin === undefined || wanted === undefined) return false
  reply.headers({
    'access-control-allow-origin': '*',
    'access-control-allow-methods': methods,
    'access-control-allow-headers': ALLOWED_HEADERS,
    'access-control-max-age': String(REMEMBERED_SECONDS),
    'content-type': 'application/json; charset=utf-8',
  })
  reply.send(JSON.stringify(success(request, { methods: methods.split(', ') })))
  return true
}

/** Headers that let a page of a listed origin read the answer, as names and values in turn; none for another origin. */
export function corsHeaders(origins: readonly string[] | null, request: FastifyRequest): string[] {
  const { origin } = request.headers
  if (origins === null || origin === undefined || !listsOrigin(origins, origin)) return []
  // biome-ignore format: names and values
  return [
    'access-control-allow-origin', origin,
    'access-control-expose-headers', EXPOSED_HEADERS,
  ]
}
