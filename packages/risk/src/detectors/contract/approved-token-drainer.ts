import { capabilityHits, RAISED, REPEATED } from '../../contract/capabilityHits.ts'
import { defineDetector } from '../../engine/detector.ts'

export default defineDetector({
  id: 'approved-token-drainer',
  title: 'Drainer of approved tokens',
  why: 'In simulation, a call moved tokens of an account that had only approved the contract to an address that the caller chose. Drainer contracts work like this.',
  advice: 'Never approve it; revoke your existing approvals for it.',
  appliesTo: 'contract',
  category: 'code',
  severity: 'critical',
  confidence: 'high',
  family: 'drainer',
  needs: ['capabilities', 'privileged', 'subject'],
  detect: (facts) =>
    capabilityHits(facts, {
      can: ({ repeats, raises }) =>
        repeats ? REPEATED : raises ? RAISED : 'drain every wallet that approved this contract',
      severity: ({ kind, state, repeats, raises }) =>
        kind !== 'pull-approved-tokens'
          ? null
          : repeats || raises
            ? 'high'
            : state === 'effective'
              ? 'critical'
              : 'medium',
    }),
})
