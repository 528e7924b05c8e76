import { defineDetector } from '../../engine/detector.ts'
import { nameAccount } from '../../wording/accountNames.ts'
import { listsOf } from '../../wording/listWords.ts'

export default defineDetector({
  id: 'mixer-contract',
  title: 'Mixer contract',
  why: 'A mixer pools the coins of many users to hide their origin. Mixers are lawful in many places; exchanges often refuse coins from one.',
  advice: 'Check the law of your country, and expect questions from exchanges.',
  appliesTo: 'contract',
  category: 'associations',
  severity: 'medium',
  confidence: 'high',
  needs: ['subject'],
  detect: ({ subject }) =>
    subject.labels.some(({ category }) => category === 'mixer')
      ? [
          {
            description: `${nameAccount(subject.address, subject)} is a mixer.`,
            evidence: { address: subject.address, lists: listsOf(subject) },
          },
        ]
      : [],
})
