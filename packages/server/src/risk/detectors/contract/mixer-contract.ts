import { defineDetector } from '../../detector.ts'
import { listsOf } from '../../wording/listsOf.ts'
import { nameAccount } from '../../wording/nameAccount.ts'

export default defineDetector({
  id: 'mixer-contract',
  title: 'It is a mixer',
  why: 'It mixes the coin of many to hide where it came from. Lawful in many places; exchanges often refuse what came through one.',
  advice: 'Know the rules where you live, and expect questions from exchanges.',
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
