import { defineDetector } from '../../detector.ts'
import { shortAddress } from '../../wording/shortAddress.ts'

export default defineDetector({
  id: 'unexamined-paymaster',
  title: 'Unknown paymaster charge',
  why: 'A paymaster pays the network fee in the account’s place, and many take tokens for it afterwards through an allowance. It runs only with valid signatures, so the simulation does not include it (ERC-4337).',
  advice: 'Check the allowances you gave this paymaster, and use one you know.',
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
    const { operation } = simulation
    if (operation?.success) {
      const { charged } = operation
      if (charged.length === 0) return []
      const tokens = charged.map(({ token }) => shortAddress(token)).join(', ')
      return [
        {
          description: `${shortAddress(paymaster)} pays the fee and takes tokens of ${tokens} for it, on top of what the calls show.`,
          evidence: {
            ...{ paymaster, account: sender },
            charged: charged.map(({ token, amount }) => `${amount} of ${token}`),
          },
        },
      ]
    }
    return [
      {
        description: `${shortAddress(paymaster)} pays the fee and may take tokens for it; the charge could not be simulated.`,
        evidence: { paymaster, account: sender },
      },
    ]
  },
})
