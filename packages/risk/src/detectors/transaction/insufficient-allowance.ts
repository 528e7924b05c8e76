import { defineDetector } from '../../engine/detector.ts'
import { shortAddress } from '../../wording/accountNames.ts'

export default defineDetector({
  id: 'insufficient-allowance',
  title: 'Insufficient token allowance',
  why: 'The contract tries to take more of a token than you have approved, so the transaction fails. Honest apps ask for the approval first.',
  advice: 'Approve the amount of this trade, then try again.',
  appliesTo: 'transaction',
  category: 'associations',
  severity: 'medium',
  confidence: 'high',
  family: 'failure',
  needs: ['tokenPulls'],
  detect: ({ tokenPulls }) =>
    tokenPulls
      .filter(
        ({ error, failedInside, allowance, amount }) =>
          (error !== null || failedInside) && allowance !== null && allowance < amount,
      )
      .map(({ token, spender, amount, allowance }) => ({
        description: `${shortAddress(spender)} needs an approval for the token ${shortAddress(token)} that you have not given.`,
        evidence: { token, spender, needed: String(amount), allowance: String(allowance) },
      })),
})
