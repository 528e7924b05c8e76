import { defineDetector } from '../../engine/detector.ts'
import { frozenHit } from '../../wording/listWords.ts'

export default defineDetector({
  id: 'frozen-wallet',
  title: 'Wallet frozen by the token issuer',
  why: 'Tether or Circle has frozen this address (USDT `isBlackListed`, USDC `isBlacklisted`, read on chain). The issuers do that on court orders and after thefts. Exchanges refuse deposits that come from such addresses.',
  advice: 'Do not deal with this address unless you know the reason for the freeze.',
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
