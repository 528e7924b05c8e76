import { BURN_ADDRESSES } from '../../accounts/knownAddresses.ts'
import { defineDetector } from '../../engine/detector.ts'

export default defineDetector({
  id: 'unused-wallet',
  title: 'Unused address',
  why: 'This address has never sent anything, and we know of no payment to it. A mistyped address looks like this, and a new wallet does too.',
  advice: 'Compare the address with its source, digit by digit, and send a small amount first.',
  appliesTo: 'wallet',
  category: 'associations',
  severity: 'low',
  confidence: 'medium',
  family: 'new-wallet',
  soft: true,
  needs: ['subject', 'walletActivity'],
  detect: ({ subject, walletActivity: { sent, received } }) => {
    if (subject.class !== 'eoa' || subject.labels.length > 0) return 'not-applicable'
    // Burn addresses have no known key and no user.
    if (BURN_ADDRESSES.has(subject.address)) return 'not-applicable'
    if (sent > 0 || received > 0 || subject.balance > 0n) return []
    return [{ description: 'This address has never sent or received anything.', evidence: { sent, received } }]
  },
})
