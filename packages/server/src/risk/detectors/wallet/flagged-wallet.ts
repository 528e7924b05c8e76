import { defineDetector } from '../../detector.ts'
import { flagSeverity } from '../../flagSeverity.ts'
import { isAccusing } from '../../isAccusing.ts'
import { nameAccount } from '../../wording/nameAccount.ts'
import { wordOf } from '../../wording/wordOf.ts'

export default defineDetector({
  id: 'flagged-wallet',
  title: 'The address is known for scams or theft',
  why: 'A list or an operator names this address as a scammer’s or a thief’s. Each list is shown with its date; some take anybody’s submission, which weighs less.',
  advice: 'Do not pay it, do not take money from it, and do not sign what it asks for.',
  appliesTo: 'wallet',
  category: 'associations',
  severity: 'critical',
  confidence: 'high',
  family: 'flagged',
  needs: ['subject'],
  detect: ({ subject }) => {
    const accused = subject.labels.filter(isAccusing)
    if (accused.length === 0) return []
    return [
      {
        severity: flagSeverity({ sanctioned: null, labels: subject.labels }),
        description: `${nameAccount(subject.address, subject)} is listed as ${[...new Set(accused.map(({ category }) => category))].join(' and ')}.`,
        evidence: { address: subject.address, lists: accused.map(wordOf) },
      },
    ]
  },
})
