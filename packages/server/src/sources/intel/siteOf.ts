import { getDomain } from 'tldts'
import { isSharedHost } from './sharedHosts.ts'

/**
 * The part of a host that one owner holds: its registrable domain or, where strangers share it, one label more
 * (`evil.vercel.app`, `me.gitbook.io`). Null for IP addresses and for what strangers share (`vercel.app`, `sites.google.com`).
 * @param host canonical, as `canonicalKey` makes it.
 */
export function siteOf(host: string): string | null {
  const domain = getDomain(host, { allowPrivateDomains: true, extractHostname: false, detectIp: true })
  if (domain === null) return null
  const labels = host.split('.')
  for (let count = domain.split('.').length; count <= labels.length; count++) {
    const site = labels.slice(-count).join('.')
    if (!isSharedHost(site)) return site
  }
  return null
}
