import { getDomain } from 'tldts'
import { isSharedName } from './sharedHosts.ts'

/**
 * The part of a host that one owner holds: its registrable domain or, where strangers share it, one label more
 * (`evil.vercel.app`, `me.gitbook.io`). Null for IP addresses and for what strangers share (`vercel.app`, `sites.google.com`).
 * @param host canonical, as `canonicalKey` makes it.
 */
export function siteOf(host: string): string | null {
  return siteBelow(host, getDomain(host, { allowPrivateDomains: true, extractHostname: false, detectIp: true }))
}

/** The same where the registrable domain is known, its suffix private or not. */
export function siteBelow(host: string, domain: string | null): string | null {
  if (domain === null) return null
  const labels = host.split('.')
  for (let count = domain.split('.').length; count <= labels.length; count++) {
    const site = labels.slice(-count).join('.')
    if (!isSharedName(site)) return site
  }
  return null
}
