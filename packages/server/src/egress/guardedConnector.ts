import { isIP, type LookupFunction, Socket } from 'node:net'
import { buildConnector } from 'undici'
import type { Deadline } from './deadline.ts'
import { EgressError } from './egressError.ts'
import { isPublicAddress } from './publicAddress.ts'
import { resolvePublic } from './resolvePublic.ts'
import type { Target } from './target.ts'

/**
 * Opens the connection of one request to a target that a stranger chose. Three checks, because each alone has holes: a literal
 * address is never looked up, a name may change between look-ups (so what was checked is what is connected to), and what the
 * socket is connected to in the end is asked of the socket. `connected` is told that address.
 */
export function guardedConnector(
  target: Target,
  deadline: Deadline,
  connected: (address: string) => void,
): buildConnector.connector {
  const open = buildConnector({
    timeout: deadline.leftMs(),
    maxCachedSessions: 0,
    keepAlive: false,
    allowH2: false,
    autoSelectFamily: true,
    ...(target.allowed ? {} : { lookup: lookupPublic(deadline.signal) }),
  })
  return (options, callback) => {
    if (isIP(options.hostname) !== 0 && refused(target, options.hostname)) return callback(refusal(target), null)
    const socket: unknown = open(options, (error, socket) => {
      if (error) return callback(error, null)
      const address = socket.remoteAddress ?? ''
      if (refused(target, address)) {
        socket.destroy()
        return callback(refusal(target), null)
      }
      connected(address)
      callback(null, socket)
    })
    // undici lets a connection attempt live on when its request is aborted.
    if (socket instanceof Socket) deadline.signal.addEventListener('abort', () => socket.destroy(), { once: true })
  }
}

function lookupPublic(signal: AbortSignal): LookupFunction {
  return (hostname, options, callback) => {
    resolvePublic(hostname, signal).then(
      (addresses) => {
        if (options.all) callback(null, addresses)
        else callback(null, addresses[0]?.address ?? '', addresses[0]?.family)
      },
      (error: NodeJS.ErrnoException) => callback(error, []),
    )
  }
}

function refused(target: Target, address: string): boolean {
  return !target.allowed && !isPublicAddress(address)
}

function refusal(target: Target): EgressError {
  return new EgressError('blocked', `${target.url.host}: the connection leads to an address that is not public.`)
}
