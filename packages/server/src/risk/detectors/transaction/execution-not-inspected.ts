import { defineDetector } from '../../detector.ts'
import { standingOf } from '../../standing.ts'

export default defineDetector({
  id: 'execution-not-inspected',
  title: 'Too large to be looked through',
  why: 'The execution makes more calls than could be inspected, so transfers and approvals in it may be missing from this answer. Contracts do that to tire analysis out.',
  advice: 'Do not sign what cannot be checked, unless you know the contract well.',
  appliesTo: 'transaction',
  category: 'code',
  severity: 'high',
  confidence: 'high',
  needs: ['simulation', 'recipient'],
  detect: ({ simulation, recipient }) =>
    simulation.truncated
      ? [
          {
            // A contract with a name has one to lose; anybody else may hide a drain behind the cap.
            severity: recipient && standingOf(recipient) === 'known' ? 'medium' : 'high',
            description: 'The execution is too large to be inspected completely.',
            evidence: { gasUsed: String(simulation.gasUsed), truncated: true },
          },
        ]
      : [],
})
