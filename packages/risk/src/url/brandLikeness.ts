import type { Evidence, Hit, Severity } from '../engine/finding.ts'
import type { Outcome } from '../engine/runDetectors.ts'
import type { Facts } from '../facts/facts.ts'
import type { Page } from '../facts/page.ts'
import type { BrandLikeness } from '../facts/site.ts'
import { unjudgedRequests } from './missingOfUrl.ts'
import { presses } from './pageEvidence.ts'
import { finalSiteRegistration, finalSiteTls } from './registrations.ts'
import { unseen } from './trustOfSite.ts'
import { isUnseenPart } from './unseenParts.ts'

const WAYS: Readonly<Record<BrandLikeness['how'], (matched: string, brand: string) => string>> = {
  confusable: (matched, brand) => `“${matched}” is written to look like ${brand}`,
  'edit-distance': (matched, brand) => `“${matched}” differs from the name of ${brand} by one letter`,
  combo: (matched, brand) => `“${matched}” combines the name of ${brand} with other words`,
  subdomain: (matched, brand) => `“${matched}” has the name of ${brand} in front of an unrelated domain`,
  tld: (matched, brand) => `“${matched}” is the name of ${brand} under another top-level domain`,
  path: (matched, brand) => `“${matched}” has the name of ${brand} in a path of a shared host`,
}

/**
 * What a resemblance weighs and how it is told. A common word says little, and no more than medium with words that press beside it;
 * other words beside a distinct name may be a community's; the rest is made to be mistaken.
 * @param host that has it.
 */
export function likenessHit(
  likeness: BrandLikeness,
  host: string,
): { severity: Severity; description: string; evidence: Evidence } {
  const { brand, domain, how, matched, ambiguous, presses = false } = likeness
  const way = WAYS[how](matched, brand)
  return {
    severity: severityOf(likeness),
    description: ambiguous
      ? `${way}, and honest sites have such names too; the official site is ${domain}.`
      : `${way}, and ${host} is not ${domain}.`,
    evidence: { host, brand, official: domain, how, matched, ambiguous, presses },
  }
}

function severityOf({ how, matched, ambiguous, presses = false }: BrandLikeness): Severity {
  if (ambiguous) return presses || how === 'confusable' ? 'medium' : 'low'
  const deceives = how === 'confusable' || how === 'edit-distance' || how === 'tld'
  // A whole official domain in front of another one is there to be read.
  return deceives || presses || (how === 'subdomain' && matched.includes('.')) ? 'high' : 'medium'
}

/** Places where a page says who it is; a shop names others in its text, and shows their logos where one pays. */
const NAMING = ['title', 'logo', 'heading', 'meta'] as const

/**
 * The brand that a page presents itself as although it is not its site: named in its title, and in one more place that says who it
 * is. What the page is about is not borrowed; a name that honest strangers carry is only with an offer that presses. Null for none.
 */
export function impersonatedBrand({ brands, lures }: Pick<Page, 'brands' | 'lures'>): {
  brand: string
  where: string[]
} | null {
  const isPressed = presses({ lures })
  for (const { brand, where, own, as } of brands) {
    const places = NAMING.filter((place) => where.includes(place))
    const isCarried = as === 'carried' && !isPressed
    if (!own && as !== 'subject' && !isCarried && places.includes('title') && places.length > 1)
      return { brand, where: places }
  }
  return null
}

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

/**
 * Whether a resemblance is one that honest names have by chance: one letter of difference, or the same word under another ending.
 * It takes something else to say that the name was made to be mistaken.
 */
export function isCoincidental({ how, ambiguous, presses = false }: BrandLikeness): boolean {
  return !ambiguous && !presses && (how === 'edit-distance' || how === 'tld')
}

const NAME = 'phishing-like-domain-name'
const YOUTH = 'new-domain'

/**
 * Lowers what speaks of the name and the age of a site alone, where the page was read whole and no other rule found anything against it:
 * the lexical model does not know the page, and every honest project was new once. The model's strongest verdict still advises care, unless
 * the site has a certificate in force and is a year old, or some months and presents itself by its own name; the weaker one, and weeks of
 * age, weigh little. What only running would show is counted as missing (`weighPage`), not as a sign.
 */
export function limitPriors(outcomes: readonly Outcome[], facts: Partial<Facts>): Outcome[] {
  const others = outcomes.filter(({ detector }) => detector.id !== NAME)
  const isQuiet = others.every(
    (outcome) => outcome.status !== 'found' || outcome.hits.every((hit) => !harms(outcome, hit)),
  )
  if (!isQuiet || !isReadWhole(facts)) return [...outcomes]
  const { page } = facts
  const isCalm = page == null || !presses(page)
  const isEstablished = isCalm && (standsByItself(facts) || isUsed(facts))
  return outcomes.map((outcome): Outcome => {
    const { detector, status } = outcome
    if (status !== 'found') return outcome
    if (detector.id === NAME)
      return { ...outcome, hits: outcome.hits.map((hit) => milderName(hit, isCalm, isEstablished)) }
    return detector.id === YOUTH && isCalm ? { ...outcome, hits: outcome.hits.map(milderAge) } : outcome
  })
}

