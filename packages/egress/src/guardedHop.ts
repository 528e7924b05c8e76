import { isIP, type Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'
import type { ConnectionPool } from './connectionPool.ts'
import type { Deadline } from './deadline.ts'
import type { Guard } from './guard.ts'
import { guardedConnector } from './guardedConnector.ts'
import { type Hop, type HopRequest, sendUnpooled } from './hop.ts'
import { checkTarget, type Target } from './target.ts'

/**
 * Sends one request to an address that a stranger chose.
 * @param options.kept where its connection is taken from and left; without it, it has one of its own.
 * @throws EgressError
 */
export async function guardedHop(
  request: HopRequest,
  guard: Guard,
  deadline: Deadline,
  { insecureTls = false, kept = null }: { insecureTls?: boolean; kept?: ConnectionPool | null } = {},
): Promise<Hop> {
  const target = checkTarget(request.url.href, guard.allow)
  if (kept !== null && !insecureTls) {
    const connector = (current: Deadline, told: (ip: string) => void) => guardedConnector(target, current, told, guard)
    return kept.send({ ...request, url: target.url }, connector, deadline)
  }
  let address = ''
  const told = (ip: string) => {
    address = ip
  }
  const connect = guardedConnector(target, deadline, told, {
    ...guard,
    lookingIn: insecureTls ? guard.readingContext() : undefined,
  })
  const hop = await sendUnpooled({ ...request, url: target.url }, connect, deadline)
  return { ...hop, address }
}

/**
 * Opens a dedicated connection to a target that a stranger chose, under the checks of `guardedConnector`. `https:` speaks
 * TLS and accepts any certificate, for callers that inspect it. The caller closes it.
 * @throws EgressError; errors of the socket.
 */
export function openGuarded(target: Target, protocol: 'http:', guard: Guard, deadline: Deadline): Promise<Socket>

export function openGuarded(target: Target, protocol: 'https:', guard: Guard, deadline: Deadline): Promise<TLSSocket>

export function openGuarded(
  target: Target,
  protocol: 'http:' | 'https:',
  guard: Guard,
  deadline: Deadline,
): Promise<Socket> {
  const lookingIn = protocol === 'https:' ? guard.lookingContext() : undefined
  const connect = guardedConnector(target, deadline, () => undefined, { ...guard, lookingIn })
  // A dot at the end is of DNS, not of certificates (RFC 6066, 3).
  const servername = lookingIn && isIP(target.host) === 0 ? target.host.replace(/\.$/, '') : ''
  const where = { hostname: target.host, host: target.url.host, protocol, port: String(target.port), servername }
  return deadline.race(
    new Promise<Socket>((resolve, reject) => {
      connect(where, (error, socket) => {
        if (error !== null) return reject(error)
        // The race may be over.
        if (deadline.signal.aborted) socket.destroy()
        resolve(socket)
      })
    }),
  )
}
