import { defineDetector } from '../../engine/detector.ts'

export default defineDetector({
  id: 'contract-creation',
  title: 'Contract deployment',
  why: 'The transaction has no recipient: its data becomes a new contract. Developers deploy contracts; an ordinary site has no reason to ask you for it.',
  advice: 'Continue only if you are deploying your own contract.',
  appliesTo: 'transaction',
  category: 'code',
  severity: 'info',
  confidence: 'high',
  needs: ['transaction', 'simulation'],
  detect: ({ transaction, simulation }) =>
    transaction.to === null
      ? [
          {
            description: 'The transaction deploys a new contract from your account.',
            evidence: {
              created: simulation.created,
              initCodeBytes: transaction.data.length / 2 - 1,
              value: String(transaction.value),
            },
          },
        ]
      : [],
})
