import type { Address } from '@redoubt/risk/address.ts'
import type { MarketActs } from '@redoubt/risk/facts/marketActs.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { WalletHistory } from '@redoubt/risk/facts/walletHistory.ts'
import type { UsdPrice } from '../market/price.ts'
import type { ChainSource } from '../rpc/chainSource.ts'
import { fillsOf } from './fillsOf.ts'
import { quoteValues } from './quoteValues.ts'
import { readBuilderPayments } from './readBuilderPayments.ts'
import { readOwnSwaps } from './readOwnSwaps.ts'

/** Transfers that profit is reckoned from, the newest. */
const MAX_TRANSFERS = 5_000

/**
 * What the wallet did on markets: its trades among those of others in the same block, payments to builders, purchases and sales at
 * prices of their time. A bounded look; what it could not see is in `cut`.
 */
export async function gatherMarketActs(
  sources: {
    chain: Pick<ChainSource, 'chain' | 'blockAt' | 'transactionsIn' | 'receipt' | 'traceTransaction'>
    priceOf(block: PinnedBlock, asset: null, signal: AbortSignal): Promise<UsdPrice | null>
  },
  { wallet, isContract, history }: { wallet: Address; isContract: boolean; history: WalletHistory },
  signal: AbortSignal,
): Promise<MarketActs> {
  const { chain, priceOf } = sources
  const own = history.transactions.filter(({ from, to }) => from === wallet || to === wallet)
  const transfers = history.transfers.slice(0, MAX_TRANSFERS)
  const [trades, payments, usdOf] = await Promise.all([
    readOwnSwaps(chain, { wallet, transactions: own }, signal),
    readBuilderPayments(chain, { transactions: own }, signal),
    quoteValues(chain, { transfers, priceOf }, signal),
  ])
  const sent = new Set(own.map(({ hash }) => hash))
  // Who operates a contract sends the transactions: none of them can be told from a stranger's.
  const fills = fillsOf(transfers, { isOwn: (hash) => isContract || sent.has(hash), usdOf })
  return {
    swaps: trades.swaps,
    builderPayments: payments.builderPayments,
    traced: payments.traced,
    fills,
    cut: [
      ...trades.cut,
      ...payments.cut,
      ...(history.transfers.length > MAX_TRANSFERS ? ['trades: only the newest transfers were looked at'] : []),
    ],
  }
}
