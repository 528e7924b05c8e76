import type { Chain } from '../chain.ts'
import { apportion } from '../report/apportion.ts'
import { contradictingEndpoints, ENDPOINT_AGREEMENT, type EndpointAgreement } from './endpointAgreement.ts'
import { capConfidence, experimentalNetwork } from './experimentalNetwork.ts'
import type { Finding, Hit, Severity } from './finding.ts'
import { INSUFFICIENT_DATA, insufficientData } from './insufficientData.ts'
import { missingDecisiveFactsOf, missingOf } from './missingOf.ts'
import type { RiskLevel } from './riskLevel.ts'
import { type Outcome, SEVERITY_ORDER } from './runDetectors.ts'

/** Changes with every change of a weight, floor, threshold or detector that can change a score. */
export const RULESET_VERSION = '2026.12.01.1'

export type Score = {
  /** 0-100. */
  riskScore: number
  riskLevel: RiskLevel
  /** 0-1 in hundredths. */
  confidence: number
  /** Worst first. */
  findings: Finding[]
  /** Decisive facts that could not be gathered, sorted: names of facts, or words of a rule. */
  missingDecisiveFacts: string[]
}

/** Chance of harm that one fully trusted finding of a severity stands for. */
const CHANCE: Readonly<Record<Severity, number>> = { info: 0, low: 0.1, medium: 0.4, high: 0.65, critical: 0.85 }
const TRUST = { high: 1, medium: 0.9, low: 0.75 } as const
const FLOOR: Readonly<Record<Severity, number>> = { info: 0, low: 0, medium: 40, high: 60, critical: 80 }
/** Lows alone never ask for a review, mediums alone never block. */
const CEILING: Readonly<Record<Severity, number>> = { info: 0, low: 39, medium: 79, high: 100, critical: 100 }
/** Of mediums about a contract that are only signs, or powers that no single key has: however many, they ask for a review and say no more. */
const MILD_CEILING = 59
const SOFT_CAP = 50
const UNKNOWN_FLOOR = 40
/** Below this confidence the answer is never `safe`. */
const ENOUGH_EVIDENCE = 0.5
const NEVER_SAFE = 20
const CREDIT_CAP = 20
/** How much of the picture a detector is, by the severity it would have reported. */
const WEIGHT: Readonly<Record<Severity, number>> = { info: 0, low: 1, medium: 3, high: 6, critical: 10 }
const CONFIDENCE_PER_FAILED_SOURCE = 0.95
const CONFIDENCE_WHEN_DIVERGED = 0.7
/** Taken off where no function that pays was covered. */
const CONFIDENCE_UNCOVERED = 0.4

/**
 * Turns outcomes into a score: the worst finding within a family, noisy-or across families, then the floors of
 * contract.md. The impacts of the findings sum to it. What raises it where nothing was found is a finding too. Finding something never scores lower than finding nothing, unless it is a credit; the order of outcomes
 * does not matter.
 */
export function scoreOutcomes(outcomes: readonly Outcome[], circumstances: Circumstances = {}): Score {
  const { uncredited, ...score } = scoreUnshared(outcomes, circumstances)
  return { ...score, findings: shareImpacts(score.findings, score.riskScore, uncredited) }
}

export type Circumstances = {
  /** Of what is judged; a URL has none. */
  chain?: Chain
  failedSources?: number
  diverged?: boolean
  /** Share of the functions that pay whose effect on a deposit was not seen, 0 to 1. */
  uncovered?: number
  failedExecutions?: readonly string[]
  /** Left out where no other endpoint is asked, as on the sandbox's own chain. */
  agreement?: EndpointAgreement | undefined
}

/**
 * Returns the score before its points are shared out: `impact` of each finding is the score that it makes alone, and `uncredited` the
 * points of all findings without credits and without floors for unknown facts.
 */
