import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { v7 } from 'uuid'
import { ApiError } from '../errors.ts'
import { errorBody } from './envelope.ts'
import { SECURITY_HEADERS } from './securityHeaders.ts'

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
