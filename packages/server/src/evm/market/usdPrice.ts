import type { Address } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { NETWORKS } from '../../chains/index.ts'
import { isoSeconds } from '../../lib/isoSeconds.ts'
import type { ChainSource } from '../rpc/chainSource.ts'
import { type FeedReading, readChainlink } from './chainlinkPrice.ts'
import { type PoolAnswer, poolPrice } from './poolPrice.ts'
import type { PriceReading, UsdPrice } from './price.ts'

/** Seconds: the last answer of a feed that stopped longer ago says nothing about today. */
const HINT_AGE = 7n * 86_400n

/** A price that replaces a feed may differ from its last answer by so much, where one pool alone gives it. */
const MAX_FROM_LAST = 0.2

/**
 * USD price of the native coin (null) or a token at the block: Chainlink's feed, else the deepest pool's mean over time.
 * Null when neither is good enough: no price is never a price of zero.
 * @example await usdPrice(chain, { block, asset: null }, signal) // { usd: 3500, source: 'Chainlink ETH/USD', … }
 */
export async function usdPrice(
  chain: ChainSource,
  asked: { block: PinnedBlock; asset: Address | null },
  signal: AbortSignal,
): Promise<UsdPrice | null> {
  const reading = await readPrice(chain, asked, signal)
  return reading.status === 'fresh' ? reading.price : null
}

/** The same with what is known where there is no price: whether a feed is stale, and what a unit may be worth. */
export async function readPrice(
  chain: ChainSource,
  { block, asset }: { block: PinnedBlock; asset: Address | null },
  signal: AbortSignal,
): Promise<PriceReading> {
  const feed = await readChainlink(chain, { block, asset }, signal)
  if (feed.kind === 'fresh') return { status: 'fresh', price: feed.price }
  const token = asset ?? NETWORKS[chain.chain].quoteTokens[0]?.address
  if (token === undefined) return withoutPrice(feed, { block, pools: null })
  if (feed.kind === 'none') {
    const quotePrice = (quote: Address) => usdOfQuote(chain, { block, quote }, signal)
    const pools = await poolPrice(chain, { block, token, quotePrice }, signal)
    return pools?.price == null ? withoutPrice(feed, { block, pools }) : { status: 'fresh', price: pools.price }
  }
  const replaced = await replaceFeed(chain, { block, token, feed }, signal)
  return replaced.price === null
    ? withoutPrice(feed, { block, pools: replaced.pools })
    : { status: 'fresh', price: replaced.price }
}

/**
 * USD of a token that pools are quoted in: its feed, else other pools that are quoted in tokens whose feeds answer. Null where
 * neither is good enough.
 */
export async function usdOfQuote(
  chain: ChainSource,
  { block, quote }: { block: PinnedBlock; quote: Address },
  signal: AbortSignal,
): Promise<number | null> {
  const feed = await readChainlink(chain, { block, asset: quote }, signal)
  if (feed.kind === 'fresh') return feed.price.usd
  if (feed.kind === 'none') return null
  return (await replaceFeed(chain, { block, token: quote, feed }, signal)).price?.usd ?? null
}

/**
 * Returns the price of pools for an asset whose feed is stale or silent. Only quote tokens with a fresh feed count. A price
 * needs a very deep pool, and a second witness: another pool that agrees, or the feed's last answer.
 */
async function replaceFeed(
  chain: ChainSource,
  { block, token, feed }: { block: PinnedBlock; token: Address; feed: Exclude<FeedReading, { kind: 'fresh' }> },
  signal: AbortSignal,
): Promise<{ price: UsdPrice | null; pools: PoolAnswer | null }> {
  const pools = await poolPrice(chain, { block, token, quotePrice: feedOnly(chain, block, signal), deep: true }, signal)
  if (pools?.price == null) return { price: null, pools }
  const { usd, source, kind } = pools.price
  const last = lastAnswer(feed, block)
  const isConfirmed = pools.confirmed || (last !== null && Math.abs(usd / last - 1) <= MAX_FROM_LAST)
  if (!isConfirmed) return { price: null, pools }
  const instead = feed.kind === 'stale' ? `${feed.source} is stale` : 'its feed gives no answer'
  return { price: { usd, kind, maxUsd: null, source: `${source}; ${instead}` }, pools }
}

function feedOnly(chain: ChainSource, block: PinnedBlock, signal: AbortSignal) {
  return async (asset: Address): Promise<number | null> => {
    const feed = await readChainlink(chain, { block, asset }, signal)
    return feed.kind === 'fresh' ? feed.price.usd : null
  }
}

function lastAnswer(feed: FeedReading, block: PinnedBlock): number | null {
  return feed.kind === 'stale' && block.timestamp - feed.updatedAt <= HINT_AGE ? feed.usd : null
}

function withoutPrice(
  feed: Exclude<FeedReading, { kind: 'fresh' }>,
  { block, pools }: { block: PinnedBlock; pools: PoolAnswer | null },
): PriceReading {
  const hints = [lastAnswer(feed, block), pools?.hint ?? null].filter((usd) => usd !== null)
  const hint = hints.length === 0 ? null : Math.max(...hints)
  if (feed.kind === 'stale') {
    return {
      status: 'stale',
      source: `${feed.source}, last answer ${isoSeconds(feed.updatedAt) ?? 'at no date'}`,
      hint,
    }
  }
  return { status: 'unknown', hint, noMarket: feed.kind === 'none' && pools !== null && pools.noMarket }
}
