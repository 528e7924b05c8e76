import { capabilityHits } from '../../contract/capabilityHits.ts'
import { defineDetector } from '../../engine/detector.ts'

export default defineDetector({
  id: 'foreign-token-rescue',
  title: 'Rescue of tokens sent by mistake',
  why: 'A privileged account can withdraw tokens that the contract was not made for. This touches no user’s deposit; it only looks like a withdrawal of deposits.',
  advice: 'No action is needed.',
  appliesTo: 'contract',
  category: 'ownership',
  severity: 'info',
  confidence: 'high',
  needs: ['capabilities', 'privileged', 'subject'],
  detect: (facts) =>
    capabilityHits(facts, {
      can: ({ paidElsewhere }) =>
        paidElsewhere
          ? 'send tokens that came here by mistake to another account than its own'
          : 'withdraw tokens sent here by mistake',
      severity: ({ kind }) => (kind === 'foreign-token-rescue' ? 'info' : null),
    }),
})
