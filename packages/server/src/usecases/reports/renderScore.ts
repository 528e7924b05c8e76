import type { Chain } from '@redoubt/risk/chain.ts'
import type { Finding } from '@redoubt/risk/engine/finding.ts'
import type { RiskLevel } from '@redoubt/risk/engine/riskLevel.ts'
import { SEVERITY_ORDER } from '@redoubt/risk/engine/runDetectors.ts'
import { listWords } from '@redoubt/risk/wording/listWords.ts'
import type { EntityType } from '../../domain/entityScore.ts'
import type { Grounds } from '../scans/scanContext.ts'
import type { EntityJudgement } from './entityJudgement.ts'

/** `data` of GET /v1/risk/score/{entity} but for its age: JSON values only. Documented members first, then what we add. */
export type EntityScore = Grounds & {
  /** As the caller spelled it. */
  entity: string
  entityType: EntityType
  riskScore: number
  riskLevel: RiskLevel
  /** 0-1. */
  confidence: number
  /** ISO 8601: when the entity was scanned. */
  lastUpdated: string
  /** At most five, greatest impact first, whichever way it goes; the impacts sum to the score. */
  factors: Finding[]
  /** How the entity is known besides: the address behind a name, say. */
  canonical: string
  /** Null for a URL. */
  chain: Chain | null
  recommendation: string
  /** How many were found. */
  factorCount: number
}

const MAX_FACTORS = 5

/** The contract's short answer about a judged entity. */
export function renderScore(judged: EntityJudgement): EntityScore {
  const { entity, entityType, riskScore, riskLevel, confidence, judgedAt, findings, block } = judged
  return {
    entity,
    entityType,
    riskScore,
    riskLevel,
    confidence,
    lastUpdated: new Date(judgedAt).toISOString(),
    factors: topFactors([...findings].sort(byImpact)),
    canonical: judged.canonical,
    chain: judged.chain,
    recommendation: judged.recommendation,
    factorCount: findings.length,
    complete: judged.complete,
    unknown: judged.unknown,
    unavailable: judged.unavailable,
    blockNumber: block?.number ?? null,
    blockHash: block?.hash ?? null,
    rulesetVersion: judged.rulesetVersion,
    intelAsOf: judged.intelAsOf,
  }
}

/** The first five; where more of them have points, the fifth sums up the rest, so that the impacts sum to the score. */
function topFactors(sorted: readonly Finding[]): Finding[] {
  const rest = sorted.slice(MAX_FACTORS - 1)
  if (sorted.slice(MAX_FACTORS).every(({ impact }) => impact === 0)) return sorted.slice(0, MAX_FACTORS)
  const severity = SEVERITY_ORDER.find((one) => rest.some((finding) => finding.severity === one)) ?? 'info'
  const summary: Finding = {
    id: 'other-findings',
    severity,
    title: 'Other risk findings',
    description: `${rest.length} more findings: ${listWords([...new Set(rest.map(({ title }) => title))])}. The scan and the report list each.`,
    impact: rest.reduce((sum, { impact }) => sum + impact, 0),
    evidence: { findings: [...new Set(rest.map(({ id }) => id))] },
  }
  return [...sorted.slice(0, MAX_FACTORS - 1), summary]
}

/** The same for every order they come in. */
function byImpact(a: Finding, b: Finding): number {
  return Math.abs(b.impact) - Math.abs(a.impact) || compare(a.id, b.id) || compare(a.description, b.description)
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
