import type { Socket } from 'node:net'
import { type buildConnector, Client } from 'undici'
import { EgressError } from './egressError.ts'

/** A client for one origin, with one request at a time. */
export type BoundedClient = {
  client: Client
  /** Before each request: the head of its answer is counted from here. */
  headBegins(): void
  headEnded(): void
}

/**
 * Bytes from the network before the head of an answer is complete: its 16 KB of headers, interim answers, a TLS handshake, and
 * the first pieces of the body that came along. undici counts headers, but builds a status line of any length, whose every
 * piece is garbage of the size of all before it.
 */
const MAX_BYTES_BEFORE_HEAD = 262_144
/** How long an idle connection is kept, in milliseconds; a server that says less is believed, and one that says more up to here. */
const IDLE_MS = 10_000

/** undici with bounds on what a stranger's server may send. The connector is asked anew whenever there is no connection. */
export function boundedClient(origin: URL, connect: buildConnector.connector): BoundedClient {
  let counting = true
  let before = 0
  let current: Socket | null = null
  const client = new Client(origin.origin, {
    pipelining: 1,
    maxHeaderSize: 16_384,
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveTimeout: IDLE_MS,
    keepAliveMaxTimeout: IDLE_MS,
    allowH2: false,
    connect: (options, callback) =>
      connect(options, (...answer) => {
        const [, socket] = answer
        current = socket
        before = 0
        // Asked before undici reads: its own listener comes after this one.
        socket?.on('readable', () => {
          if (counting && socket.bytesRead - before > MAX_BYTES_BEFORE_HEAD) socket.destroy(tooMuch(origin.host))
        })
        callback(...answer)
      }),
  })
  return {
    client,
    headBegins() {
      counting = true
      before = current?.bytesRead ?? 0
    },
    headEnded() {
      counting = false
    },
  }
}

function tooMuch(host: string): EgressError {
  return new EgressError('bad-answer', `${host}: the head of the answer is larger than ${MAX_BYTES_BEFORE_HEAD} bytes.`)
}
