import type { Chain } from '../chain.ts'
import * as index from '../detectors/index.generated.ts'
import type { Category, Detector } from '../engine/detector.ts'
import type { Finding } from '../engine/finding.ts'
import { INSUFFICIENT_DATA, insufficientData } from '../engine/insufficientData.ts'
import type { RiskLevel } from '../engine/riskLevel.ts'
import { levelOf } from '../engine/score.ts'
import { ASPECT_CATEGORY, aspectOf } from '../wallet/aspects.ts'
import type { SubScores, WalletAspect } from '../wallet/subScores.ts'
import { THIN_RECORD, WALLET_RECORD } from '../wallet/walletScore.ts'
import { apportion } from './apportion.ts'
import { CATEGORIES, REPORT_WEIGHTS, type ReportSubject, type ScoreBreakdown } from './breakDown.ts'
import type { ReportCategory, ReportFactor, RiskReport } from './report.ts'
import { isHarmful, reportVerdict } from './reportVerdict.ts'

let byId: ReadonlyMap<string, Detector> | undefined

const ASPECT_NAMES: Readonly<Record<WalletAspect, string>> = {
  age: 'Age of the wallet',
  history: 'Transaction history',
  funding: 'Source of funds',
  associations: 'Counterparties',
  labels: 'Labels',
}

const MAX = 10

const NOTHING_FOUND = 'We found no risk in the completed checks. Compare the address with the one you meant.'

const LITTLE_FOUND =
  'The findings alone are no reason to stay away: read them, and compare the address with the one you meant.'

const CONFIRM_OWNER = 'Confirm the address with its owner before you send anything.'

const LITTLE_KNOWN = 'Repeat the check later: some decisive facts are missing.'

/** A judged entity, with the additions to its score. */
export type Judged = Scored & {
  entity: string
  /** The service's name for it: an EIP-55 address, a URL without credentials and fragment. */
  canonical: string
  subject: ReportSubject
  chain: Chain | null
  riskLevel: RiskLevel
  confidence: number
  recommendation: string
  breakdown: ScoreBreakdown
} & Pick<
    RiskReport,
    'history' | 'rulesetVersion' | 'intelAsOf' | 'block' | 'sources' | 'unavailable' | 'unknown' | 'complete'
  > & {
    /** ISO 8601 with milliseconds. */
    generatedAt: string
    /** Null, as none: it has no name. */
    label?: string | null
  }

/**
 * Groups findings into the report's four categories. The impacts of all factors sum to the score; a category's score is the score
 * of its findings alone. The order of the findings does not matter.
 */
export function buildReport(judged: Judged): RiskReport {
  const { riskScore, riskLevel, confidence, recommendation, generatedAt } = judged
  const findings = [...judged.findings].sort(byWeight)
  const { categories, missingDecisiveFacts } = judged.breakdown
  const factors = reportFactors({ ...judged, findings })
  const category = (name: Category): ReportCategory => {
    const own = factors.filter((factor) => factor.category === name)
    const sum = own.reduce((all, { impact }) => all + impact, 0)
    const alone = categories[name]
    // A wallet's aspects count too, which have no finding.
    const score = judged.subScores ? Math.max(alone.score, Math.min(sum, riskScore)) : alone.score
    return {
      score,
      ...REPORT_WEIGHTS[judged.subject][name],
      factors: own.map(({ category: _, ...factor }) => factor).sort(byWeight),
      riskLevel: alone.riskLevel === 'not-known' ? 'not-known' : levelOf(score),
      confidence: alone.confidence,
      unknown: alone.unknown,
    }
  }
  const { canonical, chain, history, rulesetVersion, intelAsOf, block, sources, unavailable, unknown, complete } =
    judged
  return {
    entity: shownEntity(judged),
    entityType: judged.subject === 'token' ? 'contract' : judged.subject,
    chain,
    summary: {
      riskScore,
      riskLevel,
      verdict: reportVerdict(riskLevel, findings, confidence),
      generatedAt,
      confidence,
      recommendation,
    },
    riskBreakdown: Object.fromEntries(CATEGORIES.map((name) => [name, category(name)])) as RiskReport['riskBreakdown'],
    history,
    recommendations: reportAdvice(riskLevel, findings, missingDecisiveFacts),
    rulesetVersion,
    intelAsOf,
    block,
    sources,
    unavailable,
    unknown,
    complete,
    canonical,
    label: judged.label ?? null,
  }
}

/** Shows the entity as the caller wrote it, except a URL, whose original may hold a password while a report is passed on. */
function shownEntity({ entity, canonical, subject }: Judged): string {
  return subject === 'url' ? canonical : entity
}

