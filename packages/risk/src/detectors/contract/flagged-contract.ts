import { trustOf } from '../../accounts/trust.ts'
import { defineDetector } from '../../engine/detector.ts'
import { nameAccount } from '../../wording/accountNames.ts'
import { listsOf } from '../../wording/listWords.ts'

export default defineDetector({
  id: 'flagged-contract',
  title: 'Block-listed or sanctioned contract',
  why: 'The address is on a list of scammers, drainers or hackers, or is sanctioned. Dealing with a sanctioned address can be an offence, and exchanges freeze accounts for it.',
  advice: 'Do not interact with it, and revoke your approvals for it.',
  appliesTo: 'contract',
  category: 'associations',
  severity: 'critical',
  confidence: 'high',
  family: 'flagged',
  decisive: true,
  needs: ['subject'],
  detect: ({ subject }) => {
    if (trustOf(subject) !== 'flagged')
      return subject.sanctioned === null ? { unknown: ['sanctions'], decisive: false } : []
    return [
      {
        description: `${nameAccount(subject.address, subject)} is ${subject.sanctioned ? 'sanctioned' : 'listed as a scammer or hacker'}.`,
        evidence: { address: subject.address, lists: listsOf(subject) },
      },
    ]
  },
})
