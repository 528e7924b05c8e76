import { levelOf } from '@redoubt/risk/engine/score.ts'
import type { ReportFactor, RiskReport } from '@redoubt/risk/report/report.ts'

// Parts of the reports made by hand; each is as long as a real one. The addresses belong to no account.

export const account = (digits: string) => `0x${digits.repeat(40).slice(0, 40)}`
export const factor = (
  id: string,
  title: string,
  severity: ReportFactor['severity'],
  impact: number,
  description: string,
  evidence: ReportFactor['evidence'] = {},
): ReportFactor => ({ id, name: title, title, severity, description, impact, evidence })

/** A part that was judged whole. */
export const known = (score: number) => ({ riskLevel: levelOf(score), confidence: 1, unknown: [] })

/** One score a day, in steps from score to score. */
export function days(first: string, scores: readonly number[], rulesetVersion: string): RiskReport['history'] {
  return scores.map((score, index) => ({
    date: new Date(Date.parse(first) + index * 86_400_000).toISOString().slice(0, 10),
    score,
    riskLevel: levelOf(score),
    rulesetVersion,
  }))
}
