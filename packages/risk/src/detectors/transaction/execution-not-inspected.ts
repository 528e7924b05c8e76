import { trustOf } from '../../accounts/trust.ts'
import { defineDetector } from '../../engine/detector.ts'

export default defineDetector({
  id: 'execution-not-inspected',
  title: 'Transaction too large to inspect',
  why: 'The transaction makes more calls than we could inspect, so this answer may miss transfers and approvals in it. Some contracts do that to exhaust analysis tools.',
  advice: 'Do not sign a transaction that cannot be checked, unless you know the contract well.',
  appliesTo: 'transaction',
  category: 'code',
  severity: 'high',
  confidence: 'high',
  needs: ['simulation', 'recipient'],
  detect: ({ simulation, recipient }) =>
    simulation.truncated
      ? [
          {
            // A named contract risks its reputation; any other contract may hide a drain behind the cap.
            severity: recipient && trustOf(recipient) === 'known' ? 'medium' : 'high',
            description:
              'The transaction makes too many calls to inspect them all; some transfers and approvals may be missing here.',
            evidence: { gasUsed: String(simulation.gasUsed), truncated: true },
          },
        ]
      : [],
})
