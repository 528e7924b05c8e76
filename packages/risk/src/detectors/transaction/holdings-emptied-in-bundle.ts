import { feeReserveOf } from '../../derive/feeReserve.ts'
import { deriveOutflows, type Emptied } from '../../derive/outflows.ts'
import { defineDetector } from '../../engine/detector.ts'
import type { Severity } from '../../engine/finding.ts'
import { nameAccount } from '../../wording/accountNames.ts'
import { describeAsset } from '../../wording/assetNames.ts'
import { listWords } from '../../wording/listWords.ts'

/** Different assets emptied by one signature, from which on it is what drainers do. */
const SEVERAL_ASSETS = 2
/** Share of the touched holdings, 0-1, above which one asset is most of what there is. */
const MAJORITY_OF_TOUCHED = 0.5
/** Payments of one asset to one account in a bundle that have no purpose but to look small. */
const MIN_REPEATED = 3
/** USD below which most of one holding to one account is a small payment. */
const SMALL_CHANGE_USD = 50

export default defineDetector({
  id: 'holdings-emptied-in-bundle',
  title: 'Holdings emptied by transfers in a bundle',
  why: 'Drainers put transfers of everything you hold beside a swap or a claim: the wallet shows one request, and its title is the trade. A payment beside a trade takes a part of one asset, or goes to an account that you have paid before.',
  advice: 'Reject it, unless every receiver is yours. Send single transfers, and compare each address.',
  appliesTo: 'transaction',
  category: 'associations',
  severity: 'critical',
  confidence: 'high',
  family: 'loss',
  needs: ['parts', 'counterparties', 'pastDealings', 'principals', 'simulation', 'transaction', 'block'],
  detect: ({ parts, counterparties, pastDealings, principals, simulation, transaction, block }) => {
    const senderHistory = pastDealings ?? []
    if (parts.length === 0) return 'not-applicable'
    const outflows = deriveOutflows(parts, {
      counterparties,
      senderHistory,
      principals,
      simulation,
      reserve: feeReserveOf({ transaction, block, simulation }),
    })
    const shown = severityOf(outflows)
    if (shown === null) return []
    // Without a history a receiver may be one that the sender often pays.
    const severity = pastDealings === null && shown === 'critical' ? 'high' : shown
    const { emptied, beside, shareOfTouched } = outflows
    const takers = [...new Set(emptied.flatMap((one) => one.takers))]
    const sold = emptied.reduce((sum, one) => sum + one.sold, 0)
    const how = emptied.every(({ entirely }) => entirely)
      ? 'nearly all'
      : emptied.every(({ mostly }) => mostly)
        ? 'most'
        : 'a large part'
    const proceeds =
      sold > 0
        ? ` It includes what you get for ${sold === 1 ? 'a holding' : `${sold} holdings`} sold in the same bundle.`
        : ''
    const whom = takers.length > 1 ? 'these accounts' : 'this account'
    const dealings =
      pastDealings === null ? `Earlier payments to ${whom} could not be read` : `You have not paid ${whom} before`
    const names = listWords(takers.map((taker) => nameAccount(taker, counterparties[taker])))
    return [
      {
        severity,
        description: `${listWords(emptied.map(describe))} ${emptied.length > 1 ? 'leave' : 'leaves'} to ${names}${beside ? ', beside the other calls' : ''}: ${how} that you hold of ${emptied.length > 1 ? 'each' : 'it'}. ${dealings}, and nothing comes back for it.${proceeds}`,
        evidence: {
          assets: emptied.map(({ asset }) => asset ?? 'native'),
          amounts: emptied.map(({ amount }) => String(amount)),
          takers,
          beside,
          shareOfTouched,
        },
      },
    ]
  },
})

function severityOf({ emptied, beside, several, shareOfTouched }: ReturnType<typeof deriveOutflows>): Severity | null {
  const entirely = emptied.filter((one) => one.entirely)
  const isMost = (shareOfTouched ?? 0) > MAJORITY_OF_TOUCHED
  if (entirely.filter(({ spread }) => !spread).length >= SEVERAL_ASSETS) return beside ? 'critical' : 'high'
  // Wages empty one holding, seldom two.
  if (entirely.length >= SEVERAL_ASSETS) return 'high'
  if (emptied.some((one) => one.times >= MIN_REPEATED && isLargeTransfer(one))) return 'high'
  // Wages seldom go to new accounts alone.
  const isScattered = emptied.some(({ largely, spread, unused }) => largely && spread && unused)
  // Nor do they take nearly all, beside a trade.
  if (isScattered && beside && emptied.some((one) => one.entirely && one.spread && one.unused)) return 'high'
  // One asset that leaves alone is what a single transfer would be; a small payment beside it may hide it.
  if (!beside) return isScattered || (several && emptied.some(isLargeTransfer)) ? 'medium' : null
  const holdings = emptied.reduce(
    (sum, { mostly, spread, sold }) => sum + (mostly && !spread ? Math.max(sold, 1) : 0),
    0,
  )
  if (holdings >= SEVERAL_ASSETS) return isMost ? 'critical' : 'high'
  if (emptied.some(({ mostly }) => !mostly)) return 'medium'
  const large = emptied.filter(isLargeTransfer)
  if (entirely.length === 0)
    return large.some(({ largely }) => largely) ? 'high' : isScattered || large.length > 0 ? 'medium' : null
  if (entirely.every(({ items, spread }) => items > 0 || spread)) return 'medium'
  return isMost ? 'critical' : 'high'
}

/** Most of a holding to one account, unless it is small change. */
function isLargeTransfer({ toOne, usd }: Emptied): boolean {
  return toOne && (usd === null || usd >= SMALL_CHANGE_USD)
}

function describe({ asset, assetType, symbol, decimals, amount, items }: Emptied): string {
  return describeAsset({
    address: asset,
    assetType,
    symbol,
    decimals,
    amount: items > 0 ? BigInt(items) : amount,
    tokenId: null,
  })
}
