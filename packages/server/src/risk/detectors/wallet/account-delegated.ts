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
  needs: ['subject', 'walletContract', 'delegateActs'],
  detect: ({ subject, walletContract, delegateActs }) => {
    if (walletContract?.type !== 'delegated') return 'not-applicable'
    const { delegate } = walletContract
    if (KNOWN_DELEGATES.has(delegate.address) && standingOf(delegate) !== 'flagged') return []
    const standing = standingOf(delegate)
    const named = nameAccount(delegate.address, delegate)
    const [act] = delegateActs?.acts ?? []
    // Executed: a stranger was refused everywhere, and what was paid in stayed. It may still obey whoever wrote it.
    const refuses = delegateActs !== null && !act && delegateActs.cut.length === 0
    const critical = standing === 'flagged' || standing === 'relay' || act !== undefined
    return [
      {
        severity: critical ? ('critical' as const) : refuses ? ('low' as const) : ('high' as const),
        description: `It runs the code of ${named}, which is no wallet that we know${act ? ': tried on a copy of the chain, strangers make it lose what it holds' : refuses && !critical ? '; tried on a copy of the chain, it refuses strangers and keeps what it is paid' : ''}.`,
        evidence: {
          address: subject.address,
          delegate: delegate.address,
          standing,
          delegateHasCode: delegate.codeSize > 0,
          tried: delegateActs?.tried ?? null,
          ...(act && { called: act.signature ?? act.selector ?? 'plain payment', receiver: act.to }),
        },
      },
    ]
  },
})
