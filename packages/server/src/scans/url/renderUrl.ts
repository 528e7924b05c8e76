import type { Chain } from '../../risk/chain.ts'
import type { Browsing } from '../../risk/facts/browsing.ts'
import type { SslStatus } from '../../risk/facts/domain.ts'
import type { Page } from '../../risk/facts/page.ts'
import type { BrandLikeness, LexicalScore, SiteAddress, SiteStanding } from '../../risk/facts/site.ts'
import type { Cloaking } from '../../risk/facts/visit.ts'
import type { Facts } from '../../risk/facts.ts'
import type { Finding } from '../../risk/finding.ts'
import type { GatheredFacts } from '../../risk/gatherFacts.ts'
import { recommend } from '../../risk/recommendation.ts'
import type { ScoreBreakdown } from '../../risk/report/breakDown.ts'
import { type RiskLevel, RULESET_VERSION, type Score } from '../../risk/score.ts'
import { threatsOf, type UrlThreat } from '../../risk/urlThreats.ts'
import { boundFindings } from '../boundFindings.ts'
import { renderFindings } from '../renderFindings.ts'
import {
  type RenderedCertificate,
  type RenderedRedirect,
  type RenderedWhois,
  renderCertificate,
  renderRedirects,
  renderWhois,
} from './renderUrlFacts.ts'
import type { UrlScanInput } from './scanUrl.ts'
import { shownRegistration } from './shownRegistration.ts'
import { shownTls } from './shownTls.ts'
import { unknownOfUrl } from './unknownOfUrl.ts'

/** `data` of POST /v1/scan/url: JSON values only. Documented members first, then what we add. */
export type UrlScanResult = {
  /** Where redirects end; the scanned address, canonical, while that is not known. */
  url: string
  riskScore: number
  riskLevel: RiskLevel
  threats: UrlThreat[]
  details: {
    /** Whole days since registration of where redirects end; null when unknown, on hosting platforms and for IP addresses. */
    domainAge: number | null
    sslStatus: SslStatus | null
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
  /** False when nothing answered; null when nobody asked in time. */
  reached: boolean | null
  listed: SiteStanding['listed']
  /** The project whose official domain it is. */
  official: string | null
  popular: SiteStanding['popular']
  likenesses: BrandLikeness[]
  lexical: Pick<LexicalScore, 'host' | 'score' | 'level' | 'top'> | null
  redirects: RenderedRedirect[]
  certificate: RenderedCertificate | null
  cloaking: Cloaking | null
  /** Only with `options.includeContent`; null when there is no page. */
  content?: Page | null
  /** Only with `options.includeWhois`; null when nobody says. */
  whois?: RenderedWhois | null
  /** Only with `options.browse`; null when the page could not be run. */
  browser?: Browsing | null
  /** False when the deadline cut facts off. */
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
  unavailable: string[]
  intelAsOf: string
  /** Unix milliseconds. */
  now: number
}): WholeUrlResult {
  const { input, site, gathered, score } = scan
  const { facts } = gathered
  const tls = shownTls(facts)
  const registration = shownRegistration(facts)
  const { host, unicodeHost, registrable, platform } = site
  return {
    url: facts.visit?.final.href ?? site.href,
    riskScore: score.riskScore,
    riskLevel: score.riskLevel,
    threats: threatsOf(score.findings),
    details: renderDetails(site, facts, scan.now),
    recommendation: recommend('url', score.riskLevel),
    confidence: score.confidence,
    warnings: boundFindings(renderFindings(score.findings)),
    requestedUrl: site.href,
    chain: input.chain,
    host: { host, unicodeHost, registrable, site: site.site, platform },
    reached: facts.visit?.reached ?? null,
    listed: facts.standing?.listed ?? [],
    official: facts.standing?.official ?? null,
    popular: facts.standing?.popular ?? null,
    likenesses: facts.likenesses ?? [],
    lexical: facts.lexical ? renderLexical(facts.lexical) : null,
    redirects: facts.visit ? renderRedirects(facts.visit, facts.hopStandings ?? {}) : [],
    certificate: tls ? renderCertificate(tls) : null,
    cloaking: facts.cloaking ?? null,
    content: facts.page ?? null,
    whois: registration ? renderWhois(registration) : null,
    ...(input.browse && { browser: facts.browsing ?? null }),
    complete: gathered.complete,
    unknown: unknownOfUrl(gathered),
    unavailable: scan.unavailable,
    asOf: new Date(scan.now).toISOString(),
    rulesetVersion: RULESET_VERSION,
    intelAsOf: scan.intelAsOf,
    breakdown: scan.breakdown,
  }
}

function renderDetails(site: SiteAddress, facts: Partial<Facts>, now: number): UrlScanResult['details'] {
  const registeredAt = shownRegistration(facts)?.registeredAt ?? null
  return {
    domainAge: registeredAt === null ? null : Math.max(0, Math.floor((now - registeredAt) / DAY_MS)),
    sslStatus: shownTls(facts)?.status ?? null,
    redirectCount: facts.visit?.hops.length ?? null,
    finalUrl: facts.visit?.final.href ?? null,
    ipAddress: facts.visit?.ipAddress ?? facts.dns?.addresses[0] ?? (site.ip === null ? null : site.host),
  }
}

/** The model's own figures are in its card, not in each answer. */
function renderLexical({ model: _, ...said }: LexicalScore): UrlScanResult['lexical'] {
  return said
}
