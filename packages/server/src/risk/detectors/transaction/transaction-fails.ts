import { defineDetector } from '../../detector.ts'

export default defineDetector({
  id: 'transaction-fails',
  title: 'The transaction fails',
  why: 'Executed now, it is rolled back: nothing changes and the network fee is lost. A call that always fails may also be bait to make you try again with looser settings.',
  advice: 'Do not send it as it is.',
  appliesTo: 'transaction',
  category: 'code',
  severity: 'medium',
  confidence: 'high',
  family: 'failure',
  needs: ['simulation'],
  detect: ({ simulation }) => {
    if (simulation.outcome !== 'reverted') return []
    return [
      {
        description: simulation.revertReason
          ? `The transaction is rolled back: “${simulation.revertReason}”.`
          : 'The transaction is rolled back without a reason.',
        evidence: { reason: simulation.revertReason, gasUsed: String(simulation.gasUsed) },
      },
    ]
  },
})
