import { defineDetector } from '../../engine/detector.ts'
import { nameAccount } from '../../wording/accountNames.ts'

export default defineDetector({
  id: 'sanctioned-wallet',
  title: 'Sanctioned address',
  why: 'A sanctions list, or the sanctions oracle on this chain, names this address. Paying it or taking money from it is a crime in many countries, and exchanges freeze its money.',
  advice: 'Do not deal with this address.',
  appliesTo: 'wallet',
  category: 'associations',
  severity: 'critical',
  confidence: 'high',
  family: 'flagged',
  decisive: true,
  needs: ['subject'],
  detect: ({ subject }) => {
    // Where no list is imported the operator chose to do without; one that is too old, or an oracle that failed, was meant to be asked.
    if (subject.sanctioned === null)
      return subject.sanctionsStale || subject.sanctionsFailed
        ? { unknown: ['sanctions'] }
        : { unknown: ['sanctions'], decisive: false }
    if (!subject.sanctioned) return []
    return [
      {
        description: `${nameAccount(subject.address, subject)} is on a sanctions list.`,
        evidence: { address: subject.address, lists: subject.sanctionedBy },
      },
    ]
  },
})
