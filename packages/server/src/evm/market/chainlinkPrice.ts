import type { Chain } from '@redoubt/risk/chain.ts'
import type { Address, PinnedBlock } from '@redoubt/risk/facts.ts'
import { KNOWN_TOKENS, type PricedAsset } from '../../intel/knownTokens.ts'
import { type PackPriceFeed, packPriceFeeds } from '../../intel/pack/packPriceFeeds.ts'
import type { ChainSource } from '../rpc/chainSource.ts'
import type { UsdPrice } from './price.ts'
import { readFeed } from './readFeed.ts'

/** Chainlink proxies, 8 decimals, lower case. Source: data.chain.link, docs.chain.link "Price feed contract addresses". */
const FEEDS: Readonly<Record<Chain, Partial<Record<PricedAsset, Address>>>> = {
  ethereum: {
    ETH: '0x5f4ec3df9cbd43714fe2740f5e3616155c5b8419',
    BTC: '0xf4030086522a5beea4988f8ca5b36dbc97bee88c',
    BNB: '0x14e613ac84a31f709eadbdf89c6cc390fdc9540a',
    USDC: '0x8fffffd4afb6115b954bd326cbe7b4ba576818f6',
    USDT: '0x3e7d1eab13ad0104d2750b8863b489d65364e32d',
    DAI: '0xaed0c38402a5d19df6e4c03f4e2dced6e29c1ee9',
    LINK: '0x2c1d072e956affc0d435cb7ac38ef18d24d9127c',
    STETH: '0xcfe54b5cd566ab89272946f602d76ea879cab4a8',
  },
  bsc: {
    BNB: '0x0567f2323251f0aab15c8dfb1967e4e8a7d42aee',
    ETH: '0x9ef1b8c0e4f7dc8bf5719ea496883dc6401d5b2e',
    BTC: '0x264990fbd0a4796a3e3d8e37c4d5f87a3aca5ebf',
    USDC: '0x51597f405303c4377e36123cbc172b13269ea163',
    USDT: '0xb97ad0e74fa7d920791e90258a6e2085088b4320',
    DAI: '0x132d3c0b1d2cea0bc552588063bdbb210fdeecfa',
  },
  polygon: {
    POL: '0xab594600376ec9fd91f8e885dadf0ce036862de0',
    ETH: '0xf9680d99d6c9589e2a93a78a04a279e509205945',
    BTC: '0xc907e116054ad103354f2d350fd2514433d57f6f',
    USDC: '0xfe4a8cc5b5b2366c1b58bea3858e81843581b2f7',
    USDT: '0x0a6513e40db6eb1b165753ad52e80663aea50545',
    DAI: '0x4746dec9e833a82ec7c2c1356372ccf2cfcd2f3d',
  },
}
const NATIVE: Readonly<Record<Chain, PricedAsset>> = { ethereum: 'ETH', bsc: 'BNB', polygon: 'POL' }
/** All feeds above answer with 8. */
const FEED_DECIMALS = 8

/**
 * USD price of the native coin (null) or a token that has a feed, from Chainlink at the block. Wrapped and bridged tokens
 * follow the price of what they stand for. Null when no feed is known or none gives a good answer: no price is never a
 * price of zero.
 */
export async function chainlinkPrice(
  chain: ChainSource,
  { block, asset }: { block: PinnedBlock; asset: Address | null },
  signal: AbortSignal,
): Promise<UsdPrice | null> {
  const follows =
    asset === null ? NATIVE[chain.chain] : KNOWN_TOKENS[chain.chain].find(({ address }) => address === asset)?.follows
  if (follows != null) return assetPrice(chain, { block, asset: follows }, signal)
  return asset === null ? null : packPrice(chain, { block, token: asset }, signal)
}

async function assetPrice(
  chain: ChainSource,
  { block, asset }: { block: PinnedBlock; asset: PricedAsset },
  signal: AbortSignal,
): Promise<UsdPrice | null> {
  const feed = FEEDS[chain.chain][asset]
  if (feed === undefined) return null
  const price = await readFeed(chain, { block, feed, decimals: FEED_DECIMALS }, signal)
  return price && { usd: price.answer, source: `Chainlink ${asset}/USD`, maxUsd: null }
}

/**
 * Returns the price by a feed of the data pack: in USD, else in a coin that has a USD feed. Of several feeds the one with the
 * latest update.
 */
async function packPrice(
  chain: ChainSource,
  { block, token }: { block: PinnedBlock; token: Address },
  signal: AbortSignal,
): Promise<UsdPrice | null> {
  const feeds = feedsOf(chain.chain).get(token) ?? []
  const inDollars = feeds.filter(({ quote }) => quote === 'USD')
  const usable = inDollars.length > 0 ? inDollars : feeds.filter(({ quote }) => isCoin(quote))
  const answers = await Promise.all(
    usable.map(async ({ feed, quote, description }) => {
      const [price, coin] = await Promise.all([
        // Reads the feed's own decimals: a pack entry that is wrong by two would be wrong by a factor of a hundred.
        readFeed(chain, { block, feed, decimals: null }, signal),
        isCoin(quote) ? assetPrice(chain, { block, asset: quote }, signal) : { usd: 1 },
      ])
      if (price === null || coin === null) return []
      const source = `Chainlink ${description.replaceAll(' ', '')}${isCoin(quote) ? ` × ${quote}/USD` : ''}`
      return [{ usd: price.answer * coin.usd, source, updatedAt: price.updatedAt }]
    }),
  )
  const [latest] = answers.flat().sort((a, b) => Number(b.updatedAt - a.updatedAt))
  return latest === undefined ? null : { usd: latest.usd, source: latest.source, maxUsd: null }
}

function isCoin(quote: string): quote is 'ETH' | 'BNB' | 'BTC' {
  return quote === 'ETH' || quote === 'BNB' || quote === 'BTC'
}

const byToken = new Map<Chain, ReadonlyMap<string, readonly PackPriceFeed[]>>()

function feedsOf(chain: Chain): ReadonlyMap<string, readonly PackPriceFeed[]> {
  const feeds = byToken.get(chain) ?? Map.groupBy(packPriceFeeds(chain), ({ base }) => base?.toLowerCase() ?? '')
  byToken.set(chain, feeds)
  return feeds
}
