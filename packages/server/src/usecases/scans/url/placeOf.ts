import type { SiteAddress } from '@redoubt/risk/facts/site.ts'

/** What lists can tell apart: a host; where strangers share a host, a path of it, too. */
export function placeOf({ host, path, site }: Pick<SiteAddress, 'host' | 'path' | 'site'>): string {
  return site === null ? host + path : host
}
