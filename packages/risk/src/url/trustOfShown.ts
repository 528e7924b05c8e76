import type { SiteTrust } from '../facts/site.ts'
import type { Facts } from '../facts.ts'

/** Standing of the site that the visit ended at; null when that is another site and nothing is known of it. */
export function trustOfShown({
  site,
  trust,
  visit,
  hopTrust,
}: Pick<Facts, 'site' | 'trust' | 'visit' | 'hopTrust'>): SiteTrust | null {
  if (visit.final.host === site.host) return trust
  return Object.hasOwn(hopTrust, visit.final.host) ? (hopTrust[visit.final.host] ?? null) : null
}
