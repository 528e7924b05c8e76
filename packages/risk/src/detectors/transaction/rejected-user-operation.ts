import { defineDetector } from '../../engine/detector.ts'

/** The signature is not the account's, or the account would not look at it: wallets put a dummy there before they sign. */
const DUMMY_SIGNATURE = /^AA2[34]/

export default defineDetector({
  id: 'rejected-user-operation',
  title: 'User operation rejected by entry point',
  why: 'An ERC-4337 entry point checks nonce, prepayment and paymaster before it calls the account. A rejected operation does nothing now, but can execute later once the missing part is present (ERC-4337, AA error codes).',
  advice: 'Let the wallet fill in nonce, gas and paymaster again.',
  appliesTo: 'transaction',
  category: 'associations',
  severity: 'medium',
  confidence: 'high',
  family: 'failure',
  needs: ['transaction', 'simulation'],
  detect: ({ transaction: { userOperation }, simulation: { operation, success } }) => {
    if (!userOperation || !operation) return 'not-applicable'
    const { refusal, accepted } = operation
    if (accepted && !operation.success && success)
      return [
        {
          description:
            'The entry point accepts the operation and takes its fee, but the account’s call fails: its gas limits are too low.',
          evidence: { fee: String(operation.fee), account: userOperation.sender },
        },
      ]
    if (refusal === null || DUMMY_SIGNATURE.test(refusal)) return []
    const { entryPoint, sender } = userOperation
    return [
      {
        description: `The entry point rejects the operation: “${refusal}”.`,
        evidence: { refusal, entryPoint, account: sender },
      },
    ]
  },
})
