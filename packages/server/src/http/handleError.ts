import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError, apiErrorOf } from '../errors.ts'
import { causesOf } from './causesOf.ts'
import type { Edge } from './context.ts'
import { errorBody } from './envelope.ts'
import { BODY_LIMIT, PARAMETER_LIMIT } from './limits.ts'
import { SECURITY_HEADERS } from './securityHeaders.ts'

const DEFAULT_RETRY_SECONDS = 5

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
    return reply
      .code(known.status)
      .type('application/json; charset=utf-8')
      .serializer((payload: unknown) => JSON.stringify(payload))
      .send(errorBody(known.code, known.message))
  }
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
