import { defineDetector } from '../../engine/detector.ts'

export default defineDetector({
  id: 'new-wallet',
  title: 'New wallet',
  why: 'Scammers create new addresses and abandon them after use. Every honest person’s first wallet is new too.',
  advice: 'Make sure that you know who controls this address.',
  appliesTo: 'wallet',
  category: 'associations',
  severity: 'low',
  confidence: 'high',
  soft: true,
  needs: ['walletActivity'],
  detect: ({ walletActivity: { ageDays } }) => {
    if (ageDays === null) return { unknown: ['age of the wallet'] }
    if (ageDays >= NEW_DAYS) return []
    return [
      {
        description:
          ageDays === 0
            ? 'The wallet’s first use is today.'
            : `The wallet’s first use was ${ageDays} ${ageDays === 1 ? 'day' : 'days'} ago.`,
        evidence: { ageDays },
      },
    ]
  },
})

const NEW_DAYS = 30
