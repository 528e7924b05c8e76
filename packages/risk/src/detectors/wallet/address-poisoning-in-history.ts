import { defineDetector } from '../../engine/detector.ts'
import { fullAddress } from '../../wording/accountNames.ts'

export default defineDetector({
  id: 'address-poisoning-in-history',
  title: 'Address poisoning in the wallet history',
  why: 'An attacker sent worthless transfers from addresses that look like ones this wallet deals with, so that its owner copies the wrong one. This says nothing against the owner.',
  advice: 'Do not copy addresses from the history of this wallet.',
  appliesTo: 'wallet',
  category: 'associations',
  severity: 'low',
  confidence: 'high',
  soft: true,
  ofOwner: true,
  needs: ['poisonings'],
  detect: ({ poisonings }) => {
    if (poisonings.length === 0) return []
    const [first] = poisonings
    return [
      {
        description: `${poisonings.length === 1 && first ? `${fullAddress(first.address)} imitates ${fullAddress(first.similarTo)}` : `${poisonings.length} lookalike addresses imitate known ones`} in the wallet’s history.`,
        evidence: {
          lookalikes: poisonings.slice(0, SHOWN).map(({ address, similarTo }) => `${address} for ${similarTo}`),
          baits: poisonings.reduce((sum, { bait }) => sum + bait.length, 0),
        },
      },
    ]
  },
})

const SHOWN = 10
