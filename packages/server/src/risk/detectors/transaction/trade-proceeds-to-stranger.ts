import { defineDetector } from '../../detector.ts'
import type { Account } from '../../facts/account.ts'
import type { DecodedCall } from '../../facts/decodedCall.ts'
import { standingOf } from '../../standing.ts'
import { describeAsset } from '../../wording/formatAmount.ts'
import { nameAccount } from '../../wording/nameAccount.ts'

/** Functions that pay out what a service holds for the caller: nothing leaves his wallet when somebody else is paid. */
const WITHDRAWALS = /^(collect|withdraw|redeem|claim|unstake|exit|remove_?liquidity|decrease_?liquidity|burn|borrow)/i

export default defineDetector({
  id: 'trade-proceeds-to-stranger',
  title: 'Somebody else receives what you buy',
  why: 'The call names a receiver for the proceeds and it is not you. Fake front-ends fill in their own address; the rest of the trade looks right.',
  advice: 'Reject it unless you chose this receiver yourself.',
  appliesTo: 'transaction',
  category: 'associations',
  severity: 'high',
  confidence: 'high',
  family: 'loss',
  needs: ['movements', 'decodedSteps', 'balanceChanges', 'counterparties', 'recipient', 'principals', 'senderHistory'],
  detect: ({ movements, decodedSteps, balanceChanges, counterparties, recipient, principals, senderHistory }) => {
    const given = movements.lost.filter(({ how }) => how !== 'sent')
    if (given.some(({ returned }) => returned === 'value')) return []
    if (given.length === 0 && !isWithdrawal(decodedSteps, recipient)) return []
    const assets = new Set(given.map(({ address }) => address))
    const familiar = new Set(
      senderHistory
        .filter(({ direction, genuine, zeroValue }) => direction === 'out' && genuine && !zeroValue)
        .map(({ address }) => address),
    )
    const named = JSON.stringify(
      decodedSteps.map(({ parameters }) => parameters.map(({ value }) => value)),
    ).toLowerCase()
    return balanceChanges
      .filter(({ account, change, address }) => change > 0n && !assets.has(address) && !principals.includes(account))
      .filter(({ account }) => named.includes(account.slice(2)) && !familiar.has(account))
      .flatMap((row) => {
        const receiver = counterparties[row.account]
        // Known services receive what they are for; a token contract receives nothing for anybody.
        if (!receiver || (standingOf(receiver) === 'known' && receiver.token === null)) return []
        // A wrapped coin's contract is named by the path and takes the coins it wraps.
        if (row.assetType === 'native' && standingOf(receiver) === 'known') return []
        const give = given.length > 0 ? `You give ${given.map(describeAsset).join(', ')}` : 'You call for a payout'
        return [
          {
            description: `${give}, but ${nameAccount(row.account, receiver)} receives the ${describeAsset({ ...row, amount: row.change })}.`,
            evidence: { receiver: row.account, asset: row.address ?? 'native', amount: String(row.change) },
          },
        ]
      })
  },
})

/** Paid out by a service, which acts on the caller's own position. */
function isWithdrawal(steps: readonly DecodedCall[], recipient: Account | null): boolean {
  if (recipient?.class !== 'contract') return false
  return steps.some(({ functionName }) => functionName !== null && WITHDRAWALS.test(functionName))
}
