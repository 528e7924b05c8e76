import { capabilityHits } from '../../contract/capabilityHits.ts'
import { defineDetector } from '../../detector.ts'

export default defineDetector({
  id: 'settable-delegate',
  title: 'Somebody can change the code behind it',
  why: 'The contract runs code of another address as its own (DELEGATECALL), and a call changes that address. Everything that was found today may be different tomorrow.',
  advice: 'Trust whoever may change it, or stay away.',
  appliesTo: 'contract',
  category: 'ownership',
  severity: 'high',
  confidence: 'high',
  family: 'upgrade',
  needs: ['capabilities', 'privileged', 'subject'],
  detect: (facts) =>
    capabilityHits(facts, {
      can: 'replace the code that it runs',
      severity: ({ kind, state }, caller) => {
        if (kind !== 'settable-delegate' && kind !== 'upgrade') return null
        if (caller === 'anybody') return state === 'effective' ? 'critical' : 'medium'
        // A declared upgrade is judged by its admin; a hidden one is worse than that.
        if (kind === 'upgrade') return null
        return state === 'effective' ? 'high' : 'medium'
      },
    }),
})
