import type { BrandLikeness } from '../facts/site.ts'
import type { Facts } from '../facts.ts'

/** Rank limit: beyond it, a few hundred requests a day make a rank. */
const LAST_POPULAR = 100_000

/**
 * Returns facts of the site that a resemblance is about, the scanned site or its redirect target: when its domain was registered
 * (Unix milliseconds; null where no registry says), and whether many people visit it.
 */
export function resemblingSite(
  { host: elsewhere }: Pick<BrandLikeness, 'host'>,
  {
    site,
    trust,
    hopTrust,
    registrations = [],
  }: Pick<Facts, 'site' | 'trust' | 'hopTrust'> & Partial<Pick<Facts, 'registrations'>>,
): { host: string; registeredAt: number | null; isPopular: boolean } {
  const host = elsewhere ?? site.host
  const { listed = [], popular = null } = (host === site.host ? trust : hopTrust[host]) ?? {}
  const registered = registrations.find(
    ({ site: one }) => one.host === host || host.endsWith(`.${one.site ?? one.host}`),
  )
  return {
    host,
    registeredAt: registered?.registration?.registeredAt ?? null,
    isPopular: listed.length === 0 && popular !== null && popular.rank <= LAST_POPULAR,
  }
}
