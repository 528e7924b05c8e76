import { defineDetector } from '../../engine/detector.ts'

export default defineDetector({
  id: 'multisig-safe',
  title: 'Multisig Safe wallet',
  why: 'The wallet is a genuine Safe, proven by its code, and its transactions need more than one owner’s signature: a thief with one private key takes nothing.',
  advice: 'No action is needed.',
  appliesTo: 'wallet',
  category: 'ownership',
  severity: 'info',
  confidence: 'high',
  needs: ['walletContract'],
  detect: ({ walletContract }) => {
    if (walletContract?.type !== 'safe') return 'not-applicable'
    const { threshold, owners } = walletContract
    if (threshold < 2) return []
    return [
      {
        credit: CREDIT,
        description: `${threshold} of ${owners.length} owners must sign each transaction.`,
        evidence: { threshold, owners },
      },
    ]
  },
})

const CREDIT = 5
