import { defineDetector } from '../../detector.ts'
import { ENTRY_POINTS } from '../../entryPoints.ts'
import { shortAddress } from '../../wording/shortAddress.ts'

export default defineDetector({
  id: 'unknown-entry-point',
  title: 'The entry point is not one of the known ones',
  why: 'An ERC-4337 account obeys its entry point: whoever is told to be it may check no signature and call the account with anything. Everybody uses the few audited ones at the same address on every network (ERC-4337).',
  advice: 'Reject the operation unless you set this entry point up yourself.',
  appliesTo: 'transaction',
  category: 'associations',
  severity: 'high',
  confidence: 'high',
  needs: ['transaction'],
  detect: ({ transaction: { userOperation } }) => {
    if (!userOperation) return 'not-applicable'
    const { entryPoint, sender } = userOperation
    if (ENTRY_POINTS.has(entryPoint)) return []
    return [
      {
        description: `The operation is for ${shortAddress(entryPoint)}, which is no known entry point.`,
        evidence: { entryPoint, account: sender },
      },
    ]
  },
})
