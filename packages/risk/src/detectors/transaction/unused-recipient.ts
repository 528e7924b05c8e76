import { paidBefore } from '../../derive/parts.ts'
import { defineDetector } from '../../engine/detector.ts'
import { shortAddress } from '../../wording/accountNames.ts'

export default defineDetector({
  id: 'unused-recipient',
  title: 'Unused recipient address',
  why: 'The address has no coins of the network and has never sent a transaction. It may be a new wallet; it may be a typing mistake, and then no one has its private key.',
  advice: 'Compare every digit, and send a small amount first.',
  appliesTo: 'transaction',
  category: 'associations',
  severity: 'low',
  confidence: 'low',
  soft: true,
  needs: ['payees', 'recipient', 'counterparties', 'pastDealings'],
  detect: ({ payees, recipient, counterparties, pastDealings }) => {
    if (payees.length === 0) return 'not-applicable'
    const familiar = paidBefore(pastDealings ?? [])
    return payees.flatMap(({ address }) => {
      const account = recipient?.address === address ? recipient : counterparties[address]
      if (account?.class !== 'eoa' || account.labels.length > 0 || familiar.has(address)) return []
      if (account.nonce > 0n || account.balance > 0n) return []
      return [
        {
          description: `${shortAddress(address)} has no coins of the network and has never sent a transaction.`,
          evidence: { address, nonce: 0, balance: '0' },
        },
      ]
    })
  },
})
