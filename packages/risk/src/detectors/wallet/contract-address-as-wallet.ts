import { defineDetector } from '../../engine/detector.ts'
import { nameAccount } from '../../wording/accountNames.ts'

export default defineDetector({
  id: 'contract-address-as-wallet',
  title: 'Contract address, not a wallet',
  why: 'A contract’s code, not a private key, moves its assets. Assets that people send by mistake often stay there for ever.',
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
        description: `${nameAccount(subject.address, subject)} is a contract, and not a smart account type we know.`,
        evidence: { address: subject.address, codeSize: subject.codeSize },
      },
    ]
  },
})
