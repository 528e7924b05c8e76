import { defineDetector } from '../../engine/detector.ts'

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
    const { gasUsed, gasLimit, revertReason } = simulation
    // An invalid instruction spends all gas too.
    const outOfGas =
      /gas/i.test(revertReason ?? '') || (gasUsed >= gasLimit && !/opcode|jump|stack/i.test(revertReason ?? ''))
    return [
      {
        description: outOfGas
          ? `The transaction runs out of gas at ${gasLimit} and reverts.`
          : `The execution stops at an invalid instruction${revertReason ? ` (“${revertReason}”)` : ''} and spends all its gas.`,
        evidence: {
          outOfGas,
          reason: revertReason,
          gasUsed: String(gasUsed),
          gasLimit: String(gasLimit),
        },
      },
    ]
  },
})
