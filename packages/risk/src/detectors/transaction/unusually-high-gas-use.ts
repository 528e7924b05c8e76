import { defineDetector } from '../../engine/detector.ts'

/** Swaps take 0.1-0.5 million, large batches 2 to 3. */
const UNUSUAL_GAS = 5_000_000n

export default defineDetector({
  id: 'unusually-high-gas-use',
  title: 'Unusually high gas use',
  why: 'Ordinary calls use a tenth of this gas. Contracts that mint gas tokens, loop over victims or do hidden work on your account use as much, and you pay for it.',
  advice: 'Check the network fee before you sign.',
  appliesTo: 'transaction',
  category: 'code',
  severity: 'low',
  confidence: 'medium',
  needs: ['simulation', 'recipient'],
  detect: ({ simulation, recipient }) => {
    // Deploying a contract costs by its size.
    if (recipient === null) return 'not-applicable'
    if (simulation.gasUsed < UNUSUAL_GAS) return []
    return [
      {
        description: `The transaction uses ${simulation.gasUsed} gas, many times the gas of an ordinary call.`,
        evidence: { gasUsed: String(simulation.gasUsed), unusualFrom: String(UNUSUAL_GAS) },
      },
    ]
  },
})
