import { capabilityHits } from '../../contract/capabilityHits.ts'
import { defineDetector } from '../../detector.ts'

export default defineDetector({
  id: 'ownership-take-back',
  title: 'Renounced ownership can be taken back',
  why: 'A token advertises that nobody owns it, and a function gives the ownership back to whoever gave it up. Executed on a copy of the chain, it worked.',
  advice: 'Treat it as owned, whatever owner() answers.',
  appliesTo: 'contract',
  category: 'ownership',
  severity: 'high',
  confidence: 'high',
  family: 'hidden-owner',
  needs: ['capabilities', 'privileged', 'subject'],
  detect: (facts) =>
    capabilityHits(facts, {
      can: 'take the ownership back',
      severity: ({ kind, state }) => (kind !== 'take-back' ? null : state === 'effective' ? 'high' : 'medium'),
    }),
})
