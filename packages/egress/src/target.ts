import { isIP } from 'node:net'
import { EgressError } from './egressError.ts'
import { type AllowList, type Detour, isPublicAddress } from './publicAddress.ts'

/** Where web sites and feeds live. Anything else is more often a service that was never meant for strangers. */
const PORTS = new Set([80, 443, 8080, 8443])

/** A URL that may be asked on a stranger's word, as far as can be told before its name is looked up. */
export type Target = {
  url: URL
  /** Without the brackets of IPv6. */
  host: string
  port: number
  /** In EGRESS_ALLOW, or with a detour: no address is refused. */
  allowed: boolean
  detour: Detour | null
}

/**
 * Checks what a URL says by itself: scheme, port and literal address. URL has already turned 0x7f.1, ①②⑦.1 and 2130706433 into
 * 127.0.0.1.
 * @param ports where the protocol lives, beside what is allowed.
 * @throws EgressError `blocked`
 */
export function checkTarget(text: string, allow: AllowList, ports: ReadonlySet<number> = PORTS): Target {
  const url = parseHttpUrl(text)
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80))
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const detour = allow.detour?.(url.hostname, port) ?? null
  const target = { url, host, port, allowed: detour !== null || allow.has(url.hostname, port), detour }
  if (target.allowed) return target
  const remedy = `If it is meant to be reached, add ${url.hostname}:${port} to EGRESS_ALLOW.`
  if (isIP(host) !== 0 && !isPublicAddress(host)) {
    throw new EgressError('blocked', `${url.host}: this address is not public. ${remedy}`)
  }
  if (!ports.has(port)) {
    const asked = ports.size > 1 ? `ports ${[...ports].join(', ')} are` : `port ${[...ports].join()} is`
    throw new EgressError('blocked', `${url.host}: only ${asked} asked. ${remedy}`)
  }
  return target
}

/** Without credentials, so that they are never sent, and fragment. @throws EgressError `blocked` for no http or https URL. */
export function parseHttpUrl(text: string): URL {
  const url = URL.parse(text)
  if (url === null) throw new EgressError('blocked', 'This is not a URL. Expected: https://host/path.')
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new EgressError('blocked', 'Only http and https URLs are asked.')
  }
  url.username = ''
  url.password = ''
  url.hash = ''
  return url
}
