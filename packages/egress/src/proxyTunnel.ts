import type { IncomingMessage } from 'node:http'
import { type Duplex, pipeline, Transform } from 'node:stream'
import { EgressError } from './egressError.ts'
import { openSocket, type ProxyContext, proxyRoute } from './proxyLedger.ts'

/** `host:port` of a CONNECT request (RFC 9110, 9.3.6): nothing that URL would read as something else. */
const AUTHORITY = /^(\[[0-9a-f:.]+\]|[^\s:/?#@\\[\]%]+):\d{1,5}$/i

/** Answers CONNECT: bytes go both ways between the client and a host that the guard let us reach, within the limits. */
export async function proxyTunnel(
  request: IncomingMessage,
  client: Duplex,
  head: Buffer,
  context: ProxyContext,
): Promise<void> {
  client.on('error', () => client.destroy())
  if (!context.ledger.open()) return void client.end(answer(503, 'Too many connections'))
  try {
    const authority = request.url ?? ''
    if (!AUTHORITY.test(authority)) throw new EgressError('blocked', 'Expected host:port.')
    // The scheme only says which port goes without saying; the path is not sent.
    const route = proxyRoute(`${authority.endsWith(':443') ? 'https' : 'http'}://${authority}/`, context)
    const { deadline } = route
    try {
      const server = await openSocket(route)
      const end = () => {
        server.destroy()
        client.destroy()
      }
      if (client.destroyed) return end()
      deadline.signal.addEventListener('abort', end, { once: true })
      const meter = context.ledger.meter()
      client.write(answer(200, 'Connected'))
      client.unshift(head)
      await Promise.all([copy(client, metered(meter), server), copy(server, metered(meter), client)]).finally(end)
    } finally {
      deadline.end()
    }
  } catch (error) {
    client.end(answer(error instanceof EgressError && error.failure === 'blocked' ? 403 : 502, 'Not reached'))
  }
}

function answer(status: number, reason: string): string {
  const rest = status === 200 ? '' : 'content-length: 0\r\nconnection: close\r\n'
  return `HTTP/1.1 ${status} ${reason}\r\n${rest}\r\n`
}

/** Settles when that direction is over, whether it ended well or not: neither is an error of ours. */
function copy(from: Duplex, through: Transform, to: Duplex): Promise<void> {
  return new Promise((resolve) => {
    pipeline(from, through, to, () => resolve())
  })
}

function metered(meter: { spend(bytes: number): boolean }): Transform {
  return new Transform({
    transform(chunk: Buffer, _, done) {
      if (meter.spend(chunk.length)) done(null, chunk)
      else done(new EgressError('too-large', 'The connection carried more bytes than it may.'))
    },
  })
}
