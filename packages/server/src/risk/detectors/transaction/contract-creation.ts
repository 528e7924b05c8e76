import { defineDetector } from '../../detector.ts'

export default defineDetector({
  id: 'contract-creation',
  title: 'You deploy a contract',
  why: 'The transaction has no recipient: its data becomes a new contract. Developers do this; an ordinary site has no reason to ask for it.',
  advice: 'Go on if you are deploying your own contract.',
  appliesTo: 'transaction',
  category: 'code',
  severity: 'info',
  confidence: 'high',
  needs: ['transaction', 'simulation'],
  detect: ({ transaction, simulation }) =>
    transaction.to === null
      ? [
          {
            description: 'The transaction deploys a new contract in your name.',
            evidence: {
              created: simulation.created,
              initCodeBytes: transaction.data.length / 2 - 1,
              value: String(transaction.value),
            },
          },
        ]
      : [],
})
