import { defineDetector } from '../../detector.ts'

/** Days. */
const AGES = { medium: 1, low: 7 } as const
const DAY = 86_400

export default defineDetector({
  id: 'very-new-contract',
  title: 'It was created very recently',
  why: 'Most scams are new, and so is every honest project once. Whatever is wrong with it, nobody has had time to find out.',
  advice: 'Give it time.',
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
          description: 'It was created in the last week or so.',
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
        description: `It was created ${words} ago.`,
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
