import type { Chain } from '@redoubt/risk/chain.ts'
import type { RiskLevel } from '@redoubt/risk/engine/riskLevel.ts'
import type { Environment } from './environment.ts'

export type EntityType = 'wallet' | 'contract' | 'url' | 'transaction'

/** What an entity scored for one account. `at` in Unix milliseconds. */
export type ScorePoint = {
  accountId: string
  environment: Environment
  /** Canonical: an EIP-55 address, a URL without credentials and fragment, a hash in lower case. */
  entity: string
  entityType: EntityType
  /** Null for a URL. */
  chain: Chain | null
  riskScore: number
  riskLevel: RiskLevel
  /** 0-1. */
  confidence: number
  rulesetVersion: string
  /** False when a decisive fact is missing or a deadline cut facts off. */
  complete: boolean
  /** How many sources failed. */
  failedSources: number
  at: number
}
/** The score of one UTC day by one ruleset. */
export type ScoreOfDay = Pick<ScorePoint, 'riskLevel' | 'rulesetVersion' | 'complete' | 'failedSources'> & {
  /** YYYY-MM-DD. */
  date: string
  score: number
}

/** Days that scores are kept and a report shows: a year and what one compares it with. */
export const SCORE_DAYS = 400
