import { taxHits } from '../../contract/taxHits.ts'
import { defineDetector } from '../../detector.ts'

export default defineDetector({
  id: 'sell-tax',
  title: 'Part of every sale is kept',
  why: 'The pool received fewer tokens than were sold: the token keeps a fee of each sale. A sale that keeps nearly everything is a honeypot with better manners.',
  advice: 'Expect to get less than the price says, or do not buy.',
  appliesTo: 'contract',
  category: 'code',
  severity: 'medium',
  confidence: 'high',
  family: 'sale',
  needs: ['trade', 'subject'],
  detect: ({ trade, subject }) =>
    taxHits(trade, subject, { tax: 'sellTax', words: 'of what is sold is kept by the token' }),
})
