import type { GatheredFacts } from '@redoubt/risk/engine/gatherFacts.ts'
import type { FactName } from '@redoubt/risk/facts/facts.ts'
import type { SiteAddress } from '@redoubt/risk/facts/site.ts'
import { unjudgedRequests } from '@redoubt/risk/url/missingOfUrl.ts'
import { finalSiteRegistration, finalSiteTls } from '@redoubt/risk/url/registrations.ts'
import { unseen } from '@redoubt/risk/url/trustOfSite.ts'

/** Members of the answer that a fact decides: unknown with it. A fact that none shows goes by its own name. */
const MEMBERS_OF: Partial<Record<FactName, readonly string[]>> = {
  trust: ['listed', 'official', 'popular'],
  dns: [],
  tls: ['sslStatus', 'certificate'],
  registration: ['domainAge', 'whois'],
  visit: ['reached', 'finalUrl', 'redirectCount', 'redirects'],
  page: ['content'],
  hopTrust: ['redirects'],
  browsing: ['browser'],
  renderedPage: ['content'],
}

/** What is not known of a site that did not answer. */
const BEHIND_VISIT = ['finalUrl', 'redirectCount', 'redirects', 'content', 'cloaking']
/** Follow from facts that are named themselves. */
const BOTH_ENDS = ['certificates', 'registrations']

/**
 * `data.unknown`: what could not be learned, in whole or in part. Named as the answer's members, whether or not they were asked for;
 * a fact that none shows (`contactStandings`) by its own name. Sorted, each once.
 */
export function unknownOfUrl(gathered: GatheredFacts): string[] {
  const { facts, missing, incomplete } = gathered
  const { finalTls, finalRegistration, certificates: _, registrations: __, ...others } = missing
  const absent = Object.keys(others) as FactName[]
  // While it is not known where redirects lead, the answer describes the scanned site.
  if (finalTls && finalTls.root !== 'visit') absent.push('tls')
  if (finalRegistration && finalRegistration.root !== 'visit') absent.push('registration')
  const names = new Set(absent.flatMap((name) => MEMBERS_OF[name] ?? [name]))
  // Without lists it is still known whose official domain it is.
  for (const name of Object.keys(incomplete).filter((one) => !BOTH_ENDS.includes(one)))
    names.add(name === 'trust' ? 'listed' : name)
  const { visit, page = null } = facts
  if (visit?.reached === false) for (const name of BEHIND_VISIT) names.add(name)
  else {
    const why = visit ? unseen(visit, page) : null
    if (why === 'not-run' || why === 'not-asked') names.add('browser')
    if (why !== null && why !== 'not-asked') names.add('content')
  }
  if (unjudgedRequests(facts).length > 0) names.add('browser')
  if (visit?.endless) names.add('finalUrl')
  if (reachedOf(gathered) === null) names.add('reached')
  if (finalSiteTls(facts)?.httpsAvailable === null) names.add('httpsAvailable')
  if (!facts.visit?.ipAddress && !facts.dns && facts.site?.ip == null) names.add('ipAddress')
  if (finalSiteRegistration(facts)?.registeredAt === null) names.add('domainAge')
  return [...names].sort()
}

/** Whether the site answered; null when it was not asked: in time, or because DNS does not work. */
export function reachedOf({ facts, missing }: Pick<GatheredFacts, 'facts' | 'missing'>): boolean | null {
  const { visit } = facts
  const isDnsDown = visit?.failure?.code === 'dns' && missing.dns !== undefined
  return visit === undefined || isDnsDown ? null : visit.reached
}

/** What lists can tell apart: a host; where strangers share a host, a path of it, too. */
export function placeOf({ host, path, site }: Pick<SiteAddress, 'host' | 'path' | 'site'>): string {
  return site === null ? host + path : host
}
