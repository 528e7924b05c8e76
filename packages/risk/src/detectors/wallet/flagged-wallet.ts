import { defineDetector } from '../../engine/detector.ts'
import { flagSeverity, isAccusing } from '../../engine/finding.ts'
import { nameAccount } from '../../wording/accountNames.ts'
import { wordOf } from '../../wording/assetNames.ts'

export default defineDetector({
  id: 'flagged-wallet',
  title: 'Block-listed wallet',
  why: 'A block list or an operator names this address as a scammer’s or thief’s. We show each list with its date; lists that accept public submissions weigh less.',
  advice: 'Do not pay it, accept no money from it, and do not sign its requests.',
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
