import type { Trade } from '../contractFacts.ts'
import type { Account } from '../facts.ts'
import type { Hit } from '../finding.ts'
import { genuineLabel } from './genuine.ts'

/** Percent of the amount that does not arrive. */
const PERCENT = { critical: 50, high: 20, medium: 10 } as const

/**
 * The tax of one step, as a person meets it: the highest of all newcomers' attempts that count. Where the attempt a day later
 * was taxed less than those at once, a launch fee is running out, and what counts is the later one.
 */
export function taxHits(
  trade: Trade | null,
  subject: Account,
  { tax, words }: { tax: 'buyTax' | 'sellTax' | 'transferTax'; words: string },
): Hit[] | 'not-applicable' {
  if (trade === null) return 'not-applicable'
  const measured = trade.runs.flatMap((run) => {
    const percent = run.scenario === 'holder' ? null : run[tax]
    return percent === null ? [] : [{ scenario: run.scenario, percent }]
  })
  const later = measured.find(({ scenario }) => scenario === 'day-later')
  const atOnce = measured.find(({ scenario }) => scenario === 'fresh')
  const lasting = later && atOnce && later.percent < atOnce.percent ? [later] : measured
  const percent = Math.max(0, ...lasting.map((one) => one.percent))
  if (percent < PERCENT.medium) return []
  const severity = percent >= PERCENT.critical ? 'critical' : percent >= PERCENT.high ? 'high' : 'medium'
  return [
    {
      severity: genuineLabel(subject) && severity !== 'critical' ? 'low' : severity,
      description: `${percent} % ${words}.`,
      evidence: {
        token: subject.address,
        pool: trade.pool.address,
        taxPercent: percent,
        measured: measured.map((one) => `${one.scenario}: ${one.percent} %`),
      },
    },
  ]
}
