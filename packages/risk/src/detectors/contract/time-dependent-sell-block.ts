import { genuineLabel } from '../../contract/genuine.ts'
import { salesOf } from '../../contract/openMint.ts'
import { defineDetector } from '../../engine/detector.ts'
import type { TradeRun } from '../../facts/trade.ts'

/** Percentage points that a sale costs more at another time than at once. */
const RISE = { critical: 50, high: 20 } as const

export default defineDetector({
  id: 'time-dependent-sell-block',
  title: 'Time-dependent sell block or tax',
  why: 'In simulation, buyers sold the token at other hours, in other blocks, weeks later and after many purchases by others: sometimes the sale failed, or paid far less. Purchases have no such limits.',
  advice: 'Do not buy it: you cannot choose when to sell.',
  appliesTo: 'contract',
  category: 'code',
  severity: 'high',
  confidence: 'high',
  family: 'sale',
  needs: ['trade', 'subject'],
  detect: ({ trade, subject }) => {
    if (trade === null) return 'not-applicable'
    const { reached } = salesOf(trade)
    const taxes = reached.flatMap(({ sellTax }) => sellTax ?? [])
    const usual = taxes.length === 0 ? 0 : Math.max(...taxes)
    const stopped = trade.later.filter(({ kind, failed }) => kind === 'moment' && isSale(failed))
    const dear = trade.later.filter(({ sellTax }) => sellTax !== null && sellTax >= usual + RISE.high)
    if (stopped.length === 0 && dear.length === 0) return []
    const max = Math.max(0, ...dear.map(({ sellTax }) => sellTax ?? 0))
    const moments = trade.later.filter(({ kind }) => kind === 'moment').length
    const texts = [
      ...(stopped.length > 0 ? [`could not be sold at ${stopped.length} of ${moments} other moments`] : []),
      ...(dear.length > 0 ? [`loses up to ${max} % when sold at another time, but ${timelyTax(reached, usual)}`] : []),
    ]
    const severity = max >= usual + RISE.critical ? 'critical' : 'high'
    return [
      {
        severity: genuineLabel(subject) ? 'low' : severity,
        description: `The token ${texts.join(', and ')}.`,
        evidence: {
          token: subject.address,
          pool: trade.pool.address,
          attempts: [...new Set([...stopped, ...dear])].map(
            ({ waitedSeconds, purchases, failed, sellTax }) =>
              `${waitedSeconds ?? 0} s and ${purchases} purchases later: ${sellTax === null ? (failed?.reason ?? 'no reason') : `${sellTax} %`}`,
          ),
        },
      },
    ]
  },
})

/** What a sale costs at once, and within a day of purchases where that is more. */
function timelyTax(reached: readonly TradeRun[], usual: number): string {
  const atOnce = reached.find(({ scenario }) => scenario === 'fresh')?.sellTax ?? usual
  return atOnce < usual ? `${atOnce} % at once, and ${usual} % within a day` : `${usual} % at once`
}

function isSale(failed: { step: string } | null): boolean {
  return failed?.step === 'sell' || failed?.step === 'approve'
}
