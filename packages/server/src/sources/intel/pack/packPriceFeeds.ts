import type { Chain } from '../../../risk/chain.ts'
import type { Address } from '../../../risk/facts.ts'
import { readPack } from './readPack.ts'

/** One Chainlink price feed (AggregatorV3Interface). */
export type PackPriceFeed = {
  feed: Address
  /** Token that it prices, `native` for the network's coin; null where the feed's asset is no single known token (fiat, shares). */
  base: Address | 'native' | null
  /** Symbol of what it prices, and of what the price is in: `LINK`, `USD`. */
  symbol: string
  quote: string
  /** Decimals of the answer; null: ask the feed. */
  decimals: number | null
  /** `LINK / USD`, as the feed's own `description()` has it. */
  description: string
}

type Row = [feed: Address, symbol: string, quote: string, decimals: number | null, base: PackPriceFeed['base']]

const loaded = new Map<Chain, PackPriceFeed[]>()

/** Every price feed of one network that published packages know, by feed address. */
export function packPriceFeeds(chain: Chain): readonly PackPriceFeed[] {
  let feeds = loaded.get(chain)
  if (feeds === undefined) {
    const rows = readPack().section(`feeds.${chain}`) as Row[]
    feeds = rows.map(([feed, symbol, quote, decimals, base]) => ({
      feed,
      base,
      symbol,
      quote,
      decimals,
      description: `${symbol} / ${quote}`,
    }))
    loaded.set(chain, feeds)
  }
  return feeds
}
