import type { Chain } from '@redoubt/risk/chain.ts'
import type { Finding } from '@redoubt/risk/engine/finding.ts'
import type { GatheredFacts } from '@redoubt/risk/engine/gatherFacts.ts'
import { recommend } from '@redoubt/risk/engine/recommendation.ts'
import type { RiskLevel } from '@redoubt/risk/engine/riskLevel.ts'
import { RULESET_VERSION, type Score } from '@redoubt/risk/engine/score.ts'
import type { Browsing } from '@redoubt/risk/facts/browsing.ts'
import type { Registration, SslStatus, TlsFact } from '@redoubt/risk/facts/domain.ts'
import type { Facts } from '@redoubt/risk/facts/facts.ts'
import type { Page } from '@redoubt/risk/facts/page.ts'
import type { BrandLikeness, LexicalScore, SiteAddress, SiteTrust } from '@redoubt/risk/facts/site.ts'
import type { Cloaking, Visit, VisitHop } from '@redoubt/risk/facts/visit.ts'
import type { ScoreBreakdown } from '@redoubt/risk/report/breakDown.ts'
import { finalSiteRegistration, finalSiteTls } from '@redoubt/risk/url/registrations.ts'
import { type UrlThreat, urlThreats } from '@redoubt/risk/url/urlThreats.ts'
import { boundFindings, renderFindings } from '../renderFindings.ts'
import { reachedOf, unknownOfUrl } from './unknownOfUrl.ts'
import type { UrlScanInput } from './urlScanInput.ts'

/** `data` of POST /v1/scan/url: JSON values only. Documented members first, then what we add. */
export type UrlScanResult = {
  /** Where redirects lead, as far as they could be followed; canonical. */
  url: string
  riskScore: number
  riskLevel: RiskLevel
  threats: UrlThreat[]
  details: {
    /** Whole days since registration of where redirects end; null when unknown, on hosting platforms and for IP addresses. */
    domainAge: number | null
    sslStatus: SslStatus | null
    /** Null, as `finalUrl`, until an address on the way answers with something other than a redirect. */
    redirectCount: number | null
    finalUrl: string | null
    ipAddress: string | null
  }
  recommendation: 'PROCEED' | 'CAUTION' | 'AVOID' | 'BLOCK'
  /** 0-1: evaluated weight ÷ applicable weight. */
  confidence: number
  warnings: Finding[]
  /** The scanned address, canonical: without credentials and fragment. */
  requestedUrl: string
  chain: Chain
  /** How the scanned host reads, and who holds what of it. */
  host: Pick<SiteAddress, 'host' | 'unicodeHost' | 'registrable' | 'site' | 'platform'>
  /** False when nothing answered; null when it was not asked: in time, or because DNS does not work. */
  reached: boolean | null
  /** Null when no list could be read. */
  listed: SiteTrust['listed'] | null
  /** The project whose official domain it is. */
  official: string | null
  popular: SiteTrust['popular']
  likenesses: BrandLikeness[] | null
  lexical: Pick<LexicalScore, 'host' | 'score' | 'level' | 'top'> | null
  /** As far as they could be followed; null when the site was not asked. */
  redirects: RenderedRedirect[] | null
  certificate: RenderedCertificate | null
  cloaking: Cloaking | null
  /** Only with `options.includeContent`; null when there is no page. */
  content?: Page | null
  /** Only with `options.includeWhois`; null when no registry answers. */
  whois?: RenderedWhois | null
  /** Only with `options.browse`; null when the page could not be run. */
  browser?: Browsing | null
  /** False when the deadline cut facts off, or what decides is missing: the page, or a good standing in its place. */
  complete: boolean
  /** Members, and facts no member shows, that could not be learned. */
  unknown: string[]
  /** Sources that failed. */
  unavailable: string[]
  /** ISO 8601: when the site was looked at. */
  asOf: string
  /** Null when it was looked at for this answer. */
  cached: { ageSeconds: number } | null
  rulesetVersion: string
  intelAsOf: string
  breakdown: ScoreBreakdown
}

/** An answer with every section that can be asked for. */
export type WholeUrlResult = Omit<UrlScanResult, 'cached'> & Required<Pick<UrlScanResult, 'content' | 'whois'>>

const DAY_MS = 86_400_000

