import { capabilityHits } from '../../contract/capabilityHits.ts'
import { defineDetector } from '../../engine/detector.ts'

export default defineDetector({
  id: 'hidden-owner',
  title: 'Hidden owner',
  why: 'owner() returns no account, or another account, and still an account found in storage has owner privileges. We confirmed it in simulation.',
  advice: 'Treat that account as the owner.',
  appliesTo: 'contract',
  category: 'ownership',
  severity: 'high',
  confidence: 'high',
  family: 'hidden-owner',
  needs: ['capabilities', 'privileged', 'subject'],
  detect: (facts) => {
    const hits = capabilityHits(facts, {
      can: 'act as a hidden owner',
      severity: ({ kind, state }) => (kind !== 'hidden-owner' ? null : state === 'effective' ? 'high' : 'medium'),
    })
    if (hits.length > 0) return hits
    const renounced = facts.privileged.some(({ by, account }) => by.startsWith('owner()') && account === 'burned')
    return renounced
      ? capabilityHits(facts, {
          can: 'still use owner privileges, although ownership is renounced,',
          // A role with a name of its own (a minter, a pauser) is declared, not hidden.
          severity: ({ state, call, kind }) =>
            state === 'effective' && call.callerRole === 'former-owner' && kind !== 'take-back' ? 'high' : null,
        })
      : []
  },
})
