import type { SiteAddress, SiteStanding } from '../facts/site.ts'
import type { Facts } from '../facts.ts'
import type { GatheredFacts } from '../gatherFacts.ts'
import type { Outcome } from '../runDetectors.ts'
import { shownRegistration } from './shownRegistration.ts'
import { shownTls } from './shownTls.ts'
import { standingOfShown } from './standingOfShown.ts'
import { unseen } from './unseen.ts'
import { vouchedBy } from './vouchedBy.ts'

type Gathered = Pick<GatheredFacts, 'facts' | 'incomplete'>

/** Days. Domains that were registered for one campaign rarely see their first birthday. */
const OLD_ENOUGH = 365
const DAY = 86_400_000
/** The rule that a missing page is counted by. */
const PAGE = 'page-not-read'
/** Cannot say either where a visit is missing. */
const WAY = 'listed-redirect-target'

/**
 * Facts that decide about a site and are missing: what its page shows, and what of a good standing is not known. Empty when the page was
 * seen, when its host does not exist, and when the standing of the site is known and good. Lists of the scanned site itself are the business
 * of `listed-site`.
 */
export function missingOfUrl(gathered: Gathered): string[] {
  const { site, standing, visit, page, hopStandings } = gathered.facts
  if (site === undefined) return ['site']
  // Where it leads is not known: only the owner of all of the host can answer for that.
  if (visit === undefined) return isAnsweredFor(site, standing) ? [] : ['visit']
  const lists = hopStandings === undefined ? ['hopStandings'] : []
  const why = page === undefined ? 'withheld' : unseen(visit, page)
  if (why === null || isUnregistered(gathered.facts) || isKnown(gathered.facts)) return lists
  const good = goodStanding(gathered)
  // A site that shows its page to others hides it from scanners, however old its domain is.
  if (why !== 'withheld' && good.isGood) return lists
  return [...lists, 'page', ...good.missing]
}

/** Counts a page that was not seen as what decides, unless a good standing stands in for it. */
export function weighPage(outcomes: readonly Outcome[], gathered: Gathered): Outcome[] {
  const missing = missingOfUrl(gathered)
  return outcomes.map((outcome): Outcome => {
    const { detector } = outcome
    if (detector.id === PAGE && missing.length > 0) return { detector, status: 'unknown', missing, switchedOff: false }
    const isRelieved = missing.length === 0 && (detector.id === PAGE || detector.id === WAY)
    return isRelieved && outcome.status === 'unknown' ? { ...outcome, decisive: false } : outcome
  })
}

/** Whether DNS, while it works, says that there is no such name. It is judged by a rule of its own. */
export function isUnregistered({ dns, site, visit }: Partial<Facts>): boolean {
  return dns?.exists === false && visit?.reached !== true && (visit?.final.host ?? site?.host) === site?.host
}

/** Where redirects end: an official domain, a popular one, or one that the operator or a list calls good. */
function isKnown({ site, standing, visit, hopStandings = {} }: Partial<Facts>): boolean {
  if (site === undefined || standing === undefined || visit === undefined) return false
  const ends = { site, standing, visit, hopStandings }
  const shown = standingOfShown(ends)
  return vouchedBy(ends) !== null || Boolean(shown?.popular ?? shown?.allowed)
}

function isAnsweredFor({ platform, site, carried }: SiteAddress, standing: SiteStanding | undefined): boolean {
  const isShared = platform !== null || site === null
  const isVouchedFor = Boolean(standing?.official ?? standing?.allowed)
  return isVouchedFor && standing?.listed.length === 0 && !isShared && carried.length === 0
}

/** Lists, age and certificate of where redirects end. `missing`: those that are not known. */
function goodStanding({ facts, incomplete }: Gathered): { isGood: boolean; missing: string[] } {
  const { site, standing, visit, hopStandings, scannedAt = 0 } = facts
  const shown =
    site && visit && standing && !incomplete.standing
      ? standingOfShown({ site, standing, visit, hopStandings: hopStandings ?? {} })
      : null
  const registeredAt = shownRegistration(facts)?.registeredAt ?? null
  const tls = shownTls(facts)
  const isCertificateKnown = tls !== null && tls.status !== 'unreachable'
  const missing = [
    ...(shown === null ? ['standing'] : []),
    ...(registeredAt === null ? ['registration'] : []),
    ...(isCertificateKnown ? [] : ['tls']),
  ]
  const isOld = registeredAt !== null && scannedAt - registeredAt >= OLD_ENOUGH * DAY
  const isShared = visit?.final.platform !== null || visit.final.site === null
  const isGood = shown?.listed.length === 0 && isOld && tls?.status === 'valid' && !isShared
  return { isGood, missing }
}
