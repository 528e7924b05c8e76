import { defineDetector } from '../../engine/detector.ts'
import { nameAccount } from '../../wording/accountNames.ts'
import { wordOf } from '../../wording/assetNames.ts'

export default defineDetector({
  id: 'mixer-wallet',
  title: 'Mixer address',
  why: 'Mixers hide where funds come from. After dealing with one, exchanges may refuse your own address, and some countries restrict it.',
  advice: 'Check the law of your country before you deal with it.',
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
