import type { Socket } from 'node:net'
import { type Deadline, startDeadline } from './deadline.ts'
import { describeFailure, EgressError } from './egressError.ts'
import type { Guard } from './guard.ts'
import { guardedConnector } from './guardedConnector.ts'
import { checkTarget, type Target } from './target.ts'

/** What a proxy lets through before it stops; all connections are counted from its start. */
export type ProxyLimits = {
  /** Wall-clock time of one connection, in milliseconds. */
  connectionMs: number
  /** Bytes over one connection, both ways together, as they are on the wire. */
  connectionBytes: number
  /** Bytes over all connections. */
  totalBytes: number
  /** Connections in all. */
  connections: number
}

/** Counts what goes through a proxy, and remembers the hosts it was for. */
export type ProxyLedger = {
  /** False: there were too many connections already. */
  open(): boolean
  /** Counts the bytes of one connection; `spend` answers false once they, or those of all connections, are too many. */
  meter(): { spend(bytes: number): boolean }
  reached(host: string): void
  refuse(host: string): void
  report(): ProxyReport
}

/** Hosts in the order of their first appearance, each once, `host` or `host:port` where the port is not the scheme's. */
export type ProxyReport = {
  contacted: string[]
  /** Hosts that our own rules forbid. */
  refused: string[]
  /** What was used up: `connections` or `bytes`; null while there is some left. */
  exhausted: 'connections' | 'bytes' | null
}

/** A page may name hosts for as long as it runs. */
const MAX_HOSTS = 200

export function createProxyLedger(limits: ProxyLimits): ProxyLedger {
  const contacted = new Set<string>()
  const refused = new Set<string>()
  let connections = 0
  let bytes = 0
  let exhausted: ProxyReport['exhausted'] = null
  const note = (hosts: Set<string>, host: string) => {
    if (hosts.size < MAX_HOSTS) hosts.add(host)
  }
  return {
    open() {
      if (connections >= limits.connections) exhausted ??= 'connections'
      else connections++
      return exhausted === null
    },
    meter() {
      let own = 0
      return {
        spend(size) {
          own += size
          bytes += size
          if (own > limits.connectionBytes || bytes > limits.totalBytes) exhausted ??= 'bytes'
          return own <= limits.connectionBytes && bytes <= limits.totalBytes
        },
      }
    },
    reached: (host) => note(contacted, host),
    refuse: (host) => note(refused, host),
    report: () => ({ contacted: [...contacted], refused: [...refused], exhausted }),
  }
}

/** What every connection of one proxy shares. */
export type ProxyContext = {
  guard: Guard
  ledger: ProxyLedger
  limits: ProxyLimits
  /** Narrows what the guard allows, by host as URL writes it. */
  reaches: (hostname: string) => boolean
  closing: AbortSignal
}

/** The target that a client of the proxy asks for, checked as far as its URL goes. */
export type ProxyRoute = {
  target: Target
  deadline: Deadline
  /** Opens the connection: the name is looked up and the address checked. `callback` may be given undici's options. */
  connect: ReturnType<typeof guardedConnector>
  /** What went wrong, in our words; counted among the refused when it was our own rule. */
  failed(error: unknown): EgressError
}

/** @throws EgressError `blocked`, counted among the refused. */
export function proxyRoute(url: string, { guard, ledger, limits, reaches, closing }: ProxyContext): ProxyRoute {
  const host = URL.parse(url)?.host ?? ''
  const failed = (error: unknown) => {
    const described = describeFailure(host, error)
    if (described.failure === 'blocked') ledger.refuse(host)
    return described
  }
  try {
    const target = checkTarget(url, guard.allow)
    if (!reaches(target.url.hostname)) throw new EgressError('blocked', `${host}: not to be reached from here.`)
    const deadline = startDeadline(host, limits.connectionMs, [closing])
    const connect = guardedConnector(target, deadline, () => ledger.reached(host), {
      ...guard,
      secureContext: undefined,
    })
    return { target, deadline, connect, failed }
  } catch (error) {
    throw failed(error)
  }
}

/** Opens the bare connection of a route, without TLS, which the client speaks itself. @throws EgressError */
export function openSocket({ target, deadline, connect, failed }: ProxyRoute): Promise<Socket> {
  const { url, host, port } = target
  const opened = new Promise<Socket>((resolve, reject) => {
    const options = { hostname: host, host: url.host, protocol: 'http:', port: String(port) }
    connect(options, (error, socket) => (error ? reject(error) : resolve(socket as Socket)))
  })
  // A socket that opens after the deadline has no owner, so it is closed here.
  deadline.signal.addEventListener(
    'abort',
    () =>
      void opened.then(
        (socket) => socket.destroy(),
        () => undefined,
      ),
    {
      once: true,
    },
  )
  return deadline.race(opened).catch((error: unknown) => {
    throw failed(error)
  })
}
