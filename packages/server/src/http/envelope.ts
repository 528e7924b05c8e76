import type { FastifyRequest } from 'fastify'
import type { ErrorCode } from '../errors.ts'

/**
 * `meta` of every success. `processingTime` in integer milliseconds; `ignored` only when something was; `scanId` only
 * when the scan is kept under another id than `requestId`.
 */
export type Meta = {
  requestId: string
  timestamp: string
  processingTime: number
  ignored?: string[]
  scanId?: string
}

/** Wraps the data of a successful answer. */
export function success<Data>(
  request: FastifyRequest,
  data: Data,
  scanId: string | null = null,
): { success: true; data: Data; meta: Meta } {
  const meta: Meta = {
    requestId: request.id,
    timestamp: new Date().toISOString(),
    processingTime: Math.round(performance.now() - request.startedAt),
  }
  if (request.ignored.length > 0) meta.ignored = request.ignored
  if (scanId !== null && scanId !== request.id) meta.scanId = scanId
  return { success: true, data, meta }
}

/** The one shape of every error. */
export function errorBody(code: ErrorCode, message: string) {
  return { success: false, error: { code, message } } as const
}
