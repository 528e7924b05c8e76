import type { Hex } from '../address.ts'
import type { Chain } from '../chain.ts'
import type { Category } from '../engine/detector.ts'
import type { Severity } from '../engine/finding.ts'
import type { RiskLevel } from '../engine/riskLevel.ts'

/** One thing that raises or lowers the score of a category. The impacts of all factors of a report sum to its score, see docs/SCORING.md. */
export type ReportFactor = {
  id: string
  /** Equal to `title`. */
  name: string
  title: string
  severity: Severity
  description: string
  /** Integer; negative lowers risk. */
  impact: number
  evidence: Record<string, unknown>
}

export type ReportCategory = {
  /** 0-100: what this category alone would score, what is unknown of it included. */
  score: number
  /** Percent; the four sum to 100. 0 for a category that does not apply to the entity. */
  weight: number
  /** Why the category does not apply; null when it does. */
  notApplicable: string | null
  factors: ReportFactor[]
  /** `not-known`: the score rests only on missing data, and on no finding. */
  riskLevel: RiskLevel | 'not-known'
  /** 0-1: how much of it could be looked at. */
  confidence: number
  /** Facts that its rules would have needed. */
  unknown: string[]
}

/** The risk report of one wallet, contract or URL: what JSON answers and what the PDF is drawn from. */
export type RiskReport = {
  /** As the caller wrote it; a URL without credentials and fragment. */
  entity: string
  entityType: 'wallet' | 'contract' | 'url'
  /** Null for a URL. */
  chain: Chain | null
  summary: {
    riskScore: number
    riskLevel: RiskLevel
    /** One sentence. */
    verdict: string
    /** ISO 8601 with milliseconds. */
    generatedAt: string
    /** 0-1. */
    confidence: number
    recommendation: string
  }
  riskBreakdown: Record<Category, ReportCategory>
  /** By day, oldest first. Scores of other rulesets are marked by their version and never compared. */
  history: { date: string; score: number; riskLevel: RiskLevel; rulesetVersion: string }[]
  recommendations: string[]
  rulesetVersion: string
  /** Date of the oldest list relied on. */
  intelAsOf: string
  block: { number: string; hash: Hex } | null
  /** Sources that gave facts, each with the date of what it said; null when it has none. */
  sources: { name: string; asOf: string | null }[]
  /** Sources that failed, and facts that stayed unknown. */
  unavailable: string[]
  unknown: string[]
  complete: boolean
  /** Canonical name of the entity: the address behind a name, in EIP-55; a URL without credentials and fragment. */
  canonical: string
  /** Name of the token or contract, as it calls itself: `USD Coin (USDC)`; null when it has none. */
  label: string | null
}
