import { allowListedHits } from '../../accounts/allowListedHits.ts'
import { defineDetector } from '../../engine/detector.ts'

export default defineDetector({
  id: 'allow-listed-contract',
  title: 'Contract on the operator’s allow list',
  why: 'The operator of this service has put the address on an allow list. An allow list entry is a statement and no examination: it overrides block lists except sanctions, lowers the score and cancels no finding.',
  advice: 'Read every request before you sign it, for this contract too.',
  appliesTo: 'contract',
  category: 'associations',
  severity: 'info',
  confidence: 'high',
  needs: ['subject'],
  detect: ({ subject }) => allowListedHits(subject),
})
