import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Chain } from '@redoubt/risk/chain.ts'
import type { MarketActs, TokenFill } from '@redoubt/risk/facts/marketActs.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { WalletHistory, WalletTransfer } from '@redoubt/risk/facts/walletHistory.ts'
import { NETWORKS } from '../../chains/index.ts'
import { mapConcurrent } from '../../lib/mapConcurrent.ts'
import type { UsdPrice } from '../market/price.ts'
import type { ChainSource } from '../rpc/chainSource.ts'
import { readBuilderPayments, readOwnSwaps } from './readOwnSwaps.ts'

const DAY = 86_400

/** Days whose price is read, the newest; an archive answers each by a few questions. */
const MAX_DAYS = 40

const AT_ONCE = 6

const DOLLARS: ReadonlySet<string | null> = new Set(['USDC', 'USDT', 'DAI'])

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

/**
 * Values of coin, wrapped coin and the large dollar tokens at the time of a transfer. A dollar is a dollar; the coin's price is read
 * in the state of that day, and is null where the node keeps no such state.
 */
async function quoteValues(
  chain: Pick<ChainSource, 'chain' | 'blockAt'>,
  {
    transfers,
    priceOf,
  }: {
    transfers: readonly WalletTransfer[]
    priceOf(block: PinnedBlock, asset: null, signal: AbortSignal): Promise<UsdPrice | null>
  },
  signal: AbortSignal,
): Promise<QuoteValue> {
  const units = quoteUnits(chain.chain)
  const inCoin = transfers.filter(({ token, assetType }) => assetType === 'native' || units.get(token)?.coin === true)
  // One block stands for its day: the newest of the wallet's own in it.
  const days = new Map<string, bigint>()
  for (const { timestamp, blockNumber } of inCoin) {
    const day = dayOf({ timestamp, blockNumber })
    if (days.size < MAX_DAYS || days.has(day)) days.set(day, days.get(day) ?? blockNumber)
  }
  const prices = new Map(
    await mapConcurrent([...days], AT_ONCE, async ([day, blockNumber]): Promise<[string, number | null]> => {
      try {
        const price = await priceOf(await chain.blockAt(blockNumber, signal), null, signal)
        return [day, price?.usd ?? null]
      } catch {
        signal.throwIfAborted()
        return [day, null]
      }
    }),
  )
  return (asset, transfer) => {
    const unit = asset === null ? { coin: true, decimals: 18 } : units.get(asset)
    if (unit === undefined) return undefined
    const usd = unit.coin ? (prices.get(dayOf(transfer)) ?? null) : 1
    return usd === null ? null : usd / 10 ** unit.decimals
  }
}

function dayOf({ timestamp, blockNumber }: Pick<WalletTransfer, 'timestamp' | 'blockNumber'>): string {
  return timestamp === null ? `block ${blockNumber}` : String(Math.floor(timestamp / DAY))
}

/** Wrapped coin and dollars by address, with the decimals their issuers gave them. */
function quoteUnits(chain: Chain): Map<Address | null, { coin: boolean; decimals: number }> {
  const follows = new Map(NETWORKS[chain].tokens.map((token) => [token.address, token.follows]))
  return new Map(
    NETWORKS[chain].quoteTokens.map(({ address, decimals }) => [
      address,
      { coin: !DOLLARS.has(follows.get(address) ?? null), decimals },
    ]),
  )
}

/** USD of one base unit of a payment asset at the time of a transfer; undefined for all other tokens, null when not known. */
type QuoteValue = (
  asset: Address | null,
  transfer: Pick<WalletTransfer, 'blockNumber' | 'timestamp'>,
) => number | null | undefined

/**
 * Derives purchases and sales from transfers: in one transaction one token arrives and coin or dollars leave, or the reverse. All
 * other movements of a token are `in` and `out`: gifts, deposits, swaps of one token for another, and movements by transactions
 * of others. Oldest first.
 * @param isOwn whether the wallet acted by this transaction: forged transfers come in transactions of strangers.
 */
export function fillsOf(
  transfers: readonly WalletTransfer[],
  { isOwn, usdOf }: { isOwn(hash: Hex): boolean; usdOf: QuoteValue },
): TokenFill[] {
  const byHash = [...Map.groupBy(transfers, ({ hash }) => hash).values()]
  const inTime = byHash.sort(([a], [b]) =>
    a && b && a.blockNumber !== b.blockNumber ? (a.blockNumber < b.blockNumber ? -1 : 1) : 0,
  )
  return inTime.flatMap((together) => fillsOfOne(together, { isOwn, usdOf }))
}

function fillsOfOne(
  together: readonly WalletTransfer[],
  { isOwn, usdOf }: { isOwn(hash: Hex): boolean; usdOf: QuoteValue },
): TokenFill[] {
  const tokens = new Map<Address, bigint>()
  // USD received less USD given; null when a part of it has no known price.
  let quote: number | null = 0
  for (const transfer of together) {
    const { token, assetType, direction, amount } = transfer
    if (assetType !== 'native' && assetType !== 'erc20') continue
    const change = direction === 'in' ? amount : -amount
    const perUnit = usdOf(token, transfer)
    if (perUnit !== undefined) {
      quote = perUnit === null || quote === null ? null : quote + Number(change) * perUnit
    } else if (token !== null) tokens.set(token, (tokens.get(token) ?? 0n) + change)
  }
  const [first] = together
  const moved = [...tokens].filter(([, change]) => change !== 0n)
  if (first === undefined) return []
  const paid = moved.length === 1 && isOwn(first.hash) ? quote : 0
  return moved.map(([token, change]): TokenFill => {
    const incoming = change > 0n
    const traded = paid === null || (incoming ? paid < 0 : paid > 0)
    return {
      hash: first.hash,
      timestamp: first.timestamp,
      token,
      kind: traded ? (incoming ? 'buy' : 'sell') : incoming ? 'in' : 'out',
      amount: incoming ? change : -change,
      usd: traded && paid !== null ? Math.abs(paid) : null,
    }
  })
}
