import { capabilityHits } from '../../contract/capabilityHits.ts'
import { defineDetector } from '../../detector.ts'

export default defineDetector({
  id: 'changeable-limit',
  title: 'The trading limits can be changed',
  why: 'Somebody may set how much can be bought, sold or held. Lowered to nothing, a limit is a stop of all sales.',
  advice: 'Look at who may change it.',
  appliesTo: 'contract',
  category: 'ownership',
  severity: 'low',
  confidence: 'medium',
  soft: true,
  family: 'switch',
  needs: ['capabilities', 'privileged', 'subject'],
  detect: (facts) =>
    capabilityHits(facts, {
      can: 'change the limits of trading',
      severity: ({ kind }) => (kind === 'limit-change' ? 'low' : null),
    }),
})
