import { defineDetector } from '../../detector.ts'
import { standingOf } from '../../standing.ts'
import { nameAccount } from '../../wording/nameAccount.ts'
import { wordOf } from '../../wording/wordOf.ts'

export default defineDetector({
  id: 'known-service',
  title: 'The address belongs to a known service',
  why: 'A source that may be trusted names it as an exchange, a protocol, a bridge or a treasury. That does not outweigh anything found against it.',
  advice: 'Compare it with the service’s own documentation all the same.',
  appliesTo: 'wallet',
  category: 'associations',
  severity: 'info',
  confidence: 'high',
  needs: ['subject'],
  detect: ({ subject }) =>
    standingOf(subject) === 'known'
      ? [
          {
            credit: CREDIT,
            description: `It is ${nameAccount(subject.address, subject)}.`,
            evidence: { address: subject.address, lists: subject.labels.map(wordOf) },
          },
        ]
      : [],
})

const CREDIT = 10
