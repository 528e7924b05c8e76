import { paidBefore } from '../../derive/parts.ts'
import { defineDetector } from '../../engine/detector.ts'
import { shortAddress } from '../../wording/accountNames.ts'

export default defineDetector({
  id: 'function-call-to-eoa',
  title: 'Function call to an EOA',
  why: 'The calldata names a function, but this address has no code to run it: only the attached coins move. Fake sites show a function name and send the money to a person.',
  advice: 'Check the address and the network. If you only mean to send coins, send them without calldata.',
  appliesTo: 'transaction',
  category: 'associations',
  severity: 'medium',
  confidence: 'high',
  family: 'wrong-recipient',
  needs: ['transaction', 'recipient', 'pastDealings'],
  detect: ({ transaction, recipient, pastDealings }) => {
    if (recipient === null || transaction.data === '0x' || recipient.class !== 'eoa') return []
    // Fewer bytes than a selector are a note, not a call; a longer text cannot be told from a call, so it stays a finding.
    if (transaction.data.length < 10) return []
    const paysValue = transaction.value > 0n
    // Data sent to an account that was paid before is more likely a note.
    const familiar = paidBefore(pastDealings ?? []).has(recipient.address)
    return [
      {
        severity: paysValue && !familiar ? 'medium' : 'low',
        description: `${shortAddress(recipient.address)} has no code, so the function you call does not exist${paysValue ? '; only your coins move' : ''}.`,
        evidence: {
          recipient: recipient.address,
          selector: transaction.data.slice(0, 10),
          value: String(transaction.value),
        },
      },
    ]
  },
})
