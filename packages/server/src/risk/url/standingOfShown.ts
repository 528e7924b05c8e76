import type { SiteStanding } from '../facts/site.ts'
import type { Facts } from '../facts.ts'

/** Standing of the site that the visit ended at; null when that is another site and nothing is known of it. */
export function standingOfShown({
  site,
  standing,
  visit,
  hopStandings,
}: Pick<Facts, 'site' | 'standing' | 'visit' | 'hopStandings'>): SiteStanding | null {
  if (visit.final.host === site.host) return standing
  return Object.hasOwn(hopStandings, visit.final.host) ? (hopStandings[visit.final.host] ?? null) : null
}
