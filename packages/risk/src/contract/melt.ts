import type { Severity } from '../engine/finding.ts'
import type { BalanceMelt } from '../facts/trade.ts'

const MONTH = 30 * 86_400
const YEAR = 365 * 86_400
/** Percent of a balance that is gone after thirty days. */
const LARGE = 10
const NOTABLE = 1

/** How grave it is that balances melt: by what is gone after thirty days. */
export function severityOfMelt(melt: BalanceMelt): Severity {
  const gone = lostIn(melt, MONTH)
  return gone >= LARGE ? 'high' : gone >= NOTABLE ? 'medium' : 'low'
}

/** The rate in words: of a year where it is small, else of thirty days. */
export function describeMelt(melt: BalanceMelt): string {
  const [time, words] = severityOfMelt(melt) === 'low' ? [YEAR, 'a year'] : [MONTH, '30 days']
  return `${Math.round(lostIn(melt, time) * 10) / 10} % in ${words}`
}

/** Percent that is gone after so many seconds at the measured rate. */
function lostIn({ percent, seconds }: BalanceMelt, time: number): number {
  return 100 * (1 - (1 - Math.min(percent, 100) / 100) ** (time / seconds))
}
