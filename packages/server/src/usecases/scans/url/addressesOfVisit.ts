import type { Browsing } from '@redoubt/risk/facts/browsing.ts'
import type { Page } from '@redoubt/risk/facts/page.ts'
import type { SiteAddress } from '@redoubt/risk/facts/site.ts'
import type { Visit } from '@redoubt/risk/facts/visit.ts'
import { placeOf } from './placeOf.ts'

/** Hosts of one page that are looked up: more than any honest page has. */
const MAX_CONTACTS = 60

/** Returns the addresses that a visit passed, without its start. Each once, in order. */
export function addressesOnTheWay(site: SiteAddress, { hops, final }: Visit): SiteAddress[] {
  const byHref = new Map([...hops.map(({ to }) => to), final].map((address) => [address.href, address]))
  byHref.delete(site.href)
  return [...byHref.values()]
}

/**
 * Addresses that a page loads code from, sends forms to, frames or offers for download, and those that a browser contacted while it ran
 * the page: one of each host, and each path of a host that strangers share; those that receive something first, without the page's own.
 * `more`: some were left out.
 */
export function addressesContacted(
  page: Page | null,
  browsing: Browsing | null,
  final: SiteAddress,
  parse: (url: string) => SiteAddress,
): { addresses: SiteAddress[]; more: boolean } {
  const named = [
    ...(page?.forms.map(({ action }) => action) ?? []),
    ...(page?.scripts.map(({ src }) => src) ?? []),
    ...(page?.frames.map(({ src }) => src) ?? []),
    ...(page?.links.downloads ?? []),
    ...(browsing?.contacted.map((host) => `https://${host}/`) ?? []),
    ...(browsing?.downloads.map(({ url }) => url) ?? []),
  ]
  const known = new Set([placeOf(final)])
  const addresses: SiteAddress[] = []
  for (const href of new Set(named)) {
    const url = href === null ? null : URL.parse(href, final.href)
    // Reading an address costs more than seeing that its host is known.
    if (url === null || !/^https?:$/.test(url.protocol) || known.has(url.hostname)) continue
    const address = parsed(url.href, parse)
    if (address === null || known.has(placeOf(address))) continue
    if (addresses.length === MAX_CONTACTS) return { addresses, more: true }
    known.add(placeOf(address))
    addresses.push(address)
  }
  return { addresses, more: false }
}

/** Whatever a page writes into an attribute need not be an address. */
function parsed(href: string, parse: (url: string) => SiteAddress): SiteAddress | null {
  try {
    return parse(href)
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}
