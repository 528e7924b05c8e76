import { defineDetector } from '../../engine/detector.ts'

export default defineDetector({
  id: 'rejected-transaction',
  title: 'Transaction rejected by the network',
  why: 'No block can include the transaction as it is: its nonce, fee or gas limit does not fit the account or the block. The network may accept it later, when you no longer expect it.',
  advice: 'Let the wallet fill in nonce, gas and fee again.',
  appliesTo: 'transaction',
  category: 'associations',
  severity: 'medium',
  confidence: 'high',
  family: 'failure',
  needs: ['simulation'],
  detect: ({ simulation }) => {
    if (simulation.outcome !== 'rejected') return []
    return [
      {
        description: `The network would reject the transaction${simulation.revertReason ? `: “${simulation.revertReason}”` : ''}.`,
        evidence: { reason: simulation.revertReason, gasLimit: String(simulation.gasLimit) },
      },
    ]
  },
})
