import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { Factory } from '../../chains/definition.ts'
import { NETWORKS } from '../../chains/index.ts'
import { packFactories } from '../../intel/pack/packFactories.ts'
import { addressAt, callData, wordAt } from '../decode/callData.ts'
import { chainlinkPrice } from '../market/chainlinkPrice.ts'
import { type PoolCandidate, poolCandidates } from '../market/poolCandidates.ts'
import { readAggregate } from '../market/readAggregate.ts'
import type { ChainSource } from '../rpc/chainSource.ts'

/** A pool to trade in. `depth` and `tokens` are its two sides, for V3 those in range, in base units. */
export type TradePool = PoolCandidate & { address: Address; depth: bigint; tokens: bigint; depthUsd: number | null }

const NOWHERE: Address = `0x${'0'.repeat(40)}`
const Q96 = 2n ** 96n
/** Less on the quote side is what drained pools keep. */
const MIN_USD = 1
const MIN_UNITS = 10_000n

/**
 * The pools of a token at every exchange of the data pack, deepest first: two upstream calls at the block.
 * @throws when the network cannot be read.
 */
export async function tradePools(
  chain: ChainSource,
  { block, token }: { block: PinnedBlock; token: Address },
  signal: AbortSignal,
): Promise<TradePool[]> {
  const candidates = poolCandidates(token, NETWORKS[chain.chain].quoteTokens, factoriesOf(chain))
  const made = await readAggregate(chain, { block, reads: candidates.map(({ read }) => read) }, signal)
  const found = candidates.flatMap(({ pool }, index) => {
    const address = addressAt(made[index] ?? null)
    return address === null || address === NOWHERE ? [] : [{ ...pool, address }]
  })
  const reads = found.flatMap(({ address, quote }) => [
    { to: address, data: callData('getReserves') },
    { to: address, data: callData('slot0') },
    { to: address, data: callData('globalState') },
    { to: address, data: callData('liquidity') },
    { to: quote.address, data: callData('balanceOf', address) },
  ])
  const [answers, prices] = await Promise.all([
    reads.length === 0 ? [] : readAggregate(chain, { block, reads }, signal),
    quotePrices(chain, block, found, signal),
  ])
  return found
    .flatMap((pool, index) => {
      const sides = (pool.style === 'v2' ? v2Sides : v3Sides)(pool, answers.slice(index * 5, index * 5 + 5))
      if (sides === null || sides.depth < MIN_UNITS || sides.tokens === 0n) return []
      const usd = prices.get(pool.quote.address) ?? null
      const depthUsd = usd === null ? null : (Number(sides.depth) / 10 ** pool.quote.decimals) * usd
      return depthUsd !== null && depthUsd < MIN_USD ? [] : [{ ...pool, ...sides, depthUsd }]
    })
    .sort((a, b) => (b.depthUsd ?? 0) - (a.depthUsd ?? 0))
}

/** Factories of the data pack, and leading ones that it lacks. */
function factoriesOf({ chain }: ChainSource): Factory[] {
  const pack = packFactories(chain).map(({ protocol, style, factory, fees = [] }) => {
    return { exchange: protocol, style, factory, fees }
  })
  const known = new Set(pack.map(({ factory }) => factory))
  return [...pack, ...NETWORKS[chain].factories.filter(({ factory }) => !known.has(factory))]
}

async function quotePrices(
  chain: ChainSource,
  block: PinnedBlock,
  pools: readonly PoolCandidate[],
  signal: AbortSignal,
): Promise<Map<Address, number>> {
  const quotes = [...new Set(pools.map(({ quote }) => quote.address))]
  const prices = await Promise.all(
    quotes.map((asset) => chainlinkPrice(chain, { block, asset }, signal).catch(() => null)),
  )
  return new Map(quotes.flatMap((quote, index) => (prices[index] ? [[quote, prices[index].usd] as const] : [])))
}

type Sides = { depth: bigint; tokens: bigint }

function v2Sides({ tokenIsFirst }: PoolCandidate, [reserves = null]: readonly (Hex | null)[]): Sides | null {
  const [first, second] = [wordAt(reserves, 0), wordAt(reserves, 1)]
  if (first === null || second === null) return null
  return { depth: tokenIsFirst ? second : first, tokens: tokenIsFirst ? first : second }
}

/** Returns the amounts behind the liquidity in range (white paper, 6.2.1), and never more than the pool holds. */
function v3Sides({ tokenIsFirst }: PoolCandidate, answers: readonly (Hex | null)[]): Sides | null {
  const [, slot0 = null, globalState = null, range = null, balance = null] = answers
  const root = wordAt(slot0) ?? wordAt(globalState)
  const [liquidity, held] = [wordAt(range), wordAt(balance)]
  if (root === null || root === 0n || liquidity === null || held === null) return null
  const first = (liquidity * Q96) / root
  const second = (liquidity * root) / Q96
  const depth = tokenIsFirst ? second : first
  return { depth: depth < held ? depth : held, tokens: tokenIsFirst ? first : second }
}
