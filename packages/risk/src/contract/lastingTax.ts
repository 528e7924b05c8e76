import type { Trade } from '../facts/trade.ts'

export type Tax = 'buyTax' | 'sellTax' | 'transferTax'

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
export function measuredTaxes(trade: Trade, tax: Tax): { scenario: string; percent: number }[] {
  return trade.runs.flatMap((run) => {
    const percent = run.scenario === 'holder' ? null : run[tax]
    return percent === null ? [] : [{ scenario: run.scenario, percent }]
  })
}
