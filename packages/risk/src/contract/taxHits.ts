import type { Account } from '../facts/account.ts'
import type { Trade } from '../facts/trade.ts'
import type { Hit } from '../finding.ts'
import { genuineLabel } from './genuine.ts'
import { lastingTax, measuredTaxes, type Tax } from './lastingTax.ts'

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
