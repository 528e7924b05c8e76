import { defineDetector } from '../../detector.ts'

export default defineDetector({
  id: 'awakened-wallet',
  title: 'Dormant wallet reactivated',
  why: 'A wallet that does nothing for months and suddenly moves may have a new owner: attackers steal, buy and guess private keys. Many owners simply come back.',
  advice: 'Ask the owner through another channel whether they still control the wallet.',
  appliesTo: 'wallet',
  category: 'associations',
  severity: 'low',
  confidence: 'medium',
  soft: true,
  needs: ['walletActivity'],
  detect: ({ walletActivity: { awoken } }) => {
    if (awoken === null || awoken.days < LONG_DAYS) return []
    return [
      {
        description: `After ${awoken.days} days without a transaction the wallet sent ${awoken.sent} in the last 30 days.`,
        evidence: { daysAsleep: awoken.days, sentSince: awoken.sent },
      },
    ]
  },
})

const LONG_DAYS = 180