export function scoreUnshared(
  outcomes: readonly Outcome[],
  circumstances: Circumstances = {},
): Score & { uncredited: number } {
  const rated = outcomes.flatMap(rate)
  const confidence = capConfidence(circumstances.chain, confidenceOf(outcomes, circumstances))
  const found = pointsOf(rated)
  const contradicting = contradictingEndpoints(circumstances.agreement)
  const disagreement = contradicting.length > 0 ? [ENDPOINT_AGREEMENT] : []
  const missingDecisiveFacts = [...missingDecisiveFactsOf(outcomes), ...disagreement].sort()
  const floor = missingDecisiveFacts.length > 0 ? UNKNOWN_FLOOR : confidence < ENOUGH_EVIDENCE ? NEVER_SAFE : 0
  const riskScore = Math.max(found, floor)
  const about = [...contradicting, ...experimentalNetwork(circumstances.chain)]
  const findings = [...rated.map(({ finding }) => finding), ...about].sort(compareFindings)
  const reasons = circumstances.failedExecutions ?? []
  const isRaised = found < floor
  const missing = missingDecisiveFacts.length > 0 ? missingDecisiveFacts : outcomes.flatMap(missingOf)
  if (isRaised) findings.unshift(insufficientData(missing, floor, reasons))
  else if (missingDecisiveFacts.length > 0 && reasons.length > 0) {
    findings.push(insufficientData(missing, 0, reasons))
    findings.sort(compareFindings)
  }
  const uncredited = pointsOf(rated.filter(({ credit }) => credit === 0))
  return { riskScore, riskLevel: levelOf(riskScore), confidence, findings, missingDecisiveFacts, uncredited }
}

/**
 * Gives each finding its share of a score, so that the impacts sum to it: the findings share the points made without credits in
 * proportion to what each makes alone, credits share what they took off, and `not-enough-known` has the rest.
 * @param findings with the points that each makes alone.
 */
export function shareImpacts(findings: readonly Finding[], riskScore: number, uncredited: number): Finding[] {
  const isRest = ({ id }: Finding) => id === INSUFFICIENT_DATA
  const harms = findings.map((finding) => (isRest(finding) ? 0 : Math.max(finding.impact, 0)))
  // Many findings of one rule weigh what the worst of them does.
  const ofRule = new Map<string, { sum: number; worst: number }>()
  for (const [place, { id }] of findings.entries()) {
    const { sum = 0, worst = 0 } = ofRule.get(id) ?? {}
    const points = harms[place] ?? 0
    ofRule.set(id, { sum: sum + points, worst: Math.max(worst, points) })
  }
  const weights = findings.map(({ id }, place) => {
    const { sum = 0, worst = 0 } = ofRule.get(id) ?? {}
    return sum === 0 ? 0 : ((harms[place] ?? 0) * worst) / sum
  })
  const shares = apportion(uncredited, weights)
  const off = apportion(
    Math.max(0, uncredited - riskScore),
    findings.map(({ impact }) => Math.max(-impact, 0)),
  )
  return findings.map((finding, place) => {
    const own = isRest(finding) ? Math.max(0, riskScore - uncredited) : (shares[place] ?? 0)
    return { ...finding, impact: own - (off[place] ?? 0) }
  })
}

/**
 * Scores by the deciding outcomes alone, and shows the findings of the others beside, which have no share of the score.
 * @returns also `unshared`: the findings with the points that each makes alone.
 */
export function scoreDeciding(
  { shown, deciding }: { shown: readonly Outcome[]; deciding: readonly Outcome[] },
  circumstances: Circumstances = {},
): Score & { unshared: Finding[] } {
  const { confidence, findings } = scoreUnshared(shown, circumstances)
  const { riskScore, riskLevel, missingDecisiveFacts, uncredited } = scoreUnshared(deciding, circumstances)
  const ids = new Set(deciding.map(({ detector }) => detector.id))
  const unshared = findings.filter(({ id }) => id !== INSUFFICIENT_DATA)
  const counted = unshared.map((finding) => (ids.has(finding.id) ? finding : { ...finding, impact: 0 }))
  const rest = riskScore > uncredited ? [insufficientData(missingDecisiveFacts, riskScore)] : []
  return {
    riskScore,
    riskLevel,
    confidence,
    findings: shareImpacts([...rest, ...counted], riskScore, uncredited),
    missingDecisiveFacts,
    unshared,
  }
}

/** Level of a score: safe 0-19, low 20-39, medium 40-59, high 60-79, critical 80-100. */
export function levelOf(score: number): RiskLevel {
  if (score >= 80) return 'critical'
  if (score >= 60) return 'high'
  if (score >= 40) return 'medium'
  return score >= 20 ? 'low' : 'safe'
}

