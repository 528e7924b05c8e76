import { genuineLabel } from '../../contract/genuine.ts'
import { defineDetector } from '../../engine/detector.ts'

/** Percent that a holder pays, and by how much more than a fresh account it must be. */
const PERCENT = { critical: 50, high: 20 } as const
const MORE = 10

export default defineDetector({
  id: 'holder-tax',
  title: 'Higher sell tax for existing holders',
  why: 'The tax depends on the seller. A new account sells cheaply, while accounts that really hold the token lose much more.',
  advice: 'Do not buy it: you would not get the low tax of a new account.',
  appliesTo: 'contract',
  category: 'code',
  severity: 'high',
  confidence: 'high',
  family: 'sale',
  needs: ['trade', 'subject'],
  detect: ({ trade, subject }) => {
    const highest = trade?.holders.highestTax ?? null
    if (trade === null || highest === null) return 'not-applicable'
    const fresh = Math.max(
      0,
      ...trade.runs.flatMap(({ scenario, sellTax }) => (scenario === 'holder' || sellTax === null ? [] : [sellTax])),
    )
    if (highest < PERCENT.high || highest < fresh + MORE) return []
    const severity = highest >= PERCENT.critical ? 'critical' : 'high'
    return [
      {
        severity: genuineLabel(subject) ? 'low' : severity,
        description: `A real holder loses ${highest} % when it sells; a new account that sells within a day loses ${fresh} % at most.`,
        evidence: { token: subject.address, highestTax: highest, freshTax: fresh, sampled: trade.holders.sampled },
      },
    ]
  },
})
