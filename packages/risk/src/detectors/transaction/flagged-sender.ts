import { trustOf } from '../../accounts/trust.ts'
import { defineDetector } from '../../engine/detector.ts'
import { flagSeverity } from '../../engine/finding.ts'
import { nameAccount } from '../../wording/accountNames.ts'
import { listsOf } from '../../wording/listWords.ts'

export default defineDetector({
  id: 'flagged-sender',
  title: 'Block-listed or sanctioned sender',
  why: 'The sender of this transaction is accused of theft or fraud, or sanctioned, today. The payment carries that risk on: exchanges freeze such money, and dealing with a sanctioned address can be an offence.',
  advice: 'Do not credit or forward this payment before you have asked a lawyer.',
  appliesTo: 'transaction',
  category: 'associations',
  severity: 'critical',
  confidence: 'high',
  family: 'flagged',
  needs: ['mined', 'sender'],
  detect: ({ mined, sender }) => {
    // Before it is sent, the sender is the one who asks.
    if (!mined) return 'not-applicable'
    if (trustOf(sender) !== 'flagged')
      return sender.sanctioned === null ? { unknown: ['sanctions'], decisive: false } : []
    return [
      {
        description: `${nameAccount(sender.address, sender)}, the sender, is ${sender.sanctioned ? 'sanctioned' : 'listed as a scammer or hacker'}.`,
        severity: flagSeverity(sender),
        evidence: { address: sender.address, lists: listsOf(sender) },
      },
    ]
  },
})
