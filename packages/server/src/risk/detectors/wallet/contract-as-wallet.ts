import { defineDetector } from '../../detector.ts'
import { nameAccount } from '../../wording/nameAccount.ts'

export default defineDetector({
  id: 'contract-as-wallet',
  title: 'The address is a contract, not a wallet',
  why: 'Nobody’s key moves what a contract holds: its code does. What people send by mistake often stays there for ever.',
  advice: 'Scan it as a contract, and send it nothing unless its own site says so.',
  appliesTo: 'wallet',
  category: 'code',
  severity: 'info',
  confidence: 'high',
  needs: ['subject', 'walletContract'],
  detect: ({ subject, walletContract }) => {
    if (walletContract?.type !== 'contract') return 'not-applicable'
    return [
      {
        description: `${nameAccount(subject.address, subject)} is a contract, and none of the wallets that we know.`,
        evidence: { address: subject.address, codeSize: subject.codeSize },
      },
    ]
  },
})
