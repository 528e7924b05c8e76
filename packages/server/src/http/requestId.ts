import { randomFillSync } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { v7 } from 'uuid'

const ACCEPTED = /^[A-Za-z0-9._:-]{1,128}$/
/** Bytes of randomness that one id takes. */
const RANDOM = 16
/** Drawn for 256 ids at a time: drawing costs more than all else that an id takes. */
const pool = Buffer.alloc(256 * RANDOM)
let used = pool.length

/** The client's `X-Request-ID` when it is well formed, else a new UUIDv7 (RFC 9562). */
export function requestIdOf(request: IncomingMessage): string {
  const given = request.headers['x-request-id']
  return typeof given === 'string' && ACCEPTED.test(given) ? given : v7({ random: nextRandom() })
}

function nextRandom(): Uint8Array {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  used += RANDOM
  return pool.subarray(used - RANDOM, used)
}
