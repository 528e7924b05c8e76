import { defineDetector } from '../../engine/detector.ts'

export default defineDetector({
  id: 'dormant-wallet-reactivated',
  title: 'Dormant wallet reactivated',
  why: 'A wallet that does nothing for months and suddenly moves may have a new owner: attackers steal, buy and guess private keys. Many owners simply come back.',
  advice: 'Ask the owner through another channel whether they still control the wallet.',
  appliesTo: 'wallet',
  category: 'associations',
  severity: 'low',
  confidence: 'medium',
  soft: true,
  needs: ['walletActivity'],
  detect: ({ walletActivity: { reactivated } }) => {
    if (reactivated === null || reactivated.days < LONG_DAYS) return []
    return [
      {
        description: `After ${reactivated.days} days without a transaction the wallet sent ${reactivated.sent} in the last 30 days.`,
        evidence: { daysAsleep: reactivated.days, sentSince: reactivated.sent },
      },
    ]
  },
})

const LONG_DAYS = 180
