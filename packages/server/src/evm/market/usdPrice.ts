import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { NETWORKS } from '../../chains/index.ts'
import { callData, type Read, wordAt } from '../decode/callData.ts'
import { tokenMetadata } from '../decode/tokenMetadata.ts'
import type { ChainSource } from '../rpc/chainSource.ts'
import { MULTICALL3 } from '../rpc/multicall3.ts'
import { chainlinkPrice, readAggregate } from './chainlinkPrice.ts'
import { findPools } from './findPools.ts'
import type { Pool } from './pool.ts'
import type { UsdPrice } from './price.ts'

/** Prices of pools are means over half an hour: who wants to move one must hold it there that long. */
const MEAN_SECONDS = 1_800n

/** UQ112x112, the fixed-point number of Uniswap V2's accumulators. */
const Q112 = 2n ** 112n

/** Uniswap V2 and its forks: reserves, and a price accumulator that moves once a block (Uniswap V2 white paper, 2.2). */
export const v2Pool: PoolReader = {
  reads: ({ address, tokenIsFirst }) => [
    { to: address, data: callData('getReserves') },
    { to: address, data: callData(tokenIsFirst ? 'price0CumulativeLast' : 'price1CumulativeLast') },
  ],
  reading(pool, answers, now) {
    const state = stateOf(pool, answers)
    if (state === null) return null
    const { token, quote, changedAt } = state
    const spot = Number(quote) / Number(token)
    // No trade for so long that the spot price is the mean: no older state is needed.
    const still = now - changedAt
    const settled = still >= MEAN_SECONDS
    return {
      pool,
      spot,
      mean: settled ? spot : null,
      meanSeconds: settled ? Number(still) : 0,
      depth: Number(quote),
    }
  },
}

const MIN_SECONDS = 60n

/** Prices of expensive tokens with many decimals are tiny fractions. */
const PRECISION = 10n ** 30n

const Q96 = 2 ** 96

/**
 * Uniswap V3 and its forks: the price from `slot0`, the mean from the pool's own oracle (`observe`, white paper 5.1-5.3). The
 * quote side is what the liquidity in range stands for, and never more than the pool really holds.
 */
export const v3Pool: PoolReader = {
  reads: ({ address, quote }) => [
    { to: address, data: callData('slot0') },
    { to: address, data: callData('liquidity') },
    { to: quote.address, data: callData('balanceOf', address) },
    { to: address, data: OBSERVE },
  ],
  reading(pool, answers) {
    const root = wordAt(answers[0] ?? null)
    const liquidity = wordAt(answers[1] ?? null)
    const held = wordAt(answers[2] ?? null)
    if (root === null || root === 0n || liquidity === null || liquidity === 0n || held === null) return null
    const firstInSecond = (Number(root) / Q96) ** 2
    const spot = pool.tokenIsFirst ? firstInSecond : 1 / firstInSecond
    const virtual = pool.tokenIsFirst
      ? (Number(liquidity) * Number(root)) / Q96
      : (Number(liquidity) * Q96) / Number(root)
    const mean = meanOf(answers[3] ?? null, pool.tokenIsFirst)
    return {
      pool,
      spot,
      mean,
      meanSeconds: mean === null ? 0 : Number(MEAN_SECONDS),
      depth: Math.min(virtual, Number(held)),
    }
  },
}

/** `observe([MEAN_SECONDS, 0])`. */
const OBSERVE: Hex = `0x883bdbfd${[32n, 2n, MEAN_SECONDS, 0n].map((word) => word.toString(16).padStart(64, '0')).join('')}`

const HIGHEST_TICK = 887_272

/** A pool with less on its quote side is too cheap to move. */
const FLOOR_USD = 10_000

/** Two pools that differ by more do not know the price. */
const MAX_APART = 0.1

/** State this old is kept by every full node; that of half an hour ago by an archive, which is asked too. */
const KEPT_BY_ALL = 100n

const MAX_DECIMALS = 36

const MAX_SECONDS_SAID = 1_800

/**
 * USD price of the native coin (null) or a token at the block: Chainlink's feed, else the deepest pool's mean over time.
 * Null when neither is good enough: no price is never a price of zero.
 * @example await usdPrice(chain, { block, asset: null }, signal) // { usd: 3500, source: 'Chainlink ETH/USD', maxUsd: null }
 */
