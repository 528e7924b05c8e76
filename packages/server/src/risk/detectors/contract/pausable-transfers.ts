import { capabilityHits } from '../../contract/capabilityHits.ts'
import { defineDetector } from '../../detector.ts'

export default defineDetector({
  id: 'pausable-transfers',
  title: 'Transfers can be paused',
  why: 'Somebody may stop all transfers for a time. Widely used as an emergency brake (OpenZeppelin’s Pausable); while it is on, nobody can sell.',
  advice: 'Look at who holds the brake.',
  appliesTo: 'contract',
  category: 'ownership',
  severity: 'low',
  confidence: 'high',
  soft: true,
  family: 'switch',
  needs: ['capabilities', 'privileged', 'subject'],
  detect: (facts) =>
    capabilityHits(facts, {
      can: 'pause transfers',
      severity: ({ kind }, caller) => (kind !== 'pause' ? null : caller === 'anybody' ? 'medium' : 'low'),
    }),
})
