import { defineDetector } from '../../detector.ts'

export default defineDetector({
  id: 'awakened-wallet',
  title: 'It slept for a long time and woke up',
  why: 'A wallet that does nothing for months and suddenly moves may have a new owner: keys are stolen, bought and guessed. Many simply come back.',
  advice: 'Ask its owner on another channel whether it is still theirs.',
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
        description: `After ${awoken.days} days without a transaction it sent ${awoken.sent} in the last 30 days.`,
        evidence: { daysAsleep: awoken.days, sentSince: awoken.sent },
      },
    ]
  },
})

const LONG_DAYS = 180
