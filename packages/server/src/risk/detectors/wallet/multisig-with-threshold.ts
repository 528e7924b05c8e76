import { defineDetector } from '../../detector.ts'

export default defineDetector({
  id: 'multisig-with-threshold',
  title: 'Several keys must agree',
  why: 'It is a genuine Safe, told by its code, and its transactions need more than one owner’s signature: one stolen key takes nothing.',
  advice: 'Nothing to do.',
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
        description: `${threshold} of ${owners.length} owners must sign.`,
        evidence: { threshold, owners },
      },
    ]
  },
})

const CREDIT = 5
