import { defineDetector } from '../../engine/detector.ts'
import { quote, shortAddress } from '../../wording/accountNames.ts'

export default defineDetector({
  id: 'unexamined-paymaster',
  title: 'Unexamined paymaster',
  why: 'A paymaster pays the network fee in the account’s place, and many take tokens for it through an allowance. Its validation and what it does afterwards are executed (ERC-4337); this one refuses or fails, perhaps for want of a signature.',
  advice: 'Look at the allowances the paymaster has, and use one you know.',
  appliesTo: 'transaction',
  category: 'associations',
  severity: 'low',
  confidence: 'high',
  soft: true,
  needs: ['transaction', 'simulation'],
  detect: ({ transaction: { userOperation }, simulation }) => {
    if (!userOperation) return 'not-applicable'
    const { paymaster, sender } = userOperation
    if (paymaster === null) return []
    const { refusal = null, executed = false } = simulation.paymaster ?? {}
    if (simulation.operation?.success || (executed && refusal === null)) return []
    const why = refusal === null ? '' : `: ${quote(refusal)}`
    return [
      {
        description: executed
          ? `${shortAddress(paymaster)} does not accept the operation as it is${why}.`
          : `${shortAddress(paymaster)} pays the fee and may take tokens for it, which could not be executed${why}.`,
        evidence: { paymaster, account: sender, refusal },
      },
    ]
  },
})
