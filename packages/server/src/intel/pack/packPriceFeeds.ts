import type { Address } from '@redoubt/risk/address.ts'
import type { Chain } from '@redoubt/risk/chain.ts'
import { readPack } from './readPack.ts'

/** One Chainlink price feed (AggregatorV3Interface). */
export type PackPriceFeed = {
  feed: Address
  /** Token that it prices, `native` for the network's coin; null where that is no single known token (fiat, shares, rates). */
  base: Address | 'native' | null
  /** Symbol of what it prices, and of what the price is in: `LINK`, `USD`. */
  symbol: string
  quote: string
  /** Decimals of the answer; null: ask the feed. */
  decimals: number | null
  /** `LINK / USD`, or `weETH / eETH Exchange Rate` for what a protocol redeems at, which is no market's price. */
  description: string
}

type Row = [
  feed: Address,
  symbol: string,
  quote: string,
  decimals: number | null,
  base: PackPriceFeed['base'],
  rate?: 1,
]

const loaded = new Map<Chain, PackPriceFeed[]>()

/** Every price feed of one network that published packages know, by feed address. */
export function packPriceFeeds(chain: Chain): readonly PackPriceFeed[] {
  let feeds = loaded.get(chain)
  if (feeds === undefined) {
    const pack = readPack()
    const rows = pack.has(`feeds.${chain}`) ? (pack.section(`feeds.${chain}`) as Row[]) : []
    feeds = rows.map(([feed, symbol, quote, decimals, base, rate]) => ({
      feed,
      base,
      symbol,
      quote,
      decimals,
      description: `${symbol} / ${quote}${rate === 1 ? ' Exchange Rate' : ''}`,
    }))
    loaded.set(chain, feeds)
  }
  return feeds
}
