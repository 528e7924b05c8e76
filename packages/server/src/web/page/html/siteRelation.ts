import type { SiteAddress } from '@redoubt/risk/facts/site.ts'

/** An address on the page, and whether it leads to another site. */
export type Related = { url: URL; offSite: boolean }

/** Reads addresses as the page means them. */
export type SiteRelation = {
  /** Null for what is no http(s) address. */
  resolve(href: string): Related | null
}

/** Longer addresses are data put into an address. */
const LONGEST = 8_192
const MAX_HOSTS = 5_000

/** @param base `href` of the page's `base` element. */
export function siteRelation(
  final: SiteAddress,
  base: string | null,
  parse: (url: string) => SiteAddress,
): SiteRelation {
  const from = (base === null || base.length > LONGEST ? null : URL.parse(base, final.href)) ?? new URL(final.href)
  const own = final.site ?? final.host
  const sites = new Map<string, boolean>()
  const isOffSite = (url: URL) => {
    const known = sites.get(url.host)
    if (known !== undefined) return known
    const { site, host } = parse(`${url.protocol}//${url.host}/`)
    const offSite = (site ?? host) !== own
    if (sites.size < MAX_HOSTS) sites.set(url.host, offSite)
    return offSite
  }
  return {
    resolve(href) {
      const url = href.length > LONGEST ? null : URL.parse(href.trim(), from.href)
      return url !== null && /^https?:$/.test(url.protocol) ? { url, offSite: isOffSite(url) } : null
    },
  }
}
