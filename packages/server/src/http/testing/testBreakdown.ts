import type { ScoreBreakdown } from '@redoubt/risk/report/breakDown.ts'

const nothing = { score: 0, riskLevel: 'safe', confidence: 1, unknown: [] } as const

/** A breakdown of a score without findings, with one category that was not looked at. */
export const BREAKDOWN: ScoreBreakdown = {
  categories: {
    ownership: { ...nothing, unknown: [] },
    code: { ...nothing, unknown: [] },
    liquidity: { score: 0, riskLevel: 'not-known', confidence: 0, unknown: ['trade'] },
    associations: { ...nothing, unknown: [] },
  },
  creditsTaken: 0,
  missingDecisiveFacts: ['trade'],
}
