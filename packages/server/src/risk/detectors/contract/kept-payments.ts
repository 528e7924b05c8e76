import { capabilityHits } from '../../contract/capabilityHits.ts'
import { defineDetector } from '../../detector.ts'
import { isLure } from '../../lures.ts'

export default defineDetector({
  id: 'kept-payments',
  title: 'It keeps what is paid in',
  why: 'Executed on a copy of the chain, native coin that a stranger sent along with a call was kept or passed on, and nothing was given or recorded in return. Under a name such as “claim” that is a drainer; without one it may be a donation box.',
  advice: 'Send it nothing.',
  appliesTo: 'contract',
  category: 'code',
  severity: 'critical',
  confidence: 'high',
  family: 'drainer',
  needs: ['capabilities', 'privileged', 'subject'],
  detect: (facts) =>
    capabilityHits(facts, {
      can: 'lose coin to it',
      severity: ({ kind, state, call }) => {
        if (kind !== 'keep-received-value') return null
        // Sent on to a person without any function being called: whoever pays it pays somebody else.
        const unnamed = call.signature === 'receive()' || call.signature === 'fallback()'
        if (unnamed || isLure(call)) return state === 'effective' ? 'critical' : 'high'
        return state === 'effective' ? 'medium' : 'low'
      },
    }),
})
