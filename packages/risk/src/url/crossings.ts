import type { SiteAddress } from '../facts/site.ts'
import type { VisitHop } from '../facts/visit.ts'
import type { Facts } from '../facts.ts'

/** A step of a visit that leaves one owner's site for another's. */
export type Crossing = { hop: VisitHop; from: string; to: string }

/** The steps that lead from one site to another: `www.` and a change of path are none. */
export function crossings({ site, visit }: Pick<Facts, 'site' | 'visit'>): Crossing[] {
  let at = ownerOf(site)
  return visit.hops.flatMap((hop) => {
    const from = at
    at = ownerOf(hop.to)
    return from === at ? [] : [{ hop, from, to: at }]
  })
}

function ownerOf({ site, registrable, host }: SiteAddress): string {
  return site ?? registrable ?? host
}
