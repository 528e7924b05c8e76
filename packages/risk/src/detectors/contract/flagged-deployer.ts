import { trustOf } from '../../accounts/trust.ts'
import { defineDetector } from '../../engine/detector.ts'
import { nameAccount } from '../../wording/accountNames.ts'
import { listsOf } from '../../wording/listWords.ts'

export default defineDetector({
  id: 'flagged-deployer',
  title: 'Block-listed contract deployer',
  why: 'The deployer is listed as a scammer or hacker, or is sanctioned. Scammers often deploy their next contract from the same account or a related one.',
  advice: 'Do not interact with it.',
  appliesTo: 'contract',
  category: 'associations',
  severity: 'high',
  confidence: 'high',
  needs: ['creator'],
  detect: ({ creator }) => {
    if (creator === null) return 'not-applicable'
    if (trustOf(creator) !== 'flagged') return []
    return [
      {
        description: `${nameAccount(creator.address, creator)} deployed this contract and is on a block list.`,
        evidence: { creator: creator.address, lists: listsOf(creator) },
      },
    ]
  },
})
