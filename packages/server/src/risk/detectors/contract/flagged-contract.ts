import { defineDetector } from '../../detector.ts'
import { standingOf } from '../../standing.ts'
import { listsOf } from '../../wording/listsOf.ts'
import { nameAccount } from '../../wording/nameAccount.ts'

export default defineDetector({
  id: 'flagged-contract',
  title: 'The address is on a list',
  why: 'The address is listed as a scammer’s, drainer’s or hacker’s, or is sanctioned. Dealing with a sanctioned address can be an offence and gets accounts at exchanges frozen.',
  advice: 'Do not touch it, and take back what you approved for it.',
  appliesTo: 'contract',
  category: 'associations',
  severity: 'critical',
  confidence: 'high',
  family: 'flagged',
  decisive: true,
  needs: ['subject'],
  detect: ({ subject }) => {
    if (standingOf(subject) !== 'flagged')
      return subject.sanctioned === null ? { unknown: ['sanctions'], decisive: false } : []
    return [
      {
        description: `${nameAccount(subject.address, subject)} is ${subject.sanctioned ? 'sanctioned' : 'listed as a scammer’s or hacker’s'}.`,
        evidence: { address: subject.address, lists: listsOf(subject) },
      },
    ]
  },
})
