import { KNOWN_DELEGATES } from '../../accounts/knownAddresses.ts'
import { trustOf } from '../../accounts/trust.ts'
import { defineDetector } from '../../engine/detector.ts'
import { type DelegateAct, obeysOnlyItsAccount } from '../../facts/delegateActs.ts'
import { nameAccount, shortAddress } from '../../wording/accountNames.ts'

export default defineDetector({
  id: 'delegation-to-unknown-code',
  title: 'Account delegated to unknown code (EIP-7702)',
  why: 'By EIP-7702 this address runs the code of its delegate, which can move all its assets. Sweepers use this: every payment leaves at once. Wallets use well-known delegates for it.',
  advice:
    'If the account is yours and you do not know the delegate, revoke the delegation and move to a new account. If it is not yours, send it nothing.',
  appliesTo: 'wallet',
  category: 'ownership',
  severity: 'high',
  confidence: 'high',
  needs: ['subject', 'walletContract', 'delegateActs'],
  detect: ({ subject, walletContract, delegateActs }) => {
    if (walletContract?.type !== 'delegated') return 'not-applicable'
    const { delegate } = walletContract
    if (KNOWN_DELEGATES.has(delegate.address) && trustOf(delegate) !== 'flagged') return []
    const trust = trustOf(delegate)
    const named = nameAccount(delegate.address, delegate)
    const [act] = delegateActs?.acts ?? []
    const refuses = obeysOnlyItsAccount(delegateActs)
    const stored = act?.kind === 'obeys-stored-account'
    const critical = trust === 'flagged' || trust === 'open-executor' || (act !== undefined && !stored)
    return [
      {
        severity: critical ? ('critical' as const) : refuses ? ('low' as const) : ('high' as const),
        description: `The account runs the code of ${named}, which is not a known wallet${act ? `. ${takerOf(act)} can take its assets. Confirmed in simulation` : refuses && !critical ? '. In simulation it refuses strangers and keeps its payments' : ''}.`,
        evidence: {
          address: subject.address,
          delegate: delegate.address,
          trust,
          delegateHasCode: delegate.codeSize > 0,
          tried: delegateActs?.tried ?? null,
          ...(delegateActs?.namedKeys && { namedKeys: delegateActs.namedKeys }),
          ...(act && {
            caller: act.caller,
            called: act.signature ?? act.selector ?? 'plain payment',
            receiver: act.to,
          }),
        },
      },
    ]
  },
})

function takerOf({ kind, caller }: DelegateAct): string {
  return kind === 'obeys-author' || kind === 'obeys-stored-account' ? shortAddress(caller) : 'Any caller'
}
