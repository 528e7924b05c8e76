import type { SiteAddress } from '@redoubt/risk/facts/site.ts'
import { canonicalKey } from './canonicalKey.ts'
import { brandOfHost } from './siteWords.ts'

/**
 * Returns the brand whose official domain a site is, or null. Needs no list. Where strangers publish under one domain
 * (`github.com/someone`) only the front page is its owner's.
 * @param officialDomains read once, when first asked.
 */
export function createOfficialBrand(
  officialDomains: () => readonly { domain: string; brand: string }[],
): (site: Pick<SiteAddress, 'host' | 'site' | 'path'>) => string | null {
  let brands: ReadonlyMap<string, string> | undefined
  return ({ host, site, path }) => {
    if (site === null && path !== '/') return null
    brands ??= new Map(officialDomains().map(({ domain, brand }) => [domain, brand]))
    return brandOfHost(canonicalKey(host)?.value ?? host, brands)
  }
}