export async function usdPrice(
  chain: ChainSource,
  { block, asset }: { block: PinnedBlock; asset: Address | null },
  signal: AbortSignal,
): Promise<UsdPrice | null> {
  const oracle = await chainlinkPrice(chain, { block, asset }, signal)
  return oracle !== null || asset === null ? oracle : poolPrice(chain, { block, token: asset }, signal)
}

type Priced = { reading: PoolReading; answers: readonly (Hex | null)[]; usdPerQuote: number; depthUsd: number }

/**
 * Price of a token in its deepest pool, as a mean over half an hour where the pool or the node can tell (a shorter one, and
 * the source says so, where the node keeps less). Null with no pool of at least 10,000 USD on its quote side, no mean, or a
 * second such pool that differs by more than a tenth.
 */
async function poolPrice(
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

/**
 * What one pool says at the block. `spot` and `mean` are quote units per token unit, both in base units; `mean` over
 * `meanSeconds`, null when the pool alone cannot tell it. `depth` is the quote side that a seller could take, base units.
 */
type PoolReading = {
  pool: Pool
  spot: number
  mean: number | null
  meanSeconds: number
  depth: number
}

/** How a style of pool is read: the calls to make, and the meaning of their answers (null: no usable pool). */
type PoolReader = {
  reads(pool: Pool): Read[]
  reading(pool: Pool, answers: readonly (Hex | null)[], now: bigint): PoolReading | null
}

/** Reads of the same state at an ancestor block, whose time comes from Multicall3. */
function v2MeanReads(pool: Pool): Read[] {
  return v2Pool.reads(pool)
}

/**
 * Returns the mean price between two moments from their accumulators; null when they are less than a minute apart or do not fit.
 */
export function v2Mean(
  pool: Pool,
  past: { answers: readonly (Hex | null)[]; at: bigint },
  present: { answers: readonly (Hex | null)[]; at: bigint },
): { mean: number; seconds: number } | null {
  const seconds = present.at - past.at
  if (seconds < MIN_SECONDS) return null
  const before = accumulatorAt(pool, past)
  const after = accumulatorAt(pool, present)
  if (before === null || after === null) return null
  // The accumulator wraps at 2^256 by design.
  const grown = BigInt.asUintN(256, after - before)
  const mean = Number((grown * PRECISION) / (seconds * Q112)) / Number(PRECISION)
  return mean > 0 && Number.isFinite(mean) ? { mean, seconds: Number(seconds) } : null
}

/** Returns the accumulator as if the pool had been updated at that moment. */
function accumulatorAt(pool: Pool, { answers, at }: { answers: readonly (Hex | null)[]; at: bigint }): bigint | null {
  const state = stateOf(pool, answers)
  const last = wordAt(answers[1] ?? null)
  if (state === null || last === null || at < state.changedAt) return null
  return last + ((state.quote * Q112) / state.token) * (at - state.changedAt)
}

function stateOf(
  { tokenIsFirst }: Pool,
  answers: readonly (Hex | null)[],
): { token: bigint; quote: bigint; changedAt: bigint } | null {
  const reserves = answers[0] ?? null
  const [first, second, changedAt] = [wordAt(reserves, 0), wordAt(reserves, 1), wordAt(reserves, 2)]
  if (first === null || second === null || changedAt === null || first === 0n || second === 0n) return null
  return { token: tokenIsFirst ? first : second, quote: tokenIsFirst ? second : first, changedAt }
}

/** A pool whose oracle does not reach back that far reverts: null. */
function meanOf(answer: Hex | null, tokenIsFirst: boolean): number | null {
  const [before, after] = [wordAt(answer, 3), wordAt(answer, 4)]
  if (wordAt(answer, 2) !== 2n || before === null || after === null) return null
  const tick = Number(BigInt.asIntN(56, after) - BigInt.asIntN(56, before)) / Number(MEAN_SECONDS)
  if (Math.abs(tick) > HIGHEST_TICK) return null
  return 1.0001 ** (tokenIsFirst ? tick : -tick)
}
