import { type IncomingMessage, METHODS, STATUS_CODES } from 'node:http'
import { type Duplex, Readable } from 'node:stream'
import type { FastifyError, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { v7 } from 'uuid'
import { ApiError, apiErrorOf } from '../../errors.ts'
import { BODY_LIMIT, PARAMETER_LIMIT } from '../access/planLimits.ts'
import type { App, Edge } from '../context.ts'
import { drainBody } from './drainBody.ts'
import { errorBody, SECURITY_HEADERS } from './envelope.ts'
import { errorDetails } from './errorDetails.ts'

const MAX_CAUSES = 8

const LONGEST_CAUSE = 300

const DEFAULT_RETRY_SECONDS = 5

/** A client that accepts it is told each wrong member apart. */
const PROBLEM = 'application/problem+json'

/** Answers any error in the envelope. What is not ours becomes INTERNAL_ERROR: logged in full, told in none. */
export function createErrorHandler({ metrics, log }: Pick<Edge, 'metrics' | 'log'>) {
  return function handleError(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply) {
    const known = toApiError(error, request.id)
    metrics.failed(known.code)
    const gone = reply.raw.destroyed && !reply.raw.writableEnded
    if (known.status >= 500 && !gone) {
      const route = request.routeOptions?.url ?? '(unmatched)'
      // A defect is logged with its stack; a node that is down is no defect, and happens with every request.
      const why = known.code === 'INTERNAL_ERROR' ? { err: error } : { causes: causesOf(known) }
      log('error', { requestId: request.id, route, code: known.code, ...why }, 'request failed')
    }
    reply.headers(SECURITY_HEADERS).header('x-request-id', request.id)
    if (known.status === 401) reply.header('www-authenticate', 'Bearer')
    if (known.status === 429 || known.status === 503) {
      reply.header('retry-after', String(known.retryAfter ?? DEFAULT_RETRY_SECONDS))
    }
    const body = errorBody(known.code, known.message)
    const detailed = request.headers.accept?.includes(PROBLEM) === true
    const answer = detailed ? { ...body, error: { ...body.error, details: errorDetails(known) } } : body
    reply.code(known.status).type(`${detailed ? PROBLEM : 'application/json'}; charset=utf-8`)
    if (isStillSending(request.raw)) return sendBeforeDraining(request, reply, answer)
    return reply.serializer((payload: unknown) => JSON.stringify(payload)).send(answer)
  }
}

/** Whether the client may be sending its body still: most refusals come before it is read. */
function isStillSending({ complete, destroyed, headers }: IncomingMessage): boolean {
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
  return hasBody && !complete && !destroyed
}

/** Sends the whole answer at once, and closes the connection when the client has sent its body. */
function sendBeforeDraining(request: FastifyRequest, reply: FastifyReply, answer: object) {
  const text = JSON.stringify(answer)
  // A compressed stream would keep the answer back until the body was drained.
  request.raw.headers['x-no-compression'] = 'true'
  async function* chunks() {
    yield text
    await drainBody(request.raw)
  }
  return reply.header('content-length', Buffer.byteLength(text)).send(Readable.from(chunks()))
}

/** The catalogue's error for whatever was thrown, by us or by the framework. */
function toApiError(error: Error & { code?: string; statusCode?: number }, requestId: string): ApiError {
  const known = apiErrorOf(error)
  if (known) {
    return known.code === 'INTERNAL_ERROR' ? new ApiError('INTERNAL_ERROR', { requestId }, { cause: error }) : known
  }
  const ofFramework = FRAMEWORK[error.code ?? '']
  if (ofFramework) return ofFramework()
  // Streams that break while the body is read: the client's doing.
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return invalid('request: could not be read')
  }
  return new ApiError('INTERNAL_ERROR', { requestId }, { cause: error })
}

const FRAMEWORK: Readonly<Record<string, () => ApiError>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: () => new ApiError('PAYLOAD_TOO_LARGE', { limit: BODY_LIMIT }),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () => new ApiError('UNSUPPORTED_MEDIA_TYPE'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () => invalid('body: its length differs from the Content-Length header'),
  FST_ERR_BAD_URL: () => invalid('path: expected valid percent-encoding'),
  FST_ERR_MAX_PARAM_LENGTH: () => invalid(`path: expected parameters of at most ${PARAMETER_LIMIT} characters`),
}

