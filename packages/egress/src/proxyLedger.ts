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
