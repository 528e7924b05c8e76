import { defineDetector } from '../../engine/detector.ts'

/** Days. */
const AGES = { medium: 1, low: 7 } as const
const DAY = 86_400

export default defineDetector({
  id: 'very-new-contract',
  title: 'Very new contract',
  why: 'Most scams are new, and every honest project was new once. Analysts and users have had no time to find its problems.',
  advice: 'Wait before you use it with large amounts.',
  appliesTo: 'contract',
  category: 'associations',
  severity: 'low',
  confidence: 'high',
  soft: true,
  needs: ['provenance', 'subject', 'block', 'bytecode'],
  detect: ({ provenance, subject, block, bytecode }) => {
    if (bytecode === null) return 'not-applicable'
    const { createdAt, createdBefore } = provenance
    if (createdAt === null && createdBefore !== null && Number(block.timestamp) - createdBefore >= AGES.low * DAY)
      return []
    if (createdAt === null) {
      if (subject.deployedRecently === null) return { unknown: ['creation time'] }
      if (!subject.deployedRecently) return []
      return [
        {
          description: 'The contract was deployed within about the last week.',
          evidence: { address: subject.address, createdAt: null, deployedRecently: true },
        },
      ]
    }
    const days = (Number(block.timestamp) - createdAt) / DAY
    if (days >= AGES.low) return []
    const words = days < 1 ? 'less than a day' : days < 2 ? '1 day' : `${Math.floor(days)} days`
    return [
      {
        severity: days < AGES.medium ? 'medium' : 'low',
        description: `The contract was deployed ${words} ago.`,
        evidence: {
          address: subject.address,
          createdAt: new Date(createdAt * 1000).toISOString(),
          creationBlock: provenance.creationBlock === null ? null : String(provenance.creationBlock),
          by: provenance.creationBy,
        },
      },
    ]
  },
})
