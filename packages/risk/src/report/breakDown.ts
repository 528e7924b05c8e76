import { OF_QUESTION } from '../detectors/ofQuestion.generated.ts'
import type { Category } from '../engine/detector.ts'
import type { Finding } from '../engine/finding.ts'
import { IGNORED_MEMBERS_ID } from '../engine/ignoredMembers.ts'
import { missingDecisiveFactsOf, missingOf } from '../engine/missingOf.ts'
import type { RiskLevel } from '../engine/riskLevel.ts'
import type { Outcome } from '../engine/runDetectors.ts'
import { levelOf, scoreOutcomes } from '../engine/score.ts'

export const CATEGORIES = ['ownership', 'code', 'liquidity', 'associations'] as const satisfies readonly Category[]

const NO_CODE = 'A personal wallet (EOA) runs no code of its own.'

const NO_MARKET = 'Only a token has liquidity.'

/**
 * Percent by kind of entity, summing to 100. For a wallet these are the contract's weights of the five sub-scores: age 15 and
 * labels 15 describe its holder; history 20, funding 25 and associations 25 describe its counterparties.
 */
export const REPORT_WEIGHTS: Readonly<Record<ReportSubject, ReportWeights>> = {
  token: { ownership: applies(30), code: applies(30), liquidity: applies(20), associations: applies(20) },
  contract: { ownership: applies(40), code: applies(40), liquidity: not(NO_MARKET), associations: applies(20) },
  wallet: { ownership: applies(30), code: not(NO_CODE), liquidity: not(NO_MARKET), associations: applies(70) },
  url: { ownership: applies(30), code: applies(40), liquidity: not(NO_MARKET), associations: applies(30) },
}

/** Score of one category by itself. */
export type CategoryBreakdown = {
  /** 0-100, by the whole method and never above the score of the whole: what decides or is mostly unknown raises it too. */
  score: number
  /** `not-known`: the score rests only on missing data, and on no finding. */
  riskLevel: RiskLevel | 'not-known'
  /** 0-1: how much of it could be looked at; 1 when none of its rules apply. */
  confidence: number
  /** Facts that its rules would have needed, sorted, each once. */
  unknown: string[]
}
/** Parts of a score that only the outcomes of the rules can tell, beside its findings. */
export type ScoreBreakdown = {
  categories: Record<Category, CategoryBreakdown>
  /** Points that the credits took off the score. */
  creditsTaken: number
  /** Decisive facts that could not be gathered, sorted, each once. */
  missingDecisiveFacts: string[]
}

/**
 * Takes a score apart, for a report. @param whole the score, with all its floors.
 * @param categoryOf of a rule's id; its own unless said otherwise.
 */
export function breakDown(
  outcomes: readonly Outcome[],
  whole: number,
  categoryOf?: (id: string) => Category,
): ScoreBreakdown {
  const own = (name: Category) =>
    outcomes.filter(({ detector }) => (categoryOf?.(detector.id) ?? detector.category) === name)
  const category = (name: Category) => [name, breakDownCategory(own(name), whole)] as const
  return {
    categories: Object.fromEntries(CATEGORIES.map(category)) as ScoreBreakdown['categories'],
    creditsTaken: Math.max(0, scoreOutcomes(outcomes.map(withoutCredits)).riskScore - whole),
    missingDecisiveFacts: missingDecisiveFactsOf(outcomes),
  }
}

function breakDownCategory(outcomes: readonly Outcome[], whole: number): CategoryBreakdown {
  if (outcomes.every(({ status }) => status === 'not-applicable'))
    return { score: 0, riskLevel: 'safe', confidence: 1, unknown: [] }
  const { riskScore, confidence, findings } = scoreOutcomes(outcomes)
  const rules = new Set(outcomes.map(({ detector }) => detector.id))
  const isHarmful = findings.some(({ id, impact }) => impact > 0 && rules.has(id))
  const score = Math.min(whole, riskScore)
  return {
    score,
    riskLevel: riskScore > 0 && !isHarmful ? 'not-known' : levelOf(score),
    confidence,
    unknown: namesOf(outcomes),
  }
}

/** The same outcome for a rule that only ever harms; one that found nothing but credits has looked, and found nothing. */
function withoutCredits(outcome: Outcome): Outcome {
  if (outcome.status !== 'found') return outcome
  const hits = outcome.hits.filter(({ credit = 0 }) => credit === 0)
  return hits.length > 0 ? { ...outcome, hits } : { detector: outcome.detector, status: 'clear' }
}

function namesOf(outcomes: readonly Outcome[]): string[] {
  return [...new Set(outcomes.flatMap(missingOf))].sort()
}

/** Whether a score belongs to the entity, and no finding is about how the request was written. */
export function isOfEntity(findings: readonly Pick<Finding, 'id'>[]): boolean {
  return !findings.some(({ id }) => OF_QUESTION.has(id) || id === IGNORED_MEMBERS_ID)
}

/** Weight of each category in percent, and the reason when a category does not apply. */
type ReportWeights = Record<Category, { weight: number; notApplicable: string | null }>

/** `token`: a contract that is a token; only tokens have a market. */
export type ReportSubject = 'wallet' | 'contract' | 'token' | 'url'

function applies(weight: number) {
  return { weight, notApplicable: null }
}

function not(why: string) {
  return { weight: 0, notApplicable: why }
}
