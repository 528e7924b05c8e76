import { trustOf } from '../../accounts/trust.ts'
import { paidBefore } from '../../derive/parts.ts'
import { defineDetector } from '../../engine/detector.ts'
import { nameAccount } from '../../wording/accountNames.ts'

export default defineDetector({
  id: 'first-interaction',
  title: 'First interaction with this address',
  why: 'Most losses happen at the first contact with an address. The sign is weak on its own: every honest relation begins like this.',
  advice: 'Compare the address with its source; send a small amount first.',
  appliesTo: 'transaction',
  category: 'associations',
  severity: 'low',
  confidence: 'medium',
  soft: true,
  needs: ['transaction', 'recipient', 'payees', 'counterparties', 'senderHistory'],
  detect: ({ transaction, recipient, payees, counterparties, senderHistory }) => {
    if (recipient === null) return 'not-applicable'
    const known = paidBefore(senderHistory)
    // The receiver of tokens is the counterparty, not the token contract.
    const addresses = payees.length > 0 ? payees.map(({ address }) => address) : [recipient.address]
    return [...new Set(addresses)]
      .filter((address) => address !== transaction.from && !known.has(address))
      .flatMap((address) => {
        const account = address === recipient.address ? recipient : counterparties[address]
        if (account && trustOf(account) === 'known') return []
        return [
          {
            description: `Your transaction history, as far as we could read it, has no dealings with ${nameAccount(address, account)}.`,
            evidence: { address, historyEntries: senderHistory.length },
          },
        ]
      })
  },
})
