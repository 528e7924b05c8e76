import { taxHits } from '../../contract/taxHits.ts'
import { defineDetector } from '../../engine/detector.ts'

export default defineDetector({
  id: 'wallet-to-wallet-transfer-tax',
  title: 'Tax on wallet-to-wallet transfers',
  why: 'The receiver gets less than the sender sends between two ordinary accounts: moving the token to another wallet of your own costs a part of it.',
  advice: 'Do not move it to another wallet, or do not buy it.',
  appliesTo: 'contract',
  category: 'code',
  severity: 'medium',
  confidence: 'high',
  family: 'transfer-tax',
  needs: ['trade', 'subject'],
  detect: ({ trade, subject }) =>
    taxHits(trade, subject, {
      tax: 'transferTax',
      words: 'of each transfer does not arrive: the token keeps it as tax',
    }),
})
