import { defineDetector } from '../../engine/detector.ts'
import { shortAddress } from '../../wording/accountNames.ts'

export default defineDetector({
  id: 'insufficient-balance',
  title: 'Insufficient balance',
  why: 'Your balance does not cover what the transaction spends, so the network rejects it or it fails. Where possible, we simulated it with a topped-up balance.',
  advice: 'Check the amount and the account you are using.',
  appliesTo: 'transaction',
  category: 'associations',
  severity: 'medium',
  confidence: 'high',
  family: 'failure',
  needs: ['transaction', 'simulation', 'sender', 'tokenPulls'],
  detect: ({ transaction, simulation, sender, tokenPulls }) => {
    const native =
      simulation.toppedUp || sender.balance < transaction.value
        ? [
            {
              description: 'Your balance does not cover the value and the network fee.',
              evidence: { asset: 'native', needed: String(transaction.value), balance: String(sender.balance) },
            },
          ]
        : []
    const tokens = tokenPulls
      .filter(
        ({ error, failedInside, balance, amount }) =>
          (error !== null || failedInside) && balance !== null && balance < amount,
      )
      .map(({ token, holder, amount, balance }) => ({
        description: `You hold less of the token ${shortAddress(token)} than the transaction takes.`,
        evidence: { asset: token, holder, needed: String(amount), balance: String(balance) },
      }))
    return [...native, ...tokens]
  },
})
