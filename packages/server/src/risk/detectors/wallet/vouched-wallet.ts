import { defineDetector } from '../../detector.ts'
import { vouchedHits } from '../../vouchedHits.ts'

export default defineDetector({
  id: 'vouched-wallet',
  title: 'The operator of this service vouches for it',
  why: 'Whoever runs this service says that the address is good. That is a word and no examination: it silences lists but for sanctions, lowers the score and cancels no finding.',
  advice: 'Check all the same what you sign.',
  appliesTo: 'wallet',
  category: 'associations',
  severity: 'info',
  confidence: 'high',
  needs: ['subject'],
  detect: ({ subject }) => vouchedHits(subject),
})
