import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { NETWORKS } from '../../chains/index.ts'
import { callData, wordAt } from '../decode/callData.ts'
import { tokenMetadata } from '../decode/tokenMetadata.ts'
import type { ChainSource } from '../rpc/chainSource.ts'
import { MULTICALL3 } from '../rpc/multicall3.ts'
import { chainlinkPrice } from './chainlinkPrice.ts'
import { findPools } from './findPools.ts'
import type { Pool } from './pool.ts'
import type { PoolReading } from './poolReading.ts'
import type { UsdPrice } from './price.ts'
import { readAggregate } from './readAggregate.ts'
import { v2Mean, v2MeanReads, v2Pool } from './v2Pool.ts'
import { v3Pool } from './v3Pool.ts'

/** A pool with less on its quote side is too cheap to move. */
const FLOOR_USD = 10_000
/** Two pools that differ by more do not know the price. */
const MAX_APART = 0.1
/** State this old is kept by every full node; that of half an hour ago by an archive, which is asked too. */
const KEPT_BY_ALL = 100n

type Priced = { reading: PoolReading; answers: readonly (Hex | null)[]; usdPerQuote: number; depthUsd: number }

/**
 * Price of a token in its deepest pool, as a mean over half an hour where the pool or the node can tell (a shorter one, and
 * the source says so, where the node keeps less). Null with no pool of at least 10,000 USD on its quote side, no mean, or a
 * second such pool that differs by more than a tenth.
 */
export async function poolPrice(
  chain: ChainSource,
  { block, token }: { block: PinnedBlock; token: Address },
  signal: AbortSignal,
): Promise<UsdPrice | null> {
  try {
    const [metadata, pools] = await Promise.all([
      tokenMetadata(chain, { block, address: token }, signal),
      findPools(chain, { block, token }, signal),
    ])
    const decimals = metadata?.standard === 'erc20' ? metadata.decimals : null
    if (decimals === null || decimals > MAX_DECIMALS || pools.length === 0) return null
    const [deepest, second] = await readPools(chain, { block, pools }, signal)
    if (deepest === undefined) return null
    const { reading, usdPerQuote, depthUsd } = deepest
    const { pool } = reading
    const measured =
      reading.mean === null
        ? await meanByPastState(chain, { block, deepest }, signal)
        : { ...reading, mean: reading.mean }
    if (measured === null) return null
    const usd = (mean: number, { quote }: Pool, perQuote: number) => mean * 10 ** (decimals - quote.decimals) * perQuote
    const price = usd(measured.mean, pool, usdPerQuote)
    const other = second && usd(second.reading.mean ?? second.reading.spot, second.reading.pool, second.usdPerQuote)
    if (!Number.isFinite(price) || price <= 0) return null
    if (other !== undefined && Math.abs(other / price - 1) > MAX_APART) return null
    const minutes = Math.max(1, Math.round(Math.min(measured.meanSeconds, MAX_SECONDS_SAID) / 60))
    return {
      usd: price,
      source: `${pool.exchange} pool ${pool.address} (${pool.quote.symbol}), mean of ${minutes} min`,
      maxUsd: depthUsd,
    }
  } catch {
    // A price is never worth a scan: what cannot be read has no price.
    signal.throwIfAborted()
    return null
  }
}

const MAX_DECIMALS = 36
const MAX_SECONDS_SAID = 1_800

/** Usable pools above the floor, deepest first. */
async function readPools(
  chain: ChainSource,
  { block, pools }: { block: PinnedBlock; pools: readonly Pool[] },
  signal: AbortSignal,
): Promise<Priced[]> {
  const readers = pools.map((pool) => ({ pool, reader: pool.style === 'v2' ? v2Pool : v3Pool }))
  const asked = readers.map(({ pool, reader }) => reader.reads(pool))
  const quotes = [...new Set(pools.map(({ quote }) => quote.address))]
  const [answers, prices] = await Promise.all([
    readAggregate(chain, { block, reads: asked.flat() }, signal),
    Promise.all(quotes.map((asset) => chainlinkPrice(chain, { block, asset }, signal))),
  ])
  let next = 0
  const priced = readers.flatMap(({ pool, reader }, index) => {
    const first = next
    next += asked[index]?.length ?? 0
    const own = answers.slice(first, next)
    const reading = reader.reading(pool, own, block.timestamp)
    const usdPerQuote = prices[quotes.indexOf(pool.quote.address)]?.usd
    if (reading === null || usdPerQuote === undefined) return []
    const depthUsd = (reading.depth / 10 ** pool.quote.decimals) * usdPerQuote
    return depthUsd >= FLOOR_USD ? [{ reading, answers: own, usdPerQuote, depthUsd }] : []
  })
  return priced.sort((a, b) => b.depthUsd - a.depthUsd || (a.reading.pool.address < b.reading.pool.address ? -1 : 1))
}

/** The mean of a V2 pool that traded lately, from its accumulator in older state. */
async function meanByPastState(
  chain: ChainSource,
  { block, deepest }: { block: PinnedBlock; deepest: Priced },
  signal: AbortSignal,
): Promise<{ mean: number; meanSeconds: number } | null> {
  const { pool } = deepest.reading
  if (pool.style !== 'v2') return null
  const reads = [...v2MeanReads(pool), { to: MULTICALL3, data: callData('getCurrentBlockTimestamp') }]
  const present = { answers: deepest.answers, at: block.timestamp }
  const means = await Promise.all(
    [NETWORKS[chain.chain].blocks.inHalfAnHour, KEPT_BY_ALL].map(async (back) => {
      if (back > block.number) return null
      const answers = await readAggregate(chain, { block, reads, ancestor: block.number - back }, signal)
      const at = wordAt(answers.at(-1) ?? null)
      return at === null ? null : v2Mean(pool, { answers, at }, present)
    }),
  )
  const longest = means.find((mean) => mean !== null)
  return longest ? { mean: longest.mean, meanSeconds: longest.seconds } : null
}
