import { trustOf } from '../../accounts/trust.ts'
import { defineDetector } from '../../engine/detector.ts'
import { nameAccount } from '../../wording/accountNames.ts'
import { listsOf } from '../../wording/listWords.ts'

export default defineDetector({
  id: 'flagged-implementation',
  title: 'Block-listed implementation or delegate',
  why: 'The proxy, or the delegated account (EIP-7702), runs code of an address that is listed as a drainer, scammer or hacker.',
  advice: 'Do not interact with it. If it is your own account, revoke the delegation now.',
  appliesTo: 'contract',
  category: 'associations',
  severity: 'critical',
  confidence: 'high',
  family: 'flagged',
  needs: ['implementations'],
  detect: ({ implementations }) =>
    implementations
      .filter((one) => trustOf(one) === 'flagged')
      .map((one) => ({
        description: `This address runs the code of ${nameAccount(one.address, one)}, which is on a block list.`,
        evidence: { implementation: one.address, lists: listsOf(one) },
      })),
})
