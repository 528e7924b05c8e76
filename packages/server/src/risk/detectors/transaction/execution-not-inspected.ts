import { defineDetector } from '../../detector.ts'

export default defineDetector({
  id: 'execution-not-inspected',
  title: 'Too large to be looked through',
  why: 'The execution makes more calls than could be inspected, so transfers and approvals in it may be missing from this answer. Contracts do that to tire analysis out.',
  advice: 'Do not sign what cannot be checked, unless you know the contract well.',
  appliesTo: 'transaction',
  category: 'code',
  severity: 'medium',
  confidence: 'high',
  needs: ['simulation'],
  detect: ({ simulation }) =>
    simulation.truncated
      ? [
          {
            description: 'The execution is too large to be inspected completely.',
            evidence: { gasUsed: String(simulation.gasUsed), truncated: true },
          },
        ]
      : [],
})
