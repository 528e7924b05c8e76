import type { Evidence, Severity } from '../engine/finding.ts'
import { insufficientData } from '../engine/insufficientData.ts'
import { levelOf, type Score } from '../engine/score.ts'
import type { Facts } from '../facts/facts.ts'
import type { Obfuscation, Page } from '../facts/page.ts'
import type { SiteAddress, SiteTrust } from '../facts/site.ts'
import type { Visit } from '../facts/visit.ts'
import { unseenParts } from './unseenParts.ts'

/**
 * Returns the owner of the site whose page is shown: the project that it is official for or, where a page is given, the brand
 * that it presents and that its domain belongs to. Null when there is no known owner, and for a site that a list accuses. On a
 * domain that strangers share, its owner vouches for no page. An allow-list entry of the operator or a list names no owner: it
 * takes points off (`allow-listed-site`) and cancels no finding on the page.
 */
export function verifiedSiteOwner(
  facts: Pick<Facts, 'site' | 'trust' | 'visit' | 'hopTrust'>,
  page?: Pick<Page, 'brands'>,
): string | null {
  const { official = null, listed = [] } = finalSiteTrust(facts) ?? {}
  if (listed.length > 0) return null
  const { platform, site } = facts.visit.final
  const isShared = platform !== null || site === null
  const own = page?.brands.find(({ own }) => own)?.brand ?? null
  return isShared ? null : (official ?? own)
}

/** Whether a host, with its port or without, belongs to the site. */
export function isOwnHost(asked: string, { site, host }: Pick<SiteAddress, 'site' | 'host'>): boolean {
  const name = asked.replace(/:\d+$/, '')
  return name === host || (site !== null && (name === site || name.endsWith(`.${site}`)))
}

/** Where `safe` ends. */
const NEVER_SAFE = 20

/**
 * A score that was made without any list of bad sites. What most verdicts of bad rest on was not looked at: it is never `safe`, and
 * the finding that says so is as low as the score.
 */
export function withoutLists(score: Score): Score {
  if (score.riskScore >= NEVER_SAFE) return score
  const why = {
    ...insufficientData(['trust'], NEVER_SAFE),
    severity: 'low' as const,
    title: 'No list of bad sites is loaded',
    impact: NEVER_SAFE - score.riskScore,
  }
  return { ...score, riskScore: NEVER_SAFE, riskLevel: levelOf(NEVER_SAFE), findings: [why, ...score.findings] }
}

/** Standing of the site that the visit ended at; null when that is another site and nothing is known of it. */
export function finalSiteTrust({
  site,
  trust,
  visit,
  hopTrust,
}: Pick<Facts, 'site' | 'trust' | 'visit' | 'hopTrust'>): SiteTrust | null {
  if (visit.final.host === site.host) return trust
  return Object.hasOwn(hopTrust, visit.final.host) ? (hopTrust[visit.final.host] ?? null) : null
}

/** A mixer steals nothing from visitors; every other kind of listed site does. */
const MILD = 'mixer'

/**
 * Why a site is to be kept away from, in the lists’ own words: label, name, list, since when it is seen there, and which part of the
 * address matched.
 * @param host that is listed; `listed` is not empty.
 */
export function listedHit(
  host: string,
  { listed }: Pick<SiteTrust, 'listed'>,
): { severity: Severity; description: string; evidence: Evidence } {
  const lists = listed.map(
    ({ label, name, source, listedSince, matched }) =>
      `${label}${name === null ? '' : `: ${name}`} (${source}${listedSince === null ? '' : `, seen here since ${listedSince}`}; matched ${matched})`,
  )
  const sources = [...new Set(listed.map(({ source }) => source))]
  const labels = [...new Set(listed.map(({ label }) => label))]
  return {
    severity: labels.every((label) => label === MILD) ? 'high' : 'critical',
    description: `${host} is on ${sources.length === 1 ? sources[0] : `${sources.length} lists`} as ${labels.join(', ')}.`,
    evidence: { host, lists },
  }
}

/**
 * Reason why a visit did not show what people see. `withheld`: the site shows it to others, or only its beginning was read;
 * `failed`: it answers with an error, or leads where a browser cannot follow; `not-run`: its content is made by
 * scripts that were not run; `not-asked`: what it asks for is decided when it runs, by code that asks a
 * wallet or that cannot be read, in a frame of another site, or in a part that only looking shows; the rest was seen.
 */
type Unseen = 'not-reached' | 'withheld' | 'failed' | 'not-run' | 'not-asked'

/** Answers that withhold the page from us and may show it to others (RFC 9110; 451 is RFC 7725). */
const WITHHELD: readonly number[] = [401, 402, 403, 407, 429, 451]

/** Returns null when the page was seen. An answer without HTML counts as seen, unless it is an error. */
export function unseen(visit: Visit, page: Page | null): Unseen | null {
  if (!visit.reached) return 'not-reached'
  const status = visit.status ?? 200
  if (WITHHELD.includes(status) || visit.challenge !== null || visit.endless) return 'withheld'
  if (status >= 300) return 'failed'
  if (page === null) return null
  if (visit.truncated) return 'withheld'
  return page.rendered ? null : onlyRunningShows(page)
}

/** Characters of text below which a page is an empty frame for its scripts. */
const MIN_TEXT = 60
/** Links of such a page at most: a mark and a licence. */
const MAX_LINKS = 2

/** Code that shows what it does only when it runs. */
const UNREADABLE: readonly Obfuscation[] = ['packed', 'eval-of-decoded', 'remote-code']

function onlyRunningShows(page: Page): 'not-run' | 'not-asked' | null {
  const { text, forms, secretsAsked, links, scripts, walletCalls, obfuscation } = page
  const isHidden = obfuscation.some(({ kind }) => UNREADABLE.includes(kind)) || framedSite(page) !== null
  if (walletCalls.length > 0 || isHidden || unseenParts(page).length > 0) return 'not-asked'
  const isEmpty = text.length < MIN_TEXT && forms.length === 0 && secretsAsked.length === 0 && links.total <= MAX_LINKS
  return isEmpty && scripts.length > 0 ? 'not-run' : null
}

/** Characters of its own text, under which a page is little more than what it frames. */
const LITTLE_TEXT = 120

/** Returns the frame of another site that is all that a page shows; null for none. */
export function framedSite({ frames, text, forms }: Pick<Page, 'frames' | 'text' | 'forms'>): string | null {
  const framed = frames.find(({ hidden, offSite }) => offSite && !hidden)
  return framed === undefined || text.length > LITTLE_TEXT || forms.length > 0 ? null : framed.src
}
