import { capabilityHits } from '../../contract/capabilityHits.ts'
import { defineDetector } from '../../engine/detector.ts'

export default defineDetector({
  id: 'withdrawal-of-contract-assets',
  title: 'Owner withdrawal of contract assets',
  why: 'A privileged account can withdraw an asset that the contract works with: what its users pay in, or what it sells. Proceeds and fees look like that, and so do deposits that no executed withdrawal pays back.',
  advice: 'Find out whose assets these are before you pay in.',
  appliesTo: 'contract',
  category: 'ownership',
  severity: 'low',
  confidence: 'high',
  needs: ['capabilities', 'privileged', 'subject'],
  detect: (facts) =>
    capabilityHits(facts, {
      can: ({ paidElsewhere }) =>
        paidElsewhere
          ? 'send assets that this contract works with to another account than its own'
          : 'withdraw assets that this contract works with',
      severity: ({ kind, leavesDeposits = false }) =>
        kind !== 'withdraw-working-assets' ? null : leavesDeposits ? 'info' : 'low',
    }),
})
