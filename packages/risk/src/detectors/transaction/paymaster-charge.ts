import type { PaymasterCharge } from '../../derive/shapes.ts'
import { defineDetector } from '../../engine/detector.ts'
import type { Severity } from '../../engine/finding.ts'
import { shortAddress } from '../../wording/accountNames.ts'
import { describeAsset, formatUsd } from '../../wording/assetNames.ts'
import { listWords } from '../../wording/listWords.ts'

/** Times the network fee that a paymaster may charge for it: its own margin, and a price that moves. */
const FAIR_TIMES = 5
/** USD below which a charge is a fee whatever the network asks. */
const FAIR_USD = 2
/** Shares of a holding, in percent, that tell a charge without a price from a theft. */
const SMALL_PERCENT = 10n
const MAJORITY_PERCENT = 50n

export default defineDetector({
  id: 'paymaster-charge',
  title: 'Tokens taken by the paymaster',
  why: 'A paymaster pays the network fee and may take tokens for it through an allowance (ERC-4337). It does so in its own code, before and after the account is called, so no call of the operation shows it. A hostile one takes far more than the fee.',
  advice: 'Reject an operation whose paymaster takes more than a fee, and revoke its allowance.',
  appliesTo: 'transaction',
  category: 'associations',
  severity: 'high',
  confidence: 'high',
  family: 'loss',
  needs: ['transaction', 'paymasterCharge'],
  detect: ({ transaction: { userOperation }, paymasterCharge }) => {
    if (!userOperation || userOperation.paymaster === null || paymasterCharge === null) return 'not-applicable'
    const { taken, costUsd } = paymasterCharge
    if (taken.length === 0) return []
    const severity = severityOf(paymasterCharge)
    const cost = costUsd === null ? '' : `, and the network fee is about ${formatUsd(costUsd)}`
    return [
      {
        severity,
        description: `The paymaster ${shortAddress(userOperation.paymaster)} takes ${listWords(taken.map(describeAsset))} of the account${cost}.`,
        evidence: {
          paymaster: userOperation.paymaster,
          account: userOperation.sender,
          taken: taken.map(({ address, amount }) => `${amount} of ${address ?? 'native'}`),
          costUsd,
        },
      },
    ]
  },
})

function severityOf({ taken, costUsd }: PaymasterCharge): Severity {
  const items = taken.some(({ tokenId }) => tokenId !== null)
  const priced = taken.every(({ usd }) => usd !== null)
  const usd = taken.reduce((sum, one) => sum + (one.usd ?? 0), 0)
  const fair = Math.max(FAIR_USD, (costUsd ?? 0) * FAIR_TIMES)
  if (!items && priced && usd <= fair) return 'info'
  const atLeast = (percent: bigint) =>
    taken.some(({ amount, before }) => before !== null && amount * 100n >= before * percent)
  if (items || atLeast(MAJORITY_PERCENT)) return 'critical'
  // A token of the paymaster's own has no price, and a fee in it is a small part of what is held.
  return priced || atLeast(SMALL_PERCENT) || taken.some(({ usd: one }) => (one ?? 0) > fair) ? 'high' : 'low'
}
