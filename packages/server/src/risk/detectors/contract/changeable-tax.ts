import { capabilityHits } from '../../contract/capabilityHits.ts'
import { defineDetector } from '../../detector.ts'

export default defineDetector({
  id: 'changeable-tax',
  title: 'The fee can be changed',
  why: 'Somebody may set the fee of transfers. How far it can be raised is what matters: that is tried by execution and reported on its own.',
  advice: 'Look at who may change it and up to what.',
  appliesTo: 'contract',
  category: 'ownership',
  severity: 'low',
  confidence: 'medium',
  soft: true,
  family: 'switch',
  needs: ['capabilities', 'privileged', 'subject'],
  detect: (facts) =>
    capabilityHits(facts, {
      can: 'change the fee',
      severity: ({ kind }) => (kind === 'tax-change' ? 'low' : null),
    }),
})
