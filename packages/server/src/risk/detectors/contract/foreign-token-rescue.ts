import { capabilityHits } from '../../contract/capabilityHits.ts'
import { defineDetector } from '../../detector.ts'

export default defineDetector({
  id: 'foreign-token-rescue',
  title: 'Tokens sent here by mistake can be rescued',
  why: 'Somebody may take out tokens that the contract was not made for. It touches nobody’s holdings, and is the honest look-alike of a withdrawal of deposits.',
  advice: 'Nothing to do.',
  appliesTo: 'contract',
  category: 'ownership',
  severity: 'info',
  confidence: 'high',
  needs: ['capabilities', 'privileged', 'subject'],
  detect: (facts) =>
    capabilityHits(facts, {
      can: 'take out tokens sent here by mistake',
      severity: ({ kind }) => (kind === 'foreign-token-rescue' ? 'info' : null),
    }),
})
