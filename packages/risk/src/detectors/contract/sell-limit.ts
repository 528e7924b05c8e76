import { genuineLabel } from '../../contract/genuine.ts'
import { defineDetector } from '../../engine/detector.ts'

/** Shares of the supply in percent. Below the first a position cannot be left in a lifetime of blocks. */
const NEGLIGIBLE_PERCENT = 0.001
const SMALL_PERCENT = 0.1

export default defineDetector({
  id: 'sell-limit',
  title: 'Token sell limit',
  why: 'A limit on sales locks holders in while the price falls. A launch limit of about one percent of the supply for everyone is common; a limit near zero is a honeypot.',
  advice: 'Compare the limit with the amount you want to hold.',
  appliesTo: 'contract',
  category: 'code',
  severity: 'low',
  confidence: 'high',
  family: 'limits',
  needs: ['trade', 'subject'],
  detect: ({ trade, subject }) => {
    const max = trade?.limits.maxSell ?? null
    if (trade === null || max === null) return 'not-applicable'
    const { maxBuy } = trade.limits
    // A holder that may not buy more than that need not sell more than that.
    const isOpen = maxBuy !== null && maxBuy <= max
    const severity = max < NEGLIGIBLE_PERCENT && !isOpen ? 'high' : max < SMALL_PERCENT && !isOpen ? 'medium' : 'low'
    return [
      {
        severity: genuineLabel(subject) ? 'low' : severity,
        description: `One sale can be at most ${max} % of the supply${isOpen ? '; the limit on purchases is no higher' : ''}.`,
        evidence: { token: subject.address, maxSellPercent: max, maxBuyPercent: maxBuy },
      },
    ]
  },
})
