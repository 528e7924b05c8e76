import { trustOf } from '../../accounts/trust.ts'
import { defineDetector } from '../../engine/detector.ts'
import { nameAccount } from '../../wording/accountNames.ts'
import { wordOf } from '../../wording/assetNames.ts'

export default defineDetector({
  id: 'known-service',
  title: 'Address of a known service',
  why: 'A trusted source names it as an exchange, a protocol, a bridge or a treasury. That does not outweigh any finding against it.',
  advice: 'Compare the address with the service’s own documentation before you pay it.',
  appliesTo: 'wallet',
  category: 'associations',
  severity: 'info',
  confidence: 'high',
  needs: ['subject'],
  detect: ({ subject }) =>
    trustOf(subject) === 'known'
      ? [
          {
            credit: CREDIT,
            description: `The address is ${nameAccount(subject.address, subject)}.`,
            evidence: { address: subject.address, lists: subject.labels.map(wordOf) },
          },
        ]
      : [],
})

const CREDIT = 10
