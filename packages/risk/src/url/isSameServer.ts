import type { SiteAddress } from '../facts/site.ts'

/** Whether two addresses are answered by the same host in the same way, so that one certificate speaks for both. */
export function isSameServer(one: SiteAddress, other: SiteAddress): boolean {
  return one.scheme === other.scheme && one.host === other.host && one.port === other.port
}
