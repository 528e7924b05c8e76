import { taxHits } from '../../contract/taxHits.ts'
import { defineDetector } from '../../detector.ts'

export default defineDetector({
  id: 'taxed-transfers',
  title: 'Part of every transfer is kept',
  why: 'Less arrives than is sent between two ordinary accounts: moving the token to another wallet of your own costs a part of it.',
  advice: 'Leave it where it is, or do not buy it.',
  appliesTo: 'contract',
  category: 'code',
  severity: 'medium',
  confidence: 'high',
  family: 'transfer-tax',
  needs: ['trade', 'subject'],
  detect: ({ trade, subject }) =>
    taxHits(trade, subject, { tax: 'transferTax', words: 'of what is transferred does not arrive' }),
})
