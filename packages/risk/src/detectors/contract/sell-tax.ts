import { taxHits } from '../../contract/taxHits.ts'
import { defineDetector } from '../../engine/detector.ts'

export default defineDetector({
  id: 'sell-tax',
  title: 'Token sell tax',
  why: 'The pool received fewer tokens than the seller sent: the token keeps a tax on each sale. A tax near 100 % makes the token a honeypot.',
  advice: 'Expect less than the market price when you sell, or do not buy.',
  appliesTo: 'contract',
  category: 'code',
  severity: 'medium',
  confidence: 'high',
  family: 'sale',
  needs: ['trade', 'subject'],
  detect: ({ trade, subject }) =>
    taxHits(trade, subject, { tax: 'sellTax', words: 'of each sale is kept by the token as sell tax' }),
})
