import type { Category } from '@redoubt/risk/detector.ts'
import type { Severity } from '@redoubt/risk/finding.ts'
import type { ReportFactor, RiskReport } from '@redoubt/risk/report.ts'

export type RankedFactor = ReportFactor & { category: Category }

const WORST_FIRST: readonly Severity[] = ['critical', 'high', 'medium', 'low', 'info']

/** The factors of all categories, the severest first, then those with most points; the same order every time. */
export function rankFactors({ riskBreakdown }: Pick<RiskReport, 'riskBreakdown'>): RankedFactor[] {
  const all = (Object.keys(riskBreakdown) as Category[]).flatMap((category) =>
    riskBreakdown[category].factors.map((factor) => ({ ...factor, category })),
  )
  return all.sort(
    (a, b) =>
      WORST_FIRST.indexOf(a.severity) - WORST_FIRST.indexOf(b.severity) ||
      b.impact - a.impact ||
      compare(a.id, b.id) ||
      compare(a.description, b.description),
  )
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
