import { defineDetector } from '../../detector.ts'
import { standingOf } from '../../standing.ts'
import { listsOf } from '../../wording/listsOf.ts'
import { nameAccount } from '../../wording/nameAccount.ts'

export default defineDetector({
  id: 'flagged-implementation',
  title: 'It runs code that is on a list',
  why: 'The contract, or the delegated account (EIP-7702), runs code of an address that is listed as a drainer’s, a scammer’s or a hacker’s.',
  advice: 'Do not touch it. Of your own account: take the delegation back now.',
  appliesTo: 'contract',
  category: 'associations',
  severity: 'critical',
  confidence: 'high',
  family: 'flagged',
  needs: ['implementations'],
  detect: ({ implementations }) =>
    implementations
      .filter((one) => standingOf(one) === 'flagged')
      .map((one) => ({
        description: `It runs the code of ${nameAccount(one.address, one)}, which is on a list.`,
        evidence: { implementation: one.address, lists: listsOf(one) },
      })),
})
