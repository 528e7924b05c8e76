import { Resolver } from 'node:dns/promises'
import { isIP, type LookupFunction, Socket } from 'node:net'
import type { SecureContext } from 'node:tls'
import { buildConnector } from 'undici'
import type { Deadline } from './deadline.ts'
import { EgressError } from './egressError.ts'
import { isPublicAddress } from './publicAddress.ts'
import type { Target } from './target.ts'

/** Tried in turn; a name with more has more than a web site needs. */
const MAX_ADDRESSES = 8

export type ConnectionOptions = {
  nameServers?: readonly string[] | undefined
  secureContext?: SecureContext | undefined
  /**
   * TLS context that accepts any certificate. Answers over such a connection may be forged: they are evidence of what a
   * visitor who ignores the warning is shown, and are never trusted.
   */
  lookingIn?: SecureContext | undefined
}

/**
 * Opens the connection of one request to a target that a stranger chose. Three checks, because each alone has holes: a literal
 * address is never looked up, a name may change between look-ups (so what was checked is what is connected to), and what the
 * socket is connected to in the end is asked of the socket. `connected` is told that address.
 */
export function guardedConnector(
  target: Target,
  deadline: Deadline,
  connected: (address: string) => void,
  options: ConnectionOptions = {},
): buildConnector.connector {
  const open = buildConnector({
    timeout: deadline.leftMs(),
    maxCachedSessions: 0,
    keepAlive: false,
    allowH2: false,
    autoSelectFamily: true,
    ...(options.secureContext ? { secureContext: options.secureContext } : {}),
    ...(options.lookingIn ? { secureContext: options.lookingIn, rejectUnauthorized: false } : {}),
    ...(target.allowed ? {} : { lookup: lookupPublic(deadline.signal, options.nameServers) }),
  })
  return (options, callback) => {
    if (isIP(options.hostname) !== 0 && refused(target, options.hostname)) return callback(refusal(target), null)
    const socket: unknown = open(detoured(options, target), (error, socket) => {
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

function detoured(options: buildConnector.Options, { detour, host }: Target): buildConnector.Options {
  if (detour === null) return options
  // Without TLS a server name would be looked up: undici connects to it rather than to the address.
  const name = options.protocol === 'https:' && isIP(host) === 0 ? { servername: options.servername || host } : {}
  return { ...options, hostname: detour.address, port: String(detour.port), ...name }
}

function lookupPublic(signal: AbortSignal, nameServers?: readonly string[]): LookupFunction {
  return (hostname, options, callback) => {
    resolvePublic(hostname, signal, nameServers).then(
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

/** What net.connect wants to be told about a name. */
type ResolvedAddress = { address: string; family: 4 | 6 }

/**
 * Looks a stranger's name up, and refuses it when any of its addresses is not public: a mixed answer is a trap, not an accident.
 * Asks the DNS servers directly: getaddrinfo would hold one of Node's four threads for as long as the stranger's server likes,
 * and would read the hosts file and append search domains, which name internal machines.
 * @throws EgressError `dns` or `blocked`; the reason of `signal`.
 */
export async function resolvePublic(
  host: string,
  signal: AbortSignal,
  nameServers?: readonly string[],
): Promise<ResolvedAddress[]> {
  signal.throwIfAborted()
  const resolver = new Resolver({ timeout: 2_000, tries: 2 })
  if (nameServers !== undefined) resolver.setServers(nameServers)
  const cancel = () => resolver.cancel()
  signal.addEventListener('abort', cancel, { once: true })
  try {
    const [v4, v6] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
    signal.throwIfAborted()
    const found: ResolvedAddress[] = [
      ...(v4.status === 'fulfilled' ? v4.value : []).map((address) => ({ address, family: 4 as const })),
      ...(v6.status === 'fulfilled' ? v6.value : []).map((address) => ({ address, family: 6 as const })),
    ]
    if (found.length === 0) {
      const code = v4.status === 'rejected' ? (v4.reason as { code?: unknown }).code : 'no address'
      throw new EgressError('dns', `${host}: the name could not be resolved (${code}).`)
    }
    if (found.some(({ address }) => !isPublicAddress(address))) {
      // Not the address itself: who asked may be a stranger, and internal addresses are none of their business.
      throw new EgressError(
        'blocked',
        `${host}: the name leads to an address that is not public. If it is meant to be reached, add it with its port to EGRESS_ALLOW.`,
      )
    }
    return found.slice(0, MAX_ADDRESSES)
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}
