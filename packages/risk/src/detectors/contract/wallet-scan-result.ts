import { defineDetector } from '../../engine/detector.ts'
import { judgementHit } from '../../engine/judgementHit.ts'

export default defineDetector({
  id: 'wallet-scan-result',
  title: 'Wallet scan result',
  why: 'A key or a wallet contract controls this address, so its past and its counterparties count. Each endpoint gives the same level for one address.',
  advice: 'Read the wallet scan of this address before you send anything to it.',
  appliesTo: 'contract',
  category: 'associations',
  severity: 'high',
  confidence: 'high',
  needs: ['walletJudgement'],
  detect: ({ walletJudgement }) =>
    walletJudgement === null ? 'not-applicable' : judgementHit(walletJudgement, { scan: 'wallet' }),
})
