import { trustOf } from '../../accounts/trust.ts'
import { defineDetector } from '../../engine/detector.ts'

export default defineDetector({
  id: 'many-new-recipients',
  title: 'Dust payments to many new recipients',
  why: 'Within a week the account sent worthless amounts to dozens of addresses it had never paid. Address poisoners and scam advertisers enter other people’s histories like that.',
  advice: 'Do not copy addresses from such transfers, and do not open links that they advertise.',
  appliesTo: 'wallet',
  category: 'associations',
  severity: 'medium',
  confidence: 'medium',
  needs: ['subject', 'walletActivity'],
  detect: ({ subject, walletActivity: { firstPaid } }) => {
    if (trustOf(subject) === 'known') return 'not-applicable'
    const { parties, dust } = firstPaid
    if (dust < MIN || dust < parties * MOSTLY) return []
    return [
      {
        description: `In seven days the account paid ${parties} addresses for the first time, ${dust} of them less than a dollar.`,
        evidence: { newRecipients: parties, dust },
      },
    ]
  },
})

const MIN = 25
const MOSTLY = 0.5
