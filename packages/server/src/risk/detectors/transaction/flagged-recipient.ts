import { defineDetector } from '../../detector.ts'
import { standingOf } from '../../standing.ts'
import { nameAccount } from '../../wording/nameAccount.ts'

export default defineDetector({
  id: 'flagged-recipient',
  title: 'The recipient is a known scammer',
  why: 'The address is on a list of scammers, drainers or hackers.',
  advice: 'Reject the transaction and leave the site that asked for it.',
  appliesTo: 'transaction',
  category: 'associations',
  severity: 'critical',
  confidence: 'high',
  family: 'flagged',
  decisive: true,
  needs: ['recipient'],
  detect: ({ recipient }) => {
    if (recipient === null) return 'not-applicable'
    if (standingOf(recipient) !== 'flagged') return []
    const lists = recipient.labels.map(({ name, category, source }) => `${category}: ${name} (${source})`)
    return [
      {
        description: `${nameAccount(recipient.address, recipient)} is listed as a scammer or hacker.`,
        evidence: { address: recipient.address, lists },
      },
    ]
  },
})
