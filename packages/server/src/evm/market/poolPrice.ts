import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { NETWORKS } from '../../chains/index.ts'
import { callData, wordAt } from '../decode/callData.ts'
import { tokenMetadata } from '../decode/tokenMetadata.ts'
import type { ChainSource } from '../rpc/chainSource.ts'
import { MULTICALL3 } from '../rpc/multicall3.ts'
import { readAggregate } from './chainlinkPrice.ts'
import { findPools } from './findPools.ts'
import type { Pool } from './pool.ts'
import { type PoolReading, v2Mean, v2Pool, v3Pool } from './poolReaders.ts'
import type { PriceHint, UsdPrice } from './price.ts'

/** A pool with less on its quote side is too cheap to move. */
const FLOOR_USD = 10_000

/** The same for a token that is worth an oracle feed: much hangs on its price, and its honest pools are deep. */
const DEEP_FLOOR_USD = 100_000

/** A pool with less says nothing at all: anyone can open one at any price. */
const HINT_FLOOR_USD = 100

/** Two pools that differ by more do not know the price. */
const MAX_APART = 0.1

/** State this old is kept by every full node; that of half an hour ago by an archive, which is asked too. */
const KEPT_BY_ALL = 100n

const MAX_DECIMALS = 36

const MAX_SECONDS_SAID = 1_800

/** `confirmed`: a second pool above the floor agrees. `noMarket`: the exchanges were asked, and no pool is deep enough. */
export type PoolAnswer = { price: UsdPrice | null; confirmed: boolean; hint: PriceHint; noMarket: boolean }

type Priced = { reading: PoolReading; answers: readonly (Hex | null)[]; usdPerQuote: number; depthUsd: number }

/** What one pool is quoted in, in USD; null: it has no price. */
type QuotePrice = (quote: Address) => Promise<number | null>

/**
 * Price of a token in its deepest pool, as a mean over half an hour where the pool or the node can tell (a shorter one, and
 * the source says so, where the node keeps less). No price with no pool of at least 10,000 USD on its quote side (`deep`:
 * 100,000), no mean, or a second such pool that differs by more than a tenth. Null: the pools cannot be read.
 */
export async function poolPrice(
  chain: ChainSource,
  asked: { block: PinnedBlock; token: Address; quotePrice: QuotePrice; deep?: boolean },
  signal: AbortSignal,
): Promise<PoolAnswer | null> {
  const { block, token, quotePrice, deep = false } = asked
  try {
    const [metadata, pools] = await Promise.all([
      tokenMetadata(chain, { block, address: token }, signal),
      findPools(chain, { block, token }, signal),
    ])
    const decimals = metadata?.standard === 'erc20' ? metadata.decimals : null
    if (decimals === null || decimals > MAX_DECIMALS || pools.length === 0) return NO_MARKET
    const { priced: all, complete } = await readPools(chain, { block, pools, quotePrice }, signal)
    const usdOf = ({ reading, usdPerQuote }: Priced, perToken = reading.mean ?? reading.spot) =>
      perToken * 10 ** (decimals - reading.pool.quote.decimals) * usdPerQuote
    const hints = all.map((one) => usdOf(one)).filter((usd) => Number.isFinite(usd) && usd > 0)
    const hint = hints.length === 0 ? null : Math.max(...hints)
    const [deepest, second] = all.filter(({ depthUsd }) => depthUsd >= FLOOR_USD)
    const without = { price: null, confirmed: false, hint, noMarket: false }
    if (deepest === undefined) return { ...without, noMarket: complete }
    if (deep && deepest.depthUsd < DEEP_FLOOR_USD) return without
    const measured = await meanOf(chain, { block, deepest }, signal)
    if (measured === null) return without
    const usd = usdOf(deepest, measured.mean)
    if (!Number.isFinite(usd) || usd <= 0) return without
    if (second !== undefined && Math.abs(usdOf(second) / usd - 1) > MAX_APART) return without
    const minutes = Math.max(1, Math.round(Math.min(measured.meanSeconds, MAX_SECONDS_SAID) / 60))
    const { pool } = deepest.reading
    const source = `${pool.exchange} pool ${pool.address} (${pool.quote.symbol}), mean of ${minutes} min`
    const price: UsdPrice = { usd, source, kind: 'pool', maxUsd: deepest.depthUsd }
    return { price, confirmed: second !== undefined, hint, noMarket: false }
  } catch {
    // A price is never worth a scan: what cannot be read has no price.
    signal.throwIfAborted()
    return null
  }
}

const NO_MARKET: PoolAnswer = { price: null, confirmed: false, hint: null, noMarket: true }

/** Pools that hold something, deepest first. `complete` false: a quote token has no price, so its pools are missing. */
async function readPools(
  chain: ChainSource,
  { block, pools, quotePrice }: { block: PinnedBlock; pools: readonly Pool[]; quotePrice: QuotePrice },
  signal: AbortSignal,
): Promise<{ priced: Priced[]; complete: boolean }> {
  const readers = pools.map((pool) => ({ pool, reader: pool.style === 'v2' ? v2Pool : v3Pool }))
  const asked = readers.map(({ pool, reader }) => reader.reads(pool))
  const quotes = [...new Set(pools.map(({ quote }) => quote.address))]
  const [answers, prices] = await Promise.all([
    readAggregate(chain, { block, reads: asked.flat() }, signal),
    Promise.all(quotes.map(quotePrice)),
  ])
  let next = 0
  const priced = readers.flatMap(({ pool, reader }, index) => {
    const first = next
    next += asked[index]?.length ?? 0
    const own = answers.slice(first, next)
    const reading = reader.reading(pool, own, block.timestamp)
    const usdPerQuote = prices[quotes.indexOf(pool.quote.address)] ?? null
    if (reading === null || usdPerQuote === null) return []
    const depthUsd = (reading.depth / 10 ** pool.quote.decimals) * usdPerQuote
    return depthUsd >= HINT_FLOOR_USD ? [{ reading, answers: own, usdPerQuote, depthUsd }] : []
  })
  priced.sort((a, b) => b.depthUsd - a.depthUsd || (a.reading.pool.address < b.reading.pool.address ? -1 : 1))
  return { priced, complete: prices.every((usd) => usd !== null) }
}

/** The pool's own mean; of a V2 pool that traded lately, from its accumulator in older state. */
async function meanOf(
  chain: ChainSource,
  { block, deepest }: { block: PinnedBlock; deepest: Priced },
  signal: AbortSignal,
): Promise<{ mean: number; meanSeconds: number } | null> {
  const { pool, mean, meanSeconds } = deepest.reading
  if (mean !== null) return { mean, meanSeconds }
  if (pool.style !== 'v2') return null
  const reads = [...v2Pool.reads(pool), { to: MULTICALL3, data: callData('getCurrentBlockTimestamp') }]
  const present = { answers: deepest.answers, at: block.timestamp }
  const means = await Promise.all(
    [NETWORKS[chain.chain].blocks.inHalfAnHour, KEPT_BY_ALL].map(async (back) => {
      if (back > block.number) return null
      const answers = await readAggregate(chain, { block, reads, ancestor: block.number - back }, signal)
      const at = wordAt(answers.at(-1) ?? null)
      return at === null ? null : v2Mean(pool, { answers, at }, present)
    }),
  )
  const longest = means.find((one) => one !== null)
  return longest ? { mean: longest.mean, meanSeconds: longest.seconds } : null
}
