import { taxHits } from '../../contract/taxHits.ts'
import { defineDetector } from '../../engine/detector.ts'

export default defineDetector({
  id: 'buy-tax',
  title: 'Token buy tax',
  why: 'Fewer tokens arrive than the pool gave: the token keeps a tax on each purchase. We measured it with a simulated purchase, not by a name in the code.',
  advice: 'Expect to receive less than you pay for, or do not buy.',
  appliesTo: 'contract',
  category: 'code',
  severity: 'medium',
  confidence: 'high',
  family: 'buy-tax',
  needs: ['trade', 'subject'],
  detect: ({ trade, subject }) =>
    taxHits(trade, subject, {
      tax: 'buyTax',
      words: 'of each purchase does not arrive: the token keeps it as buy tax',
    }),
})
