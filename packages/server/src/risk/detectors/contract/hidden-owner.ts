import { capabilityHits } from '../../contract/capabilityHits.ts'
import { defineDetector } from '../../detector.ts'

export default defineDetector({
  id: 'hidden-owner',
  title: 'Somebody besides the owner is in charge',
  why: 'owner() answers nobody, or somebody else, and still an account found in storage may do what only an owner should. Executed on a copy of the chain.',
  advice: 'Treat it as owned by that account.',
  appliesTo: 'contract',
  category: 'ownership',
  severity: 'high',
  confidence: 'high',
  family: 'hidden-owner',
  needs: ['capabilities', 'privileged', 'subject'],
  detect: (facts) => {
    const hits = capabilityHits(facts, {
      can: 'act as an owner that nobody sees',
      severity: ({ kind, state }) => (kind !== 'hidden-owner' ? null : state === 'effective' ? 'high' : 'medium'),
    })
    if (hits.length > 0) return hits
    const renounced = facts.privileged.some(({ by, account }) => by.startsWith('owner()') && account === 'burned')
    return renounced
      ? capabilityHits(facts, {
          can: 'still do what only an owner may, though ownership is renounced,',
          // A role with a name of its own (a minter, a pauser) is declared, not hidden.
          severity: ({ state, call, kind }) =>
            state === 'effective' && call.callerRole === 'former-owner' && kind !== 'take-back' ? 'high' : null,
        })
      : []
  },
})
