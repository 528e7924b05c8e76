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
