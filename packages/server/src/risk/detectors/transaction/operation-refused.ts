import { defineDetector } from '../../detector.ts'

/** The signature is not the account's, or the account would not look at it: wallets put a dummy there before they sign. */
const DUMMY_SIGNATURE = /^AA2[34]/

export default defineDetector({
  id: 'operation-refused',
  title: 'The entry point refuses the operation',
  why: 'An ERC-4337 entry point checks nonce, prepayment and paymaster before it calls the account. An operation that it refuses does nothing now, and something else once what is missing is there (ERC-4337, the AA codes of its entry points).',
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
          description: 'It is accepted and its fee is taken, but the account’s call fails: its gas limits are too low.',
          evidence: { fee: String(operation.fee), account: userOperation.sender },
        },
      ]
    if (refusal === null || DUMMY_SIGNATURE.test(refusal)) return []
    const { entryPoint, sender } = userOperation
    return [{ description: `It is refused: “${refusal}”.`, evidence: { refusal, entryPoint, account: sender } }]
  },
})
