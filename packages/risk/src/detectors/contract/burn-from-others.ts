import { capabilityHits } from '../../contract/capabilityHits.ts'
import { defineDetector } from '../../engine/detector.ts'

export default defineDetector({
  id: 'burn-from-others',
  title: 'Burning of other holders’ tokens',
  why: 'In simulation, a call destroyed tokens of an account that had agreed to nothing. The caller can also destroy the pool’s tokens and so move the price at will.',
  advice: 'Do not hold it, unless a court order or a bridge explains it.',
  appliesTo: 'contract',
  category: 'ownership',
  severity: 'high',
  confidence: 'high',
  family: 'seizure',
  needs: ['capabilities', 'privileged', 'subject', 'bytecode'],
  detect: ({ bytecode, ...facts }) => {
    // Of collectibles there is a finding of its own.
    if (bytecode?.standard === 'erc721' || bytecode?.standard === 'erc1155') return 'not-applicable'
    return capabilityHits(facts, {
      can: 'burn tokens of any holder',
      severity: ({ kind, state }, caller) => {
        if (kind !== 'burn-from-others') return null
        if (caller === 'anyone') return state === 'effective' ? 'critical' : 'medium'
        // A bridge burns here what it releases elsewhere: other code, with rules of its own.
        if (caller === 'contract') return 'medium'
        return state === 'effective' ? 'high' : 'medium'
      },
    })
  },
})
