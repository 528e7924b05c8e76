import { defineDetector } from '../../detector.ts'
import { frozenHit } from '../../wording/frozenHit.ts'

export default defineDetector({
  id: 'frozen-wallet',
  title: 'An issuer has frozen the address',
  why: 'Tether or Circle has frozen this address (USDT `isBlackListed`, USDC `isBlacklisted`, read on chain), which they do on court orders and after thefts. Exchanges refuse deposits that come from such addresses.',
  advice: 'Do not deal with this address unless you know why it was frozen.',
  appliesTo: 'wallet',
  category: 'associations',
  severity: 'high',
  confidence: 'high',
  family: 'flagged',
  needs: ['subject', 'block'],
  detect: ({ subject, block }) => {
    if (subject.frozenBy === null) return { unknown: ['freeze lists'], decisive: false }
    return subject.frozenBy.length > 0 ? [frozenHit(subject, block)] : []
  },
})
