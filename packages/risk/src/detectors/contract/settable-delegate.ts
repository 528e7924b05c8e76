import { capabilityHits } from '../../contract/capabilityHits.ts'
import { defineDetector } from '../../engine/detector.ts'

export default defineDetector({
  id: 'settable-delegate',
  title: 'Replaceable delegatecall target',
  why: 'The contract runs code of another address as its own (DELEGATECALL), and a call changes that address. All findings of today may be wrong tomorrow.',
  advice: 'Use it only if you trust the account that can change the code.',
  appliesTo: 'contract',
  category: 'ownership',
  severity: 'high',
  confidence: 'high',
  family: 'upgrade',
  needs: ['capabilities', 'privileged', 'subject'],
  detect: (facts) =>
    capabilityHits(facts, {
      can: 'replace the code that this contract runs',
      severity: ({ kind, state }, caller) => {
        if (kind !== 'settable-delegate' && kind !== 'upgrade') return null
        if (caller === 'anyone') return state === 'effective' ? 'critical' : 'medium'
        // A declared upgrade is judged by its admin; a hidden one is worse than that.
        if (kind === 'upgrade') return null
        return state === 'effective' ? 'high' : 'medium'
      },
    }),
})
