import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Answers on public-looking addresses from inside a cloud only: Azure's WireServer. */
const METADATA = new Set(['168.63.129.16'])

/**
 * Whether an IP address, as a resolver or socket writes it, may be connected to on a stranger's word: globally routed unicast
 * that carries no other address inside. Everything in the IANA special-purpose registries is refused (RFC 6890 and successors),
 * also what those call globally reachable (AS112, AMT, 6to4, Teredo): no web site lives there. Of IPv6 only 2000::/3 has been
 * given out (RFC 4291), which leaves out ::/96, mapped, translated (NAT64), unique-local and link-local addresses.
 * @example isPublicAddress('93.184.216.34') // true
 * @example isPublicAddress('::ffff:93.184.216.34') // false
 */
export function isPublicAddress(address: string): boolean {
  // ipaddr.js also reads octal, hexadecimal and short forms; connecting never does.
  if (isIP(address) === 0 || METADATA.has(address)) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast') return false
  return parsed instanceof ipaddr.IPv4 || ((parsed as ipaddr.IPv6).parts[0] ?? 0) >> 13 === 0b001
}

/** Where a connection goes instead of what its URL says. */
export type Detour = { address: string; port: number }

/** Hosts and ports that the operator lets strangers steer to although they are private. */
export type AllowList = {
  /** `hostname` as URL writes it (IPv6 in brackets), `port` as a number. Exact: `localhost:80` does not allow 127.0.0.1:80. */
  has(hostname: string, port: number): boolean
  /** Null: nowhere else. What has a detour is allowed. */
  detour?(hostname: string, port: number): Detour | null
}

/**
 * Reads entries of EGRESS_ALLOW, `host:port` each, IPv6 as `[::1]:8080`.
 * @param connectTo our own sites under names that DNS does not know: `host:port` → `address:port`. May be filled later.
 */
export function createAllowList(
  entries: readonly string[],
  connectTo: ReadonlyMap<string, string> = new Map(),
): Required<AllowList> {
  const allowed = new Set(entries.map((entry) => entry.toLowerCase()))
  return {
    has: (hostname, port) => allowed.has(`${hostname}:${port}`) || connectTo.has(`${hostname}:${port}`),
    detour: (hostname, port) => {
      const [, address, to] = /^\[?(.+?)\]?:(\d+)$/.exec(connectTo.get(`${hostname}:${port}`) ?? '') ?? []
      return address === undefined ? null : { address, port: Number(to) }
    },
  }
}
