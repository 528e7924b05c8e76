import { defineDetector } from '../../detector.ts'

/** Every deadline check reads these; alone they say little. */
const ORDINARY: ReadonlySet<string> = new Set(['TIMESTAMP', 'NUMBER', 'CHAINID'])

export default defineDetector({
  id: 'environment-dependent-outcome',
  title: 'The outcome depends on who looks',
  why: 'Run again under another block builder, gas price or randomness, the transaction does something else. Contracts do that to show a simulator a harmless result and take the assets on chain (a “red pill”).',
  advice: 'Reject it: what you are shown is not what will happen.',
  appliesTo: 'transaction',
  category: 'code',
  severity: 'critical',
  confidence: 'high',
  decisive: true,
  needs: ['simulation'],
  detect: ({ simulation }) =>
    simulation.environments
      .filter(({ sameOutcome }) => !sameOutcome)
      .map(({ name, varies, success, gasUsed }) => {
        const ordinary = varies.length > 0 && varies.every((opcode) => ORDINARY.has(opcode))
        return {
          severity: ordinary ? 'low' : 'critical',
          description: ordinary
            ? `At another time (${name}) the transaction has another outcome.`
            : `In another environment (${name}: ${varies.join(', ')}) the transaction does something else.`,
          evidence: { environment: name, varies, success, gasUsed: String(gasUsed), mainSuccess: simulation.success },
        }
      }),
})
