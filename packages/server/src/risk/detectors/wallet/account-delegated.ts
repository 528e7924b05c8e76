import { defineDetector } from '../../detector.ts'
import { KNOWN_DELEGATES } from '../../knownDelegates.ts'
import { standingOf } from '../../standing.ts'
import { nameAccount } from '../../wording/nameAccount.ts'

export default defineDetector({
  id: 'account-delegated',
  title: 'The account runs other code',
  why: 'By EIP-7702 this address runs the code of its delegate, which can move everything that it holds. Sweepers live on this: what arrives is gone at once. Wallets use well-known delegates for it.',
  advice:
    'If it is yours and you do not know the delegate, revoke the delegation and move to a new account. If it is not, send nothing there.',
  appliesTo: 'wallet',
  category: 'ownership',
  severity: 'high',
  confidence: 'high',
  needs: ['subject', 'walletContract'],
  detect: ({ subject, walletContract }) => {
    if (walletContract?.type !== 'delegated') return 'not-applicable'
    const { delegate } = walletContract
    if (KNOWN_DELEGATES.has(delegate.address) && standingOf(delegate) !== 'flagged') return []
    const standing = standingOf(delegate)
    return [
      {
        severity: standing === 'flagged' || standing === 'relay' ? ('critical' as const) : ('high' as const),
        description: `It runs the code of ${nameAccount(delegate.address, delegate)}, which is no wallet that we know.`,
        evidence: {
          address: subject.address,
          delegate: delegate.address,
          standing,
          delegateHasCode: delegate.codeSize > 0,
        },
      },
    ]
  },
})
