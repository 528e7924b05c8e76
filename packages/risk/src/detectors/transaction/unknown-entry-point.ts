import { ENTRY_POINTS } from '../../accounts/knownAddresses.ts'
import { defineDetector } from '../../engine/detector.ts'
import { shortAddress } from '../../wording/accountNames.ts'

export default defineDetector({
  id: 'unknown-entry-point',
  title: 'Unknown ERC-4337 entry point',
  why: 'An ERC-4337 account obeys its entry point: a false entry point can skip the signature check and call the account with anything. Wallets use the few audited entry points, at the same address on every network (ERC-4337).',
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
        description: `The operation is for ${shortAddress(entryPoint)}, which is not a known entry point.`,
        evidence: { entryPoint, account: sender },
      },
    ]
  },
})
