import { defineDetector } from '../../detector.ts'

export default defineDetector({
  id: 'new-wallet',
  title: 'The wallet is new',
  why: 'Addresses for scams are made fresh and thrown away. So is every honest person’s first wallet.',
  advice: 'Make sure that you know whose address this is.',
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
            ? 'It was first used today.'
            : `It was first used ${ageDays} ${ageDays === 1 ? 'day' : 'days'} ago.`,
        evidence: { ageDays },
      },
    ]
  },
})

const NEW_DAYS = 30
