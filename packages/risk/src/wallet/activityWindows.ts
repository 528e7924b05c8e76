import type { Address } from '../address.ts'
import type { WalletHistory } from '../facts/walletHistory.ts'
import { type AssetPrices, usdOf } from './assetPrices.ts'

const DAY = 86_400

export type ActivityWindows = {
  /** Transactions; null when the history does not reach back so far. */
  last24h: number | null
  last7d: number | null
  last30d: number | null
  /**
   * USD that one transaction moves on average, at today's prices, over those that move anything with a price; null when none is
   * known to. What comes and what leaves by one transaction is the same money: the larger of the two counts.
   */
  avgTransactionSize: number | null
}

/**
 * How busy a wallet is. Of an account of keys those transactions count that it sent itself; a contract sends none, and those count
 * that moved anything of it or called it. Failed ones were sent, too.
 * @param now Unix seconds: of the block, not of the clock.
 */
export function activityWindows(
  history: WalletHistory | null,
  { wallet, isContract, now, prices }: { wallet: Address; isContract: boolean; now: number; prices: AssetPrices },
): ActivityWindows {
  if (history === null) return { last24h: null, last7d: null, last30d: null, avgTransactionSize: null }
  const times = timesOf(history, { wallet, isContract })
  const isWhole = history.complete.transactions && (!isContract || history.complete.transfers)
  const count = (days: number): number | null => {
    const since = now - days * DAY
    const known = [...times.values()]
    // A list that was cut is whole as far back as it goes; one with gaps in it is not, and those are not indexed.
    const oldest = known.at(-1)
    const reaches = isWhole || (INDEXED.has(history.source) && oldest !== undefined && (oldest ?? now) < since)
    return reaches && !known.includes(null) ? known.filter((time) => (time ?? 0) > since).length : null
  }
  return {
    last24h: count(1),
    last7d: count(7),
    last30d: count(30),
    avgTransactionSize: averageSize(history, prices),
  }
}

/** Sources that list transactions without gaps, newest first. */
const INDEXED: ReadonlySet<WalletHistory['source']> = new Set<WalletHistory['source']>([
  'etherscan',
  'blockscout',
  'ots',
  'index',
])

/** When each transaction happened, newest first. */
function timesOf(
  { transactions, transfers }: WalletHistory,
  { wallet, isContract }: { wallet: Address; isContract: boolean },
): Map<string, number | null> {
  const counted = isContract
    ? [...transactions, ...transfers].sort((a, b) => (a.blockNumber < b.blockNumber ? 1 : -1))
    : transactions.filter(({ from }) => from === wallet)
  return new Map(counted.map(({ hash, timestamp }) => [hash, timestamp]))
}

function averageSize({ transfers }: WalletHistory, prices: AssetPrices): number | null {
  const sizes = new Map<string, { in: number; out: number }>()
  for (const transfer of transfers) {
    const usd = usdOf(transfer, prices)
    if (usd === null || usd === 0) continue
    const size = sizes.get(transfer.hash) ?? { in: 0, out: 0 }
    sizes.set(transfer.hash, size)
    size[transfer.direction] += usd
  }
  if (sizes.size === 0) return null
  const total = [...sizes.values()].reduce((sum, size) => sum + Math.max(size.in, size.out), 0)
  return Math.round((100 * total) / sizes.size) / 100
}
