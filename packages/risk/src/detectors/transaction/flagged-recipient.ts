import { trustOf } from '../../accounts/trust.ts'
import { defineDetector } from '../../engine/detector.ts'
import { flagSeverity } from '../../engine/finding.ts'
import { nameAccount } from '../../wording/accountNames.ts'
import { listsOf } from '../../wording/listWords.ts'

export default defineDetector({
  id: 'flagged-recipient',
  title: 'Block-listed or sanctioned recipient',
  why: 'The recipient is on a list of scammers, drainers or hackers, or on the sanctions list that the Chainalysis oracle keeps on chain. Dealing with a sanctioned address can be an offence, and exchanges freeze accounts for it.',
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
    // A list that gave no answer clears no address; it is named as unknown, and does not stop the transaction by itself.
    if (trustOf(recipient) !== 'flagged')
      return recipient.sanctioned === null ? { unknown: ['sanctions'], decisive: false } : []
    return [
      {
        description: `${nameAccount(recipient.address, recipient)} is ${recipient.sanctioned ? 'sanctioned' : 'listed as a scammer or hacker'}.`,
        severity: flagSeverity(recipient),
        evidence: { address: recipient.address, lists: listsOf(recipient) },
      },
    ]
  },
})
