import type { Facts } from '../facts/facts.ts'
import type { SiteAddress } from '../facts/site.ts'
import type { VisitHop } from '../facts/visit.ts'

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

/** Whether two addresses are answered by the same host in the same way, so that one certificate speaks for both. */
export function isSameServer(one: SiteAddress, other: SiteAddress): boolean {
  return one.scheme === other.scheme && one.host === other.host && one.port === other.port
}

/** Files that run when they are opened. */
const PROGRAM = /\.(exe|msi|msix|dmg|pkg|apk|appimage|deb|rpm|jar|bat|cmd|com|ps1|vbs|js|hta|scr|lnk|iso|img|cpl|wsf)$/i

/** Whether a file of this name runs when it is opened. */
export function isProgram(file: string): boolean {
  return PROGRAM.test(file)
}
