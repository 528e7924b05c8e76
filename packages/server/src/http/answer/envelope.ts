import type { FastifyRequest } from 'fastify'
import type { ErrorCode } from '../../errors.ts'
import type { AccountEvent } from '../../usecases/events/events.ts'

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
  return { success: true, data, meta: metaOf(request, scanId) }
}

/** The same as JSON, of data that is JSON already. */
export function successText(request: FastifyRequest, data: string): string {
  return `{"success":true,"data":${data},"meta":${metaText(metaOf(request, null))}}`
}

/** Most have three members, and no member needs escaping. */
function metaText({ requestId, timestamp, processingTime, ...more }: Meta): string {
  const known = `"requestId":"${requestId}","timestamp":"${timestamp}","processingTime":${processingTime}`
  return more.ignored === undefined ? `{${known}}` : `{${known},${JSON.stringify(more).slice(1)}`
}

function metaOf(request: FastifyRequest, scanId: string | null): Meta {
  const meta: Meta = {
    requestId: request.id,
    timestamp: timestamp(),
    processingTime: Math.round(performance.now() - request.startedAt),
  }
  if (request.ignored.length > 0) meta.ignored = request.ignored
  if (scanId !== null && scanId !== request.id) meta.scanId = scanId
  return meta
}

let stampedAt = Number.NaN
let stamp = ''

/** Now, in ISO 8601; written once for all who ask in the same millisecond. */
function timestamp(): string {
  const now = Date.now()
  if (now !== stampedAt) {
    stampedAt = now
    stamp = new Date(now).toISOString()
  }
  return stamp
}

/** The one shape of every error. */
export function errorBody(code: ErrorCode, message: string) {
  return { success: false, error: { code, message } } as const
}

/** Unix milliseconds as answers show them. */
export function isoTime(at: number): string {
  return new Date(at).toISOString()
}

/** An event as it is answered, listed and streamed. */
export function renderEvent({ id, type, at, entity, data, deliveries, cursor }: AccountEvent) {
  const timestamp = new Date(at).toISOString()
  return { id, type, timestamp, data: JSON.parse(data) as Record<string, unknown>, entity, deliveries, cursor }
}

/** Sent with every answer. Nothing here is a page, except /docs, which replaces the content policy by its own. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
}
