import type { Chain } from '../chain.ts'
import type { Category } from '../detector.ts'
import type { Finding } from '../finding.ts'
import type { ReportCategory, RiskReport } from '../report.ts'
import type { RiskLevel } from '../riskLevel.ts'
import { levelOf } from '../score.ts'
import type { ScoreBreakdown } from './breakDown.ts'
import { reportAdvice } from './reportAdvice.ts'
import { reportFactors, type Scored } from './reportFactors.ts'
import { reportVerdict } from './reportVerdict.ts'
import { CATEGORIES, REPORT_WEIGHTS, type ReportSubject } from './reportWeights.ts'

/** A judged entity, with the additions to its score. */
export type Judged = Omit<Scored, 'creditsTaken'> & {
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
  }

/**
 * Groups findings into the report's four categories. The impacts of all factors sum to the score; a category's score is the score
 * of its findings alone. The order of the findings does not matter.
 */
export function buildReport(judged: Judged): RiskReport {
  const { riskScore, riskLevel, confidence, recommendation, generatedAt } = judged
  const findings = [...judged.findings].sort(byWeight)
  const { categories, creditsTaken, undecided } = judged.breakdown
  const factors = reportFactors({ ...judged, findings, creditsTaken })
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
    recommendations: reportAdvice(riskLevel, findings, undecided),
    rulesetVersion,
    intelAsOf,
    block,
    sources,
    unavailable,
    unknown,
    complete,
    canonical,
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