/** Sorts by size of effect, in either direction; independent of the input order. */
function byWeight(
  a: Pick<Finding, 'id' | 'impact' | 'description'>,
  b: Pick<Finding, 'id' | 'impact' | 'description'>,
) {
  return (
    Math.abs(b.impact) - Math.abs(a.impact) ||
    (a.id < b.id ? -1 : a.id > b.id ? 1 : 0) ||
    (a.description < b.description ? -1 : a.description > b.description ? 1 : 0)
  )
}

/**
 * What to do, each piece of advice once, that of the weightiest finding first, at most ten.
 * @param findings greatest impact first. @param undecided facts that decide and could not be learned.
 */
function reportAdvice(
  level: RiskLevel,
  findings: readonly Pick<Finding, 'id' | 'impact' | 'severity'>[],
  missingDecisiveFacts: readonly string[],
): string[] {
  const harmful = findings.filter(isHarmful)
  const advice = [...new Set(harmful.flatMap(adviceOf))]
  const isUnsure = missingDecisiveFacts.length > 0 || harmful.some(({ id }) => id === INSUFFICIENT_DATA)
  const later = isUnsure ? [LITTLE_KNOWN] : []
  const own = level === 'safe' && advice.length === 0 ? [harmful.length > 0 ? LITTLE_FOUND : NOTHING_FOUND] : []
  return [...advice.slice(0, MAX - later.length), ...own, ...later]
}

/** A rule's advice is for the harm in its name. For a mere trace of that harm the advice would contradict the verdict. */
function adviceOf({ id, severity }: Pick<Finding, 'id' | 'severity'>): string[] {
  if (id === THIN_RECORD) return [CONFIRM_OWNER]
  const rule = detectorOf(id)
  if (rule === undefined || (severity === 'low' && rule.severity !== 'low' && rule.severity !== 'info')) return []
  return [rule.advice]
}

/** Parts of a score: its findings and, for a wallet, its five sub-scores before the floors. */
type Scored = {
  riskScore: number
  findings: readonly Finding[]
  subScores?: SubScores
  weighted?: number
}

type Placed = ReportFactor & { category: Category }

/**
 * The factors of a report: the findings of the score, whose impacts sum to it. A wallet's five aspects share the points of its record.
 * Which category each belongs to is said beside it.
 */
function reportFactors(scored: Scored): Placed[] {
  if (scored.subScores) return walletFactors(scored, scored.subScores)
  // No points without a factor, whatever was given.
  const rest = scored.riskScore - sumOf(scored.findings)
  return placeFactors(rest > 0 ? [insufficientData([], rest), ...scored.findings] : scored.findings, categoryOf)
}

function placeFactors(findings: readonly Finding[], category: (id: string) => Category): Placed[] {
  return findings.map((finding) => ({ ...finding, name: finding.title, category: category(finding.id) }))
}

function sumOf(findings: readonly Finding[]): number {
  return findings.reduce((sum, { impact }) => sum + impact, 0)
}

function walletFactors(scored: Scored, subScores: SubScores): Placed[] {
  const { riskScore } = scored
  const aspects = Object.entries(subScores) as [WalletAspect, SubScores[WalletAspect]][]
  // The five aspects say in detail what that finding sums up, and share its points.
  const isRecord = ({ id }: Finding) => id === THIN_RECORD || id === WALLET_RECORD
  const findings = scored.findings.filter((finding) => !isRecord(finding))
  const raised = placeFactors(findings, categoryOfWallet)
  const shares = apportion(
    riskScore - sumOf(findings),
    aspects.map(([, { score, weight }]) => score * weight),
  )
  const byAspect = aspects.map(
    ([aspect, { score, weight, known, reason }], place): Placed => ({
      id: `wallet-${aspect}`,
      name: ASPECT_NAMES[aspect],
      title: ASPECT_NAMES[aspect],
      severity: 'info',
      description: `${reason}${known ? '' : ' (not fully known)'}: ${score} of 100, weighing ${weight} %.`,
      impact: shares[place] ?? 0,
      evidence: { score, weight, known },
      category: ASPECT_CATEGORY[aspect],
    }),
  )
  return [...raised, ...byAspect]
}

function categoryOf(id: string): Category {
  return detectorOf(id)?.category ?? 'associations'
}

function categoryOfWallet(id: string): Category {
  return ASPECT_CATEGORY[aspectOf(id)]
}

/** The rule that a finding came from; undefined for findings about the scan itself (`not-enough-known`). */
export function detectorOf(id: string): Detector | undefined {
  byId ??= new Map(
    Object.values(index)
      .flat()
      .map((detector) => [detector.id, detector as Detector]),
  )
  return byId.get(id)
}
