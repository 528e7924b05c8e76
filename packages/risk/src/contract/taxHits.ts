import type { Hit } from '../engine/finding.ts'
import type { Account } from '../facts/account.ts'
import type { Trade } from '../facts/trade.ts'
import { genuineLabel } from './genuine.ts'

/** Percent of the amount that does not arrive. */
const PERCENT = { critical: 50, high: 20, medium: 10 } as const

/** One hit where a newcomer loses a tenth or more in a step; `words` end “12 % …”. */
export function taxHits(
  trade: Trade | null,
  subject: Account,
  { tax, words }: { tax: Tax; words: string },
): Hit[] | 'not-applicable' {
  if (trade === null) return 'not-applicable'
  const percent = lastingTax(trade, tax) ?? 0
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
        measured: measuredTaxes(trade, tax).map((one) => `${one.scenario}: ${one.percent} %`),
      },
    },
  ]
}

type Tax = 'buyTax' | 'sellTax' | 'transferTax'

/**
 * Percent that a newcomer loses in one step: the highest of the attempts that count; null when none got there. Where the attempt
 * a day later was taxed less than the one at once, a launch fee is running out, and what counts is the later one.
 */
export function lastingTax(trade: Trade, tax: Tax): number | null {
  const measured = measuredTaxes(trade, tax)
  const later = measured.find(({ scenario }) => scenario === 'day-later')
  const atOnce = measured.find(({ scenario }) => scenario === 'fresh')
  if (later && atOnce && later.percent < atOnce.percent) return later.percent
  return measured.length === 0 ? null : Math.max(...measured.map(({ percent }) => percent))
}

/** Losses of each new account's attempt; attempts that did not reach that step are left out. */
function measuredTaxes(trade: Trade, tax: Tax): { scenario: string; percent: number }[] {
  return trade.runs.flatMap((run) => {
    const percent = run.scenario === 'holder' ? null : run[tax]
    return percent === null ? [] : [{ scenario: run.scenario, percent }]
  })
}