type Rated = {
  finding: Finding
  family: string
  soft: boolean
  mild: boolean
  chance: number
  atLeast: number
  credit: number
}

function rate(outcome: Outcome): Rated[] {
  if (outcome.status !== 'found') return []
  return outcome.hits.map((hit) => rateHit(outcome, hit))
}

function rateHit({ detector }: Outcome, hit: Hit): Rated {
  const severity = hit.severity ?? detector.severity
  const soft = hit.soft ?? detector.soft ?? false
  const credit = hit.credit ?? 0
  const { atLeast = 0 } = hit
  const chance = credit > 0 || atLeast > 0 ? 0 : CHANCE[severity] * TRUST[detector.confidence]
  const rated: Rated = {
    finding: {
      id: detector.id,
      severity,
      title: hit.title ?? detector.title,
      description: hit.description,
      impact: 0,
      evidence: hit.evidence,
    },
    family: detector.family ?? detector.id,
    soft,
    mild: hit.shared === true || (soft && detector.appliesTo === 'contract'),
    chance,
    atLeast,
    credit,
  }
  // On its own: exactly the score this finding alone would make.
  rated.finding.impact = credit > 0 ? -credit : pointsOf([rated])
  return rated
}

function pointsOf(rated: readonly Rated[]): number {
  const harmful = rated.filter(({ credit }) => credit === 0)
  const hard = harmful.filter(({ soft }) => !soft)
  const soft = harmful.filter((one) => one.soft)
  const softChance = Math.min(noisyOr(soft), SOFT_CAP / 100)
  const chance = 1 - (1 - noisyOr(hard)) * (1 - softChance)
  const ceiling = Math.max(0, ...harmful.map(ceilingOf))
  const floor = Math.max(
    0,
    ...hard.map(({ finding, atLeast }) => Math.max(FLOOR[finding.severity], atLeast)),
    ...soft.map(({ finding }) => Math.min(FLOOR[finding.severity], SOFT_CAP)),
  )
  const credit = Math.min(
    rated.reduce((sum, one) => sum + one.credit, 0),
    CREDIT_CAP,
  )
  return Math.max(Math.min(Math.round(100 * chance), ceiling) - credit, floor)
}

function ceilingOf({ finding: { severity }, mild }: Rated): number {
  return severity === 'medium' && mild ? MILD_CEILING : CEILING[severity]
}

/** Findings of one family describe one risk: only the worst counts. */
function noisyOr(rated: readonly Rated[]): number {
  const worst = new Map<string, number>()
  for (const { family, chance } of rated) worst.set(family, Math.max(worst.get(family) ?? 0, chance))
  // Sorted, so that the rounding of floating-point products does not depend on the order of the findings.
  return 1 - [...worst.values()].sort((a, b) => a - b).reduce((safe, chance) => safe * (1 - chance), 1)
}

function confidenceOf(
  outcomes: readonly Outcome[],
  { failedSources = 0, diverged = false, uncovered = 0 }: Circumstances,
): number {
  let applicable = 0
  let evaluated = 0
  for (const { detector, status } of outcomes) {
    if (status === 'not-applicable') continue
    applicable += WEIGHT[detector.severity]
    if (status === 'found' || status === 'clear') evaluated += WEIGHT[detector.severity]
  }
  const share = applicable === 0 ? 0 : evaluated / applicable
  const trust =
    CONFIDENCE_PER_FAILED_SOURCE ** failedSources *
    (diverged ? CONFIDENCE_WHEN_DIVERGED : 1) *
    (1 - CONFIDENCE_UNCOVERED * uncovered)
  return Math.round(100 * share * trust) / 100
}

/** Worst first. */
export function compareFindings(a: Finding, b: Finding): number {
  const bySeverity = SEVERITY_ORDER.indexOf(a.severity) - SEVERITY_ORDER.indexOf(b.severity)
  if (bySeverity !== 0 || a.impact !== b.impact) return bySeverity || b.impact - a.impact
  const key = (finding: Finding) => `${finding.id} ${finding.description} ${JSON.stringify(finding.evidence)}`
  return key(a) < key(b) ? -1 : 1
}
