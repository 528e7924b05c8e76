import { defineDetector } from '../../packages/risk/src/engine/detector.ts'

/** Contracts with on-chain governance have fewer. */
const MAX_PRIVILEGED = 100

export default defineDetector({
  id: 'template-contract',
  title: 'Very many privileged accounts',
  why: 'Each privileged account can change the contract alone. The more there are, the likelier it is that one of their keys is stolen.',
  advice: 'Approve only the amount that you need now.',
  appliesTo: 'contract',
  category: 'ownership',
  severity: 'low',
  confidence: 'medium',
  needs: ['privileged'],
  detect: ({ privileged }) => {
    if (privileged.length === 0) return 'not-applicable'
    const active = privileged.filter(({ account }) => account !== 'burned')
    if (active.length <= MAX_PRIVILEGED) return []
    return [
      {
        description: `${active.length} accounts hold privileges over this contract.`,
        evidence: { privileged: active.length, first: active.slice(0, 10).map(({ address }) => address) },
      },
    ]
  },
})
