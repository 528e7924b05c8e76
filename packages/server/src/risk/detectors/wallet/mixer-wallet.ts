import { defineDetector } from '../../detector.ts'
import { nameAccount } from '../../wording/nameAccount.ts'
import { wordOf } from '../../wording/wordOf.ts'

export default defineDetector({
  id: 'mixer-wallet',
  title: 'The address is a mixer',
  why: 'Mixers hide where funds come from. Dealing with one can get your own address refused by exchanges, and in some countries it is restricted.',
  advice: 'Know the law where you live before you deal with it.',
  appliesTo: 'wallet',
  category: 'associations',
  severity: 'high',
  confidence: 'high',
  family: 'flagged',
  needs: ['subject'],
  detect: ({ subject }) => {
    const mixers = subject.labels.filter(({ category }) => category === 'mixer')
    if (mixers.length === 0) return []
    return [
      {
        description: `${nameAccount(subject.address, subject)} is a mixer.`,
        evidence: { address: subject.address, lists: mixers.map(wordOf) },
      },
    ]
  },
})
