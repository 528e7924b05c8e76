import { capabilityHits } from '../../contract/capabilityHits.ts'
import { defineDetector } from '../../detector.ts'

export default defineDetector({
  id: 'pull-of-approved-tokens',
  title: 'It can empty every wallet that approved it',
  why: 'Executed on a copy of the chain, a call moved tokens of an account that had only approved the contract, to wherever the caller said. That is what a drainer’s contract does.',
  advice: 'Never approve it; take back what was approved.',
  appliesTo: 'contract',
  category: 'code',
  severity: 'critical',
  confidence: 'high',
  family: 'drainer',
  needs: ['capabilities', 'privileged', 'subject'],
  detect: (facts) =>
    capabilityHits(facts, {
      can: 'take the tokens of whoever approved this contract',
      severity: ({ kind, state }) =>
        kind !== 'pull-approved-tokens' ? null : state === 'effective' ? 'critical' : 'medium',
    }),
})