function invalid(detail: string): ApiError {
  return new ApiError('VALIDATION_ERROR', { detail })
}

const DETAILS: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: 'header: expected at most 16384 bytes of headers',
  ERR_HTTP_REQUEST_TIMEOUT: 'request: not received in time',
}

/** Answers what never became a request (broken HTTP, too many headers, too slow) in the envelope, and hangs up. */
export function handleClientError(error: Error & { code?: string }, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const detail = DETAILS[error.code ?? ''] ?? 'request: expected valid HTTP/1.1'
  answerSocket(socket, new ApiError('VALIDATION_ERROR', { detail }))
}

/** A tunnel is never opened. */
export function refuseConnect(_request: unknown, socket: Duplex): void {
  answerSocket(socket, new ApiError('METHOD_NOT_ALLOWED', { method: 'CONNECT', allowed: 'GET, POST' }), {
    allow: 'GET, POST',
  })
}

function answerSocket(socket: Duplex, error: ApiError, extra: Record<string, string> = {}): void {
  const body = JSON.stringify(errorBody(error.code, error.message))
  const headers = {
    ...SECURITY_HEADERS,
    ...extra,
    'x-request-id': v7(),
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  // The peer may be gone already; an error of its socket then has no receiver.
  socket.on('error', () => socket.destroy())
  socket.end([`HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}`, ...lines, '', body].join('\r\n'))
}

/**
 * Makes every declared path answer 405 with `Allow` to the methods it does not have. Call it before the routes are
 * declared, and the function it returns after.
 */
export function collectMethods(app: App): () => void {
  const methods = new Map<string, Set<string>>()
  const open = new Set<string>()
  const onRoute = ({ url, method, config }: RouteOptions) => {
    const { access } = config ?? {}
    if (access !== undefined && access !== 'public' && 'anyOrigin' in access && access.anyOrigin) open.add(url)
    const known = methods.get(url) ?? new Set<string>()
    for (const name of [method].flat()) known.add(name)
    if (known.has('GET')) known.add('HEAD')
    methods.set(url, known)
  }
  app.addHook('onRoute', onRoute)
  return () => {
    const declared = [...methods].map(([url, known]) => ({ url, allowed: [...known].sort() }))
    for (const { url, allowed } of declared) {
      // CONNECT never reaches the router.
      const others = METHODS.filter((name) => name !== 'CONNECT' && !allowed.includes(name))
      app.route({
        url,
        method: others,
        config: { access: 'public', allowed: allowed.join(', '), ...(open.has(url) && { anyOrigin: true as const }) },
        schema: { hide: true },
        // The guard answers before any handler.
        handler: () => Promise.reject(new Error('unreachable')),
      })
    }
  }
}

/**
 * What lies behind an error, one line each, outermost first: for a log that names a dead node without four stack traces.
 * Of a URL only scheme and host are told, because the rest may be a key.
 */
export function causesOf(error: Error): string[] {
  const found = new Set<string>()
  const seen = new Set<unknown>()
  const visit = (cause: unknown) => {
    if (cause === undefined || cause === null || seen.has(cause) || found.size >= MAX_CAUSES) return
    seen.add(cause)
    const { message, code } = cause instanceof Error ? (cause as NodeJS.ErrnoException) : { message: String(cause) }
    const text = message || code
    if (text) found.add(oneLine(text))
    if (cause instanceof AggregateError) for (const one of cause.errors) visit(one)
    if (cause instanceof Error) visit(cause.cause)
  }
  visit(error.cause)
  return [...found]
}

function oneLine(text: string): string {
  return text
    .replace(/\b([a-z][a-z0-9+.-]*:\/\/)(\S+)/gi, (_, scheme: string, rest: string) => {
      const authority = rest.slice(rest.lastIndexOf('@') + 1).split(/[/?#]/)[0] ?? ''
      return scheme + authority
    })
    .replace(/[\p{C}\p{Z}]+/gu, ' ')
    .trim()
    .slice(0, LONGEST_CAUSE)
}
