import type { GatheredFacts } from '../engine/gatherFacts.ts'
import type { Outcome } from '../engine/runDetectors.ts'
import type { Facts } from '../facts/facts.ts'
import type { SiteAddress, SiteTrust } from '../facts/site.ts'
import { finalSiteRegistration, finalSiteTls } from './registrations.ts'
import { finalSiteTrust, unseen, verifiedSiteOwner } from './trustOfSite.ts'
import { unseenParts } from './unseenParts.ts'

type Gathered = Pick<GatheredFacts, 'facts' | 'incomplete'>

/** Days. Domains that were registered for one campaign rarely see their first birthday. */
const OLD_ENOUGH = 365
const DAY = 86_400_000
/** The rule that a missing page is counted by. */
const PAGE = 'incomplete-page-content'
/** Cannot say either where a visit is missing. */
const WAY = 'redirect-to-block-listed-site'

/**
 * Facts that decide about a site and are missing: what its page shows, and what of a good standing is not known. Empty when the page was
 * seen, when its host does not exist, and when the standing of the site is known and good. Lists of the scanned site itself are the business
 * of `block-listed-site`.
 */
export function missingOfUrl(gathered: Gathered): string[] {
  const { site, trust, visit, page, hopTrust } = gathered.facts
  if (site === undefined) return ['site']
  // An unknown destination: only the owner of the whole host can vouch for it.
  if (visit === undefined) return isAnsweredFor(site, trust) ? [] : ['visit']
  const lists = hopTrust === undefined ? ['hopTrust'] : []
  const why = page === undefined ? 'withheld' : unseen(visit, page)
  if (isUnregistered(gathered.facts) || isKnown(gathered.facts)) return lists
  const good = goodTrust(gathered)
  // A browser has looked at the rest.
  const parts = page?.rendered === true && !good.isGood ? unseenParts(page) : []
  const requests = good.isGood ? unjudgedRequests(withoutNetworks(gathered.facts)) : unseenRequests(gathered.facts)
  if (why === null) return [...lists, ...requests, ...parts]
  // A site that shows its page to others hides it from scanners, however old its domain is.
  if (why !== 'withheld' && good.isGood) return lists
  const isOnlyUnrun = why === 'not-run' || why === 'not-asked'
  const named = page === undefined || page === null || !isOnlyUnrun ? [] : unseenParts(page)
  return [...lists, isOnlyUnrun ? 'renderedPage' : 'page', ...named, ...good.missing]
}

/** Counts a page that was not seen as what decides, unless a good standing stands in for it. */
export function weighPage(outcomes: readonly Outcome[], gathered: Gathered): Outcome[] {
  const missing = missingOfUrl(gathered)
  return outcomes.map((outcome): Outcome => {
    const { detector } = outcome
    if (detector.id === PAGE && missing.length > 0)
      return { detector, status: 'unknown', missing, missingDecisiveFacts: missing }
    const isRelieved = missing.length === 0 && (detector.id === PAGE || detector.id === WAY)
    return isRelieved && outcome.status === 'unknown' ? { ...outcome, missingDecisiveFacts: [] } : outcome
  })
}

/** What a browser was not shown to the end: requests that no scan could judge, and a page that a limit stopped. */
export function unjudgedRequests({ browsing }: Partial<Facts>): string[] {
  const isUnjudged = browsing?.requests.some(({ scan, failure }) => scan === null && failure !== null)
  const isStopped = (browsing?.cutOff ?? null) !== null
  return isUnjudged || isStopped ? ['walletRequests'] : []
}

/**
 * The same, and what the code of a page would ask a wallet for: where nothing was asked for and not all was pressed, what is behind the rest is
 * not known.
 */
function unseenRequests(facts: Partial<Facts>): string[] {
  const { browsing, page } = facts
  const isUnasked = browsing?.partlyUsed === true && browsing.requests.length === 0
  const missed = isUnasked && page?.rendered === true && page.walletCalls.length > 0
  return missed ? ['walletRequests'] : unjudgedRequests(facts)
}

const OF_NETWORKS = /^wallet_(?:switch|add)EthereumChain$/

/** The same without changes of networks, which old sites offer beyond ours too. */
function withoutNetworks({ browsing, ...facts }: Partial<Facts>): Partial<Facts> {
  if (browsing === undefined) return facts
  return {
    ...facts,
    browsing: { ...browsing, requests: browsing.requests.filter(({ method }) => !OF_NETWORKS.test(method)) },
  }
}

/** Whether DNS, while it works, says that there is no such name. It is judged by a rule of its own. */
export function isUnregistered({ dns, site, visit }: Partial<Facts>): boolean {
  return dns?.exists === false && visit?.reached !== true && (visit?.final.host ?? site?.host) === site?.host
}

/** Where redirects end: an official domain, a popular one, or one that the operator or a list calls good. */
function isKnown({ site, trust, visit, hopTrust = {} }: Partial<Facts>): boolean {
  if (site === undefined || trust === undefined || visit === undefined) return false
  const ends = { site, trust, visit, hopTrust }
  const shown = finalSiteTrust(ends)
  return verifiedSiteOwner(ends) !== null || Boolean(shown?.popular ?? shown?.allowed)
}

function isAnsweredFor({ platform, site, carried }: SiteAddress, trust: SiteTrust | undefined): boolean {
  const isShared = platform !== null || site === null
  const isRecommended = Boolean(trust?.official ?? trust?.allowed)
  return isRecommended && trust?.listed.length === 0 && !isShared && carried.length === 0
}

/** Lists, age and certificate of where redirects end. `missing`: those that are not known. */
function goodTrust({ facts, incomplete }: Gathered): { isGood: boolean; missing: string[] } {
  const { site, trust, visit, hopTrust, scannedAt = 0 } = facts
  const shown =
    site && visit && trust && !incomplete.trust
      ? finalSiteTrust({ site, trust, visit, hopTrust: hopTrust ?? {} })
      : null
  const registeredAt = finalSiteRegistration(facts)?.registeredAt ?? null
  const tls = finalSiteTls(facts)
  const isCertificateKnown = tls !== null && tls.status !== 'unreachable'
  const missing = [
    ...(shown === null ? ['trust'] : []),
    ...(registeredAt === null ? ['registration'] : []),
    ...(isCertificateKnown ? [] : ['tls']),
  ]
  const isOld = registeredAt !== null && scannedAt - registeredAt >= OLD_ENOUGH * DAY
  const isShared = visit?.final.platform !== null || visit.final.site === null
  const isGood = shown?.listed.length === 0 && isOld && tls?.status === 'valid' && !isShared
  return { isGood, missing }
}