function milderName(hit: Hit, isCalm: boolean, isEstablished: boolean): Hit {
  const isLow = isEstablished || (hit.severity === 'medium' && isCalm)
  return { ...hit, severity: isLow ? 'low' : 'medium', soft: true }
}

const DAY = 86_400_000
/** Days. Names are registered for a campaign, and their sites presented as someone else's. */
const OLD = 365
const OLD_ENOUGH_UNDER_ITS_NAME = 90
const SHORTEST_NAME = 4

/** Whether more is known of a site than its name: its certificate is in force, and it is old, or some months old and presents itself by its own name. */
function standsByItself(facts: Partial<Facts>): boolean {
  const { visit, page, scannedAt = 0 } = facts
  const shown = visit?.final
  if (shown === undefined || shown.platform !== null || shown.site === null) return false
  const registeredAt = finalSiteRegistration(facts)?.registeredAt ?? null
  if (registeredAt === null || finalSiteTls(facts)?.status !== 'valid') return false
  const days = (scannedAt - registeredAt) / DAY
  return days >= OLD || (days >= OLD_ENOUGH_UNDER_ITS_NAME && presentsItself(page?.title ?? '', shown.site))
}

/** Days after which a site that was registered for a campaign has mostly shown what it is for. */
const OLD_ENOUGH_WHEN_USED = 60

/**
 * Whether a browser used a page of the site's own to its end, under its own name, and no request was left unjudged: what it does is known,
 * and the name says nothing more. On a platform another page may stand there tomorrow, and a new domain may show a harmless page first.
 */
function isUsed(facts: Partial<Facts>): boolean {
  const { visit, page, browsing, scannedAt = 0 } = facts
  const shown = visit?.final
  if (shown === undefined || shown.platform !== null || shown.site === null) return false
  const registeredAt = finalSiteRegistration(facts)?.registeredAt ?? null
  if (registeredAt === null || (scannedAt - registeredAt) / DAY < OLD_ENOUGH_WHEN_USED) return false
  const isWhole =
    browsing !== undefined &&
    browsing.partlyUsed !== true &&
    page?.rendered === true &&
    unjudgedRequests(facts).length === 0
  return isWhole && finalSiteTls(facts)?.status === 'valid' && presentsItself(page.title ?? '', shown.site)
}

/** Whether a title holds the label that the owner registered, with or without spaces. */
export function presentsItself(title: string, site: string): boolean {
  const letters = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
  const label = letters(site.split('.')[0] ?? '')
  return label.length >= SHORTEST_NAME && letters(title).includes(label)
}

function milderAge(hit: Hit): Hit {
  return hit.severity === 'medium' ? { ...hit, severity: 'low' } : hit
}

/** Whether the page was read whole, as visitors and as robots see it. What only runs may stay unseen. */
function isReadWhole({ visit, page, cloaking }: Partial<Facts>): boolean {
  const why = visit === undefined ? 'not-reached' : unseen(visit, page ?? null)
  const isSeen = (why === null || why === 'not-run' || why === 'not-asked') && visit?.truncated === false
  return isSeen && (cloaking ?? null) !== null && (page?.unread.every(isUnseenPart) ?? false)
}

/** Youth is what the model errs with, and a word that presses is what every launch has. */
const OF_NEW_PROJECTS: readonly string[] = ['new-domain', 'recently-issued-certificate', 'scam-lure-phrases']
/** Parts of the name that the model has counted already. */
const OF_NAMES: readonly string[] = ['suspicious-top-level-domain', 'shared-hosting-platform']
/**
 * What a customer looks at twice, an embedded player, a source that is added to what is copied, a tool that sends nothing, a login whose
 * accounts are kept under another name: none accuses.
 */
const MILD: readonly string[] = [
  'dangerous-wallet-request',
  'full-page-frame-of-another-site',
  'clipboard-hijacking',
  'seed-phrase-form',
  'private-key-form',
  'password-sent-to-another-site',
]

function harms(
  { detector }: Outcome,
  { severity = detector.severity, soft = detector.soft, credit = 0 }: Hit,
): boolean {
  const isMild = MILD.includes(detector.id) && soft === true
  return credit === 0 && severity !== 'info' && ![...OF_NEW_PROJECTS, ...OF_NAMES].includes(detector.id) && !isMild
}
