import { defineDetector } from '../../engine/detector.ts'

export default defineDetector({
  id: 'reverting-transaction',
  title: 'Reverting transaction',
  why: 'In simulation the transaction reverts: nothing changes and you lose the network fee. A call that always fails may also be bait to make you try again with looser settings.',
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
          ? `The transaction reverts: “${simulation.revertReason}”.`
          : 'The transaction reverts without a reason.',
        evidence: { reason: simulation.revertReason, gasUsed: String(simulation.gasUsed) },
      },
    ]
  },
})
