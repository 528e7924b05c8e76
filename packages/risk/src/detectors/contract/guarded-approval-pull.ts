import { guardedPullHits } from '../../contract/guardedPullHits.ts'
import { defineDetector } from '../../engine/detector.ts'

export default defineDetector({
  id: 'guarded-approval-pull',
  title: 'Privileged pull of approved tokens',
  why: 'The code moves the tokens of any account that approved the contract, without a call or signature of that account. Only a guard stands before it: an owner, a list, a signing key or a secret.',
  advice: 'Approve only the amount that you need now, and revoke what is left.',
  appliesTo: 'contract',
  category: 'code',
  severity: 'high',
  confidence: 'medium',
  family: 'drainer',
  needs: ['guardedPulls', 'capabilities', 'subject'],
  detect: ({ guardedPulls, capabilities, subject }) => {
    // Wallets and governors make any call, and no account approves them, unless they also take payments by approval. A pull that was executed says more.
    const executed = capabilities.some(({ kind, state }) => kind === 'pull-approved-tokens' && state === 'effective')
    if (executed) return []
    return guardedPullHits(
      guardedPulls.filter(({ right, anyCall, isApproved }) => right === undefined && (!anyCall || isApproved === true)),
      { subject, what: 'this contract' },
    )
  },
})
