import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Chain } from '@redoubt/risk/chain.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { PricedAsset } from '../../chains/definition.ts'
import { NETWORKS } from '../../chains/index.ts'
import { type PackPriceFeed, packPriceFeeds } from '../../intel/pack/packPriceFeeds.ts'
import { callData, decodeAggregate, encodeAggregate, type Read, wordAt } from '../decode/callData.ts'
import type { ChainSource } from '../rpc/chainSource.ts'
import { MULTICALL3 } from '../rpc/multicall3.ts'
import type { UsdPrice } from './price.ts'

/** The slowest of the feeds writes at least once a day; an hour of grace. In seconds. */
const STALE_AFTER = 90_000n

const MAX_DECIMALS = 36n

/** Of every feed of a network’s definition. */
const FEED_DECIMALS = 8

/** What an asset's feed says: a price, an old answer, nothing usable (`silent`), or there is no feed (`none`). */
export type FeedReading =
  | { kind: 'fresh'; price: UsdPrice }
  | { kind: 'stale'; usd: number; source: string; updatedAt: bigint }
  | { kind: 'silent' | 'none' }

/**
 * USD price of the native coin (null) or a token that has a feed, from Chainlink at the block. Null when no feed is known or
 * none gives a good answer: no price is never a price of zero.
 */
export async function chainlinkPrice(
  chain: ChainSource,
  asked: { block: PinnedBlock; asset: Address | null },
  signal: AbortSignal,
): Promise<UsdPrice | null> {
  const reading = await readChainlink(chain, asked, signal)
  return reading.kind === 'fresh' ? reading.price : null
}

/** Returns what Chainlink says at the block. Wrapped and bridged tokens follow the price of what they stand for. */
export async function readChainlink(
  chain: ChainSource,
  { block, asset }: { block: PinnedBlock; asset: Address | null },
  signal: AbortSignal,
): Promise<FeedReading> {
  const follows =
    asset === null
      ? NETWORKS[chain.chain].coin.price
      : NETWORKS[chain.chain].tokens.find(({ address }) => address === asset)?.follows
  if (follows != null) return readAsset(chain, { block, asset: follows }, signal)
  return asset === null ? { kind: 'none' } : readPackFeeds(chain, { block, token: asset }, signal)
}

async function readAsset(
  chain: ChainSource,
  { block, asset }: { block: PinnedBlock; asset: PricedAsset },
  signal: AbortSignal,
): Promise<FeedReading> {
  if (NETWORKS[chain.chain].priceFeeds[asset] === undefined) return { kind: 'none' }
  const round = await readCoin(chain, { block, asset }, signal)
  return readingOf(round && { ...round, source: `Chainlink ${asset}/USD` }, block)
}

type Round = { usd: number; updatedAt: bigint }

function readingOf(round: (Round & { source: string }) | null | undefined, block: PinnedBlock): FeedReading {
  if (round == null) return { kind: 'silent' }
  const { usd, source, updatedAt } = round
  if (block.timestamp - updatedAt > STALE_AFTER) return { kind: 'stale', usd, source, updatedAt }
  return { kind: 'fresh', price: { usd, source, kind: 'oracle', maxUsd: null } }
}

/**
 * Returns the price by a feed of the data pack: in USD, else in a coin that has a USD feed. Of several feeds the one with the
 * latest update.
 */
async function readPackFeeds(
  chain: ChainSource,
  { block, token }: { block: PinnedBlock; token: Address },
  signal: AbortSignal,
): Promise<FeedReading> {
  const feeds = feedsOf(chain.chain).get(token) ?? []
  const inDollars = feeds.filter(({ quote }) => quote === 'USD')
  const usable = inDollars.length > 0 ? inDollars : feeds.filter(({ quote }) => isCoin(quote))
  if (usable.length === 0) return { kind: 'none' }
  const answers = await Promise.all(
    usable.map(async ({ feed, quote, description }) => {
      const [price, coin] = await Promise.all([
        // Reads the feed's own decimals: a pack entry that is wrong by two would be wrong by a factor of a hundred.
        readFeed(chain, { block, feed, decimals: null }, signal),
        isCoin(quote) ? readCoin(chain, { block, asset: quote }, signal) : { usd: 1, updatedAt: block.timestamp },
      ])
      if (price === null || coin === null) return []
      const source = `Chainlink ${description.replaceAll(' ', '')}${isCoin(quote) ? ` × ${quote}/USD` : ''}`
      // The older of the two decides whether the product is stale.
      const updatedAt = price.updatedAt < coin.updatedAt ? price.updatedAt : coin.updatedAt
      return [{ usd: price.usd * coin.usd, source, updatedAt }]
    }),
  )
  const [latest] = answers.flat().sort((a, b) => Number(b.updatedAt - a.updatedAt))
  return readingOf(latest, block)
}

async function readCoin(
  chain: ChainSource,
  { block, asset }: { block: PinnedBlock; asset: PricedAsset },
  signal: AbortSignal,
): Promise<Round | null> {
  const feed = NETWORKS[chain.chain].priceFeeds[asset]
  return feed === undefined ? null : readFeed(chain, { block, feed, decimals: FEED_DECIMALS }, signal)
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

/**
 * What a Chainlink feed answers at the block, as a plain number, and when it was written. Null when it does not answer, its
 * answer is not positive, or its date is later than the block's. `decimals` null asks the feed.
 */
async function readFeed(
  chain: ChainSource,
  { block, feed, decimals }: { block: PinnedBlock; feed: Address; decimals: number | null },
  signal: AbortSignal,
): Promise<Round | null> {
  const read = (data: ReturnType<typeof callData>) =>
    chain.call(block, { to: feed, data }, signal).catch(() => {
      signal.throwIfAborted()
      return null
    })
  const [round, places] = await Promise.all([
    read(callData('latestRoundData')),
    decimals === null ? read(callData('decimals')).then((answer) => wordAt(answer)) : BigInt(decimals),
  ])
  const price = wordAt(round, 1)
  const updatedAt = wordAt(round, 3)
  if (price === null || updatedAt === null || price === 0n || price >= 2n ** 127n) return null
  if (places === null || places > MAX_DECIMALS) return null
  if (updatedAt > block.timestamp) return null
  return { usd: Number(price) / 10 ** Number(places), updatedAt }
}

/**
 * Many reads as one upstream call through Multicall3, at the block or at an ancestor of it. Null where a read reverted, and
 * everywhere when the whole call failed or the node keeps no such state.
 * @throws when the network cannot be read.
 */
export async function readAggregate(
  chain: ChainSource,
  { block, reads, ancestor }: { block: PinnedBlock; reads: readonly Read[]; ancestor?: bigint },
  signal: AbortSignal,
): Promise<(Hex | null)[]> {
  const call = { to: MULTICALL3, data: encodeAggregate(reads) }
  const output = await (ancestor === undefined
    ? chain.call(block, call, signal)
    : chain.callAt(block, ancestor, call, signal))
  return decodeAggregate(output) ?? reads.map(() => null)
}
