import { defineDetector } from '../../detector.ts'

export default defineDetector({
  id: 'execution-halted',
  title: 'The execution breaks off',
  why: 'It runs out of gas or hits an invalid instruction. All the gas it was given is lost and nothing changes.',
  advice: 'Raise the gas limit if it is low; otherwise do not send it.',
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
          ? `The transaction runs out of gas at ${simulation.gasLimit} and is rolled back.`
          : `The execution breaks off${simulation.revertReason ? `: ${simulation.revertReason}` : ''}.`,
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
