import { taxHits } from '../../contract/taxHits.ts'
import { defineDetector } from '../../detector.ts'

export default defineDetector({
  id: 'buy-tax',
  title: 'Part of every purchase is kept',
  why: 'Fewer tokens arrive than the pool gave: the token keeps a fee of each purchase. Measured by buying it, not read from a name in the code.',
  advice: 'Expect to own less than you pay for, or do not buy.',
  appliesTo: 'contract',
  category: 'code',
  severity: 'medium',
  confidence: 'high',
  family: 'buy-tax',
  needs: ['trade', 'subject'],
  detect: ({ trade, subject }) =>
    taxHits(trade, subject, { tax: 'buyTax', words: 'of what is bought does not arrive' }),
})
