import { defineDetector } from '../../detector.ts'
import { flagSeverity } from '../../flagSeverity.ts'
import { standingOf } from '../../standing.ts'
import { listsOf } from '../../wording/listsOf.ts'
import { nameAccount } from '../../wording/nameAccount.ts'

export default defineDetector({
  id: 'flagged-sender',
  title: 'The sender is on a list of dangerous addresses',
  why: 'Whoever sent this transaction is accused of theft or fraud, or sanctioned, today. What it paid and what it set in motion carries that on: exchanges freeze such money, and dealing with a sanctioned address can be an offence.',
  advice: 'Do not credit or pass on what came of it before you have asked somebody who knows the law.',
  appliesTo: 'transaction',
  category: 'associations',
  severity: 'critical',
  confidence: 'high',
  family: 'flagged',
  needs: ['mined', 'sender'],
  detect: ({ mined, sender }) => {
    // Before it is sent, the sender is the one who asks.
    if (!mined) return 'not-applicable'
    if (standingOf(sender) !== 'flagged')
      return sender.sanctioned === null ? { unknown: ['sanctions'], decisive: false } : []
    return [
      {
        description: `${nameAccount(sender.address, sender)}, who sent it, is ${sender.sanctioned ? 'sanctioned' : 'listed as a scammer or hacker'}.`,
        severity: flagSeverity(sender),
        evidence: { address: sender.address, lists: listsOf(sender) },
      },
    ]
  },
})
