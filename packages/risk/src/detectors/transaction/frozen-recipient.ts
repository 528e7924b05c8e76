import { defineDetector } from '../../engine/detector.ts'
import { frozenHit } from '../../wording/listWords.ts'

export default defineDetector({
  id: 'frozen-recipient',
  title: 'Recipient frozen by the token issuer',
  why: 'Tether or Circle has frozen this address (USDT `isBlackListed`, USDC `isBlacklisted`, read on chain). The issuers do that on court orders and after thefts. Exchanges refuse deposits that come from or go to such addresses.',
  advice: 'Do not deal with this address unless you know the reason for the freeze.',
  appliesTo: 'transaction',
  category: 'associations',
  severity: 'high',
  confidence: 'high',
  family: 'flagged',
  needs: ['recipient', 'block'],
  detect: ({ recipient, block }) => {
    if (recipient === null) return 'not-applicable'
    if (recipient.frozenBy === null) return { unknown: ['freeze lists'], decisive: false }
    return recipient.frozenBy.length > 0 ? [frozenHit(recipient, block)] : []
  },
})
