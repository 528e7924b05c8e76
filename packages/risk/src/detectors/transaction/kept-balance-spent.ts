import { trustOf } from '../../accounts/trust.ts'
import { paidBefore } from '../../derive/parts.ts'
import type { SpentPosition } from '../../derive/shapes.ts'
import { isNamedBy } from '../../derive/tokenPulls.ts'
import { defineDetector } from '../../engine/detector.ts'
import type { Severity } from '../../engine/finding.ts'
import { nameAccount } from '../../wording/accountNames.ts'
import { describeAsset } from '../../wording/assetNames.ts'
import { listWords } from '../../wording/listWords.ts'

/** Percent of what is kept there that count as most and as a small part of it, and USD up to which it is a fee. */
const MAJORITY_PERCENT = 50
const SMALL_PERCENT = 10
const FEE_USD = 20

export default defineDetector({
  id: 'kept-balance-spent',
  title: 'Your balance in a contract spent',
  why: 'Your wallet’s own balances do not show it: a contract that keeps money for you pays it to another account, and your record there goes down. A contract that you call can spend such a balance where the other one goes by who began the transaction, or trusts it.',
  advice: 'Reject it unless you mean to pay this receiver out of what you keep there.',
  appliesTo: 'transaction',
  category: 'associations',
  severity: 'high',
  confidence: 'medium',
  family: 'loss',
  needs: ['spentPositions', 'decodedSteps', 'counterparties', 'senderHistory'],
  detect: ({ spentPositions, decodedSteps, counterparties, senderHistory }) => {
    const familiar = paidBefore(senderHistory)
    return spentPositions.flatMap((spent) => {
      const { contract, loss, percent } = spent
      const strangers = loss.takers.filter((taker) => {
        const account = counterparties[taker]
        return !familiar.has(taker) && (account === undefined || trustOf(account) !== 'known')
      })
      if (strangers.length === 0 || loss.returned === 'value' || isFee(loss)) return []
      const receivers = listWords(strangers.map((taker) => nameAccount(taker, counterparties[taker])))
      return [
        {
          severity: severityOf(spent, isNamedBy(loss, decodedSteps)),
          description: `${nameAccount(contract, counterparties[contract])} pays ${describeAsset(loss)} of what it keeps for you to ${receivers}: ${percent} percent of your record there.`,
          evidence: {
            contract,
            asset: loss.address ?? 'native',
            amount: String(loss.amount),
            takers: loss.takers,
            percentOfRecord: percent,
            returned: loss.returned,
          },
        },
      ]
    })
  },
})

/** `isNamed`: the decoded arguments name each receiver, as in a plain payment. */
function severityOf({ loss, percent }: SpentPosition, isNamed: boolean): Severity {
  if (percent < SMALL_PERCENT) return 'low'
  if (percent < MAJORITY_PERCENT || isNamed || loss.returned === 'unpriced') return 'medium'
  return 'high'
}

/** Such as what an entry point takes of an account's deposit for the network's fee. */
function isFee({ usd }: SpentPosition['loss']): boolean {
  return usd !== null && usd <= FEE_USD
}
