import type { Category } from '../detector.ts'
import { missingOf, undecidedOf } from '../missingOf.ts'
import type { RiskLevel } from '../riskLevel.ts'
import type { Outcome } from '../runDetectors.ts'
import { levelOf, scoreOutcomes } from '../score.ts'
import { CATEGORIES } from './reportWeights.ts'

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
  undecided: string[]
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
    undecided: undecidedOf(outcomes),
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
