import type { IncomingMessage } from 'node:http'
import { v7 } from 'uuid'

const ACCEPTED = /^[A-Za-z0-9._:-]{1,128}$/

/** The client's `X-Request-ID` when it is well formed, else a new UUIDv7 (RFC 9562). */
export function requestIdOf(request: IncomingMessage): string {
  const given = request.headers['x-request-id']
  return typeof given === 'string' && ACCEPTED.test(given) ? given : v7()
}
