import { claimOn } from '../../derive/claimed.ts'
import { creditOf, isRecorded } from '../../derive/creditOf.ts'
import type { Loss } from '../../derive/shapes.ts'
import { goesToWallet, retainedByService, takerTrust } from '../../derive/tokenPulls.ts'
import { defineDetector } from '../../detector.ts'
import type { Severity } from '../../finding.ts'
import { nameAccount } from '../../wording/accountNames.ts'
import { describeAsset } from '../../wording/assetNames.ts'

const MAJORITY_PERCENT = 50n
/** Share of a holding below which something unpriced may be bought without a warning, in percent. */
const SMALL_PERCENT = 10n

export default defineDetector({
  id: 'payment-without-return',
  title: 'Payment with nothing in return',
  why: 'Your payment goes to an unknown contract; no token, NFT or coin comes back, and the contract records no credit for you. Fake mints, claims and “security updates” work like this.',
  advice: 'Reject it unless you know the contract and mean to give the money away.',
  appliesTo: 'transaction',
  category: 'associations',
  severity: 'high',
  confidence: 'medium',
  family: 'loss',
  decisive: true,
  needs: ['transaction', 'movements', 'counterparties', 'recipient', 'simulation', 'decodedSteps', 'claims'],
  detect: ({ transaction, movements, counterparties, recipient, simulation, decodedSteps, claims }) => {
    if (recipient?.class === 'eoa') return 'not-applicable'
    const context = { transaction, recipient, counterparties }
    return movements.lost
      .filter((loss) => loss.how === 'paid' && loss.returned !== 'value' && !retainedByService(loss, context))
      .map((loss) => {
        const toWallet = goesToWallet(loss, context, simulation)
        const stranded = loss.takers.some((taker) => takerTrust(taker, context, simulation) === 'open-executor')
        const credit = toWallet || stranded ? 0n : creditOf(simulation.stateDiff, loss)
        const isOpen = claimOn(claims, loss)?.openToOthers === true
        const receiver = loss.takers[0] ?? recipient?.address ?? simulation.created
        const story = toWallet
          ? 'goes to a personal wallet'
          : stranded
            ? 'stays in a contract from which any caller can take it'
            : credit > 0n
              ? 'stays in the contract, which records a credit for you'
              : 'stays in the contract'
        const back =
          loss.returned === 'unpriced' ? 'the assets that come back have no known price' : 'nothing comes back'
        const account = receiver === recipient?.address ? recipient : receiver ? counterparties[receiver] : undefined
        return {
          severity: severityOf(loss, {
            toWallet,
            credit,
            isPurchase: !stranded && !isOpen && isRecorded(simulation.stateDiff, loss, decodedSteps),
          }),
          description: `Your ${describeAsset(loss)} ${story}, and ${back}${receiver ? `: ${nameAccount(receiver, account)}` : ''}.`,
          evidence: {
            asset: loss.address ?? 'native',
            amount: String(loss.amount),
            takers: loss.takers,
            toWallet,
            credited: credit > 0n,
            returned: loss.returned,
            holdingBefore: loss.before === null ? null : String(loss.before),
          },
        }
      })
  },
})

function severityOf(
  loss: Loss,
  { toWallet, credit, isPurchase }: { toWallet: boolean; credit: bigint; isPurchase: boolean },
): Severity {
  const atLeast = (percent: bigint) => loss.before === null || loss.amount * 100n >= loss.before * percent
  if (loss.returned === 'unpriced') {
    // Shares and items of a young contract have no price, and neither has what a swindler prints.
    if (loss.usd === null || !atLeast(SMALL_PERCENT)) return toWallet ? 'medium' : 'low'
    return toWallet ? 'high' : 'medium'
  }
  // Any contract can write down a number; only one as large as the payment looks like a deposit.
  if (credit > 0n) return credit >= loss.amount ? 'low' : 'medium'
  // Sellers write down who bought what; a lure for everything seldom does, and a record costs nothing to forge.
  if (isPurchase && loss.before !== null && !atLeast(MAJORITY_PERCENT)) return 'medium'
  return toWallet && loss.before !== null && atLeast(MAJORITY_PERCENT) ? 'critical' : 'high'
}
