import { defineDetector } from '../../detector.ts'

export default defineDetector({
  id: 'execution-halted',
  title: 'Out of gas or invalid instruction',
  why: 'The transaction runs out of gas or hits an invalid instruction. It spends all its gas and changes nothing.',
  advice: 'Raise the gas limit if it is low; otherwise do not send the transaction.',
  appliesTo: 'transaction',
  category: 'code',
  severity: 'medium',
  confidence: 'high',
  family: 'failure',
  needs: ['simulation'],
  detect: ({ simulation }) => {
    if (simulation.outcome !== 'halted') return []
    const outOfGas = simulation.gasUsed >= simulation.gasLimit || /gas/i.test(simulation.revertReason ?? '')
    return [
      {
        description: outOfGas
          ? `The transaction runs out of gas at ${simulation.gasLimit} and reverts.`
          : `The execution halts${simulation.revertReason ? `: ${simulation.revertReason}` : ''}.`,
        evidence: {
          outOfGas,
          reason: simulation.revertReason,
          gasUsed: String(simulation.gasUsed),
          gasLimit: String(simulation.gasLimit),
        },
      },
    ]
  },
})
