import { trustOf } from '../../accounts/trust.ts'
import { defineDetector } from '../../engine/detector.ts'
import { shortAddress } from '../../wording/accountNames.ts'

export default defineDetector({
  id: 'sweeper-like-forwarding',
  title: 'Sweeper-like instant forwarding of payments',
  why: 'Nearly every payment leaves within two blocks, to one or two addresses: faster than people act. Sweepers do this on wallets with a stolen private key, and so do payment collectors. Deposit addresses of known exchanges are excluded.',
  advice: 'Send nothing there: the person you mean to pay may not receive it.',
  appliesTo: 'wallet',
  category: 'associations',
  severity: 'medium',
  confidence: 'medium',
  needs: ['subject', 'walletActivity', 'walletCounterparties'],
  detect: ({ subject, walletActivity: { forwards }, walletCounterparties }) => {
    const { incoming, forwarded, to } = forwards
    if (trustOf(subject) === 'known') return 'not-applicable'
    if (forwarded < MIN || forwarded < incoming * NEARLY_ALL || to.length > MAX_TARGETS) return []
    const targets = walletCounterparties.filter(({ address }) => to.includes(address))
    const trustLevels = targets.map(({ account }) => (account === null ? 'unknown' : trustOf(account)))
    if (trustLevels.length > 0 && trustLevels.every((trust) => trust === 'known')) return []
    return [
      {
        severity: trustLevels.includes('flagged') ? ('high' as const) : ('medium' as const),
        description: `${forwarded} of ${incoming} payments left the wallet within two blocks, to ${to.map(shortAddress).join(' and ')}.`,
        evidence: { payments: incoming, forwarded, to },
      },
    ]
  },
})

const MIN = 5
const NEARLY_ALL = 0.8
const MAX_TARGETS = 2
