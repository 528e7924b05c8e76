import { defineDetector } from '../../detector.ts'
import { standingOf } from '../../standing.ts'
import { listsOf } from '../../wording/listsOf.ts'
import { nameAccount } from '../../wording/nameAccount.ts'

export default defineDetector({
  id: 'flagged-creator',
  title: 'Whoever created it is on a list',
  why: 'The creator is listed as a scammer, hacker or sanctioned. Who has stolen once deploys the next contract from the same account or its neighbour.',
  advice: 'Do not touch it.',
  appliesTo: 'contract',
  category: 'associations',
  severity: 'high',
  confidence: 'high',
  needs: ['creator'],
  detect: ({ creator }) => {
    if (creator === null) return 'not-applicable'
    if (standingOf(creator) !== 'flagged') return []
    return [
      {
        description: `It was created by ${nameAccount(creator.address, creator)}, who is on a list.`,
        evidence: { creator: creator.address, lists: listsOf(creator) },
      },
    ]
  },
})