/** Translates what was learned and judged into the contract's JSON. Decides nothing. */
export function renderUrl(scan: {
  input: Pick<UrlScanInput, 'chain' | 'browse'>
  site: SiteAddress
  gathered: GatheredFacts
  score: Score
  breakdown: ScoreBreakdown
  /** Whether all that decides is known. */
  decided: boolean
  unavailable: string[]
  intelAsOf: string
  /** Unix milliseconds. */
  now: number
}): WholeUrlResult {
  const { input, site, gathered, score } = scan
  const { facts } = gathered
  const tls = finalSiteTls(facts)
  const registration = finalSiteRegistration(facts)
  const { host, unicodeHost, registrable, platform } = site
  return {
    url: facts.visit?.final.href ?? site.href,
    riskScore: score.riskScore,
    riskLevel: score.riskLevel,
    threats: urlThreats(score.findings),
    details: renderDetails(site, facts, scan.now),
    recommendation: recommend('url', score.riskLevel),
    confidence: score.confidence,
    warnings: boundFindings(renderFindings(score.findings)),
    requestedUrl: site.href,
    chain: input.chain,
    host: { host, unicodeHost, registrable, site: site.site, platform },
    reached: reachedOf(gathered),
    listed: listedOf(gathered),
    official: facts.trust?.official ?? null,
    popular: facts.trust?.popular ?? null,
    likenesses: facts.likenesses ?? null,
    lexical: facts.lexical ? renderLexical(facts.lexical) : null,
    redirects: facts.visit ? renderRedirects(facts.visit, facts.hopTrust ?? null) : null,
    certificate: tls ? renderCertificate(tls) : null,
    cloaking: facts.cloaking ?? null,
    content: facts.page ?? null,
    whois: registration ? renderWhois(registration) : null,
    ...(input.browse && { browser: facts.browsing ?? null }),
    complete: gathered.complete && scan.decided,
    unknown: unknownOfUrl(gathered),
    unavailable: scan.unavailable,
    asOf: new Date(scan.now).toISOString(),
    rulesetVersion: RULESET_VERSION,
    intelAsOf: scan.intelAsOf,
    breakdown: scan.breakdown,
  }
}

function renderDetails(site: SiteAddress, facts: Partial<Facts>, now: number): UrlScanResult['details'] {
  const registeredAt = finalSiteRegistration(facts)?.registeredAt ?? null
  const answered = facts.visit?.reached ? facts.visit : null
  return {
    domainAge: registeredAt === null ? null : Math.max(0, Math.floor((now - registeredAt) / DAY_MS)),
    sslStatus: finalSiteTls(facts)?.status ?? null,
    redirectCount: answered?.hops.length ?? null,
    finalUrl: answered && !answered.endless ? answered.final.href : null,
    ipAddress: facts.visit?.ipAddress ?? facts.dns?.addresses[0] ?? (site.ip === null ? null : site.host),
  }
}

/** Being on no list is known only where lists were read. */
function listedOf({ facts, incomplete }: GatheredFacts): UrlScanResult['listed'] {
  const listed = facts.trust?.listed ?? []
  return listed.length > 0 || (facts.trust && !incomplete.trust) ? listed : null
}

/** The model's own figures are in its card, not in each answer. */
function renderLexical({ model: _, ...said }: LexicalScore): UrlScanResult['lexical'] {
  return said
}

/** One step from the scanned address to the page. */
type RenderedRedirect = {
  from: string
  to: string
  how: VisitHop['how']
  status: number | null
  shortener: string | null
  /** What lists say of where it leads, beyond what they say of the scanned site; null when they could not be read. */
  listed: SiteTrust['listed'] | null
}

/** What the host showed on the way in. Times are ISO 8601. */
type RenderedCertificate = Omit<TlsFact, 'validFrom' | 'validTo'> & {
  validFrom: string | null
  validTo: string | null
}

/** Who says since when the domain is registered. Times are ISO 8601. */
type RenderedWhois = Omit<Registration, 'registeredAt' | 'expiresAt' | 'updatedAt'> & {
  registeredAt: string | null
  expiresAt: string | null
  updatedAt: string | null
}

function renderRedirects({ hops }: Visit, trustLevels: Readonly<Record<string, SiteTrust>> | null): RenderedRedirect[] {
  return hops.map(({ from, to, how, status, shortener }) => ({
    from,
    to: to.href,
    how,
    status,
    shortener,
    listed:
      trustLevels === null ? null : Object.hasOwn(trustLevels, to.host) ? (trustLevels[to.host]?.listed ?? []) : [],
  }))
}

function renderCertificate({ validFrom, validTo, ...rest }: TlsFact): RenderedCertificate {
  return { ...rest, validFrom: isoOf(validFrom), validTo: isoOf(validTo) }
}

function renderWhois({ registeredAt, expiresAt, updatedAt, ...rest }: Registration): RenderedWhois {
  return { ...rest, registeredAt: isoOf(registeredAt), expiresAt: isoOf(expiresAt), updatedAt: isoOf(updatedAt) }
}

/** Null also for what no calendar has: servers say such things. */
function isoOf(at: number | null): string | null {
  if (at === null || Number.isNaN(new Date(at).getTime())) return null
  return new Date(at).toISOString()
}
