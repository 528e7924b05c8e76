import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import type { Factory } from '../../chains/definition.ts'
import { NETWORKS } from '../../chains/index.ts'
import { packFactories } from '../../intel/pack/packFactories.ts'
import { addressAt, callData, wordAt } from '../decode/callData.ts'
import { readAggregate } from '../market/chainlinkPrice.ts'
import { type PoolCandidate, poolCandidates } from '../market/findPools.ts'
import { usdOfQuote } from '../market/usdPrice.ts'
import type { ChainSource } from '../rpc/chainSource.ts'
import type { BalanceSlot } from './quoteSlots.ts'
import { traderSwap, word, words } from './trader.ts'

const NOWHERE: Address = `0x${'0'.repeat(40)}`

const Q96 = 2n ** 96n

/** Less on the quote side is what drained pools keep. */
const MIN_USD = 1

const MIN_UNITS = 10_000n

/** How a token is bought and sold in a pool. */
export type Venue = {
  pool: TradePool
  /** What a seller approves. */
  router: Address
  /** Calls by which an account buys for an amount of the quote token, the purchase itself last. */
  buy(account: Address, amount: bigint): Transaction[]
  /** The sale of tokens that the router may take. */
  sell(account: Address, amount: bigint): Transaction
  /** Storage by which an account has that much of the quote token, where the native coin does not do. */
  quoteStorage: { token: Address; slot: BalanceSlot } | null
}

/** Which contract swaps: the exchange's own router, or the trader contract that the simulation brings along. */
export type Route = { kind: 'v2' | 'v3' | 'v3-without-deadline' | 'trader'; router: Address }

const NEVER = 2n ** 256n - 1n
const SWAP_GAS = 4_000_000n

/**
 * @param wrapped the wrapped native coin: pools against it are bought from with the native coin itself.
 * @param slot where the quote token keeps balances; null for the wrapped native coin.
 */
export function createVenue(
  pool: TradePool,
  token: Address,
  { route, wrapped, slot }: { route: Route; wrapped: Address; slot: BalanceSlot | null },
): Venue {
  const quote = pool.quote.address
  const native = quote === wrapped
  const { router } = route
  const call = (from: Address, to: Address, data: Hex, value = 0n, gas = SWAP_GAS): Transaction => {
    return { from, to, value, data, gas }
  }
  const approval = (account: Address, amount: bigint) =>
    call(account, quote, words('0x095ea7b3', router, amount), 0n, 500_000n)
  const swap = (account: Address, sold: Address, amount: bigint) =>
    call(account, router, swapData(pool, token, account, { kind: route.kind, sold, amount }))

  return {
    pool,
    router,
    quoteStorage: slot === null ? null : { token: quote, slot },
    buy(account, amount) {
      if (!native) return [approval(account, amount), swap(account, quote, amount)]
      if (route.kind === 'trader') {
        const deposit = call(account, quote, '0xd0e30db0', amount, 500_000n)
        return [deposit, approval(account, amount), swap(account, quote, amount)]
      }
      // swapExactETHForTokensSupportingFeeOnTransferTokens(amountOutMin, path, to, deadline)
      const data: Hex =
        route.kind === 'v2'
          ? `0xb6f9de95${[0n, 128n, account, NEVER].map(word).join('')}${path(quote, token)}`
          : swapData(pool, token, account, { kind: route.kind, sold: quote, amount })
      return [call(account, router, data, amount)]
    },
    sell(account, amount) {
      if (!native || route.kind !== 'v2') return swap(account, token, amount)
      // swapExactTokensForETHSupportingFeeOnTransferTokens(amountIn, amountOutMin, path, to, deadline)
      return call(
        account,
        router,
        `0x791ac947${[amount, 0n, 160n, account, NEVER].map(word).join('')}${path(token, quote)}`,
      )
    },
  }
}

function swapData(
  pool: TradePool,
  token: Address,
  account: Address,
  { kind, sold, amount }: { kind: Route['kind']; sold: Address; amount: bigint },
): Hex {
  const bought = sold === token ? pool.quote.address : token
  const fee = BigInt(pool.fee ?? 0)
  switch (kind) {
    case 'v2':
      // swapExactTokensForTokensSupportingFeeOnTransferTokens(amountIn, amountOutMin, path, to, deadline)
      return `0x5c11d795${[amount, 0n, 160n, account, NEVER].map(word).join('')}${path(sold, bought)}`
    case 'v3':
      return words('0x414bf389', sold, bought, fee, account, NEVER, amount, 0n, 0n)
    case 'v3-without-deadline':
      return words('0x04e45aaf', sold, bought, fee, account, amount, 0n, 0n)
    case 'trader': {
      const soldIsFirst = (sold === token) === pool.tokenIsFirst
      return traderSwap(pool.style, { pool: pool.address, sold, amount, soldIsFirst })
    }
  }
}

function path(from: Address, to: Address): string {
  return [2n, from, to].map(word).join('')
}

/** A pool to trade in. `depth` and `tokens` are its two sides, for V3 those in range, in base units. */
export type TradePool = PoolCandidate & { address: Address; depth: bigint; tokens: bigint; depthUsd: number | null }

export type KnownPool = PoolCandidate & { address: Address }

/**
 * The pools of a token that any exchange of the data pack made, empty ones too: one upstream call at the block.
 * @throws when the network cannot be read.
 */
export async function knownPools(
  chain: ChainSource,
  { block, token }: { block: PinnedBlock; token: Address },
  signal: AbortSignal,
): Promise<KnownPool[]> {
  const candidates = poolCandidates(token, NETWORKS[chain.chain].quoteTokens, factoriesOf(chain))
  const made = await readAggregate(chain, { block, reads: candidates.map(({ read }) => read) }, signal)
  return candidates.flatMap(({ pool }, index) => {
    const address = addressAt(made[index] ?? null)
    return address === null || address === NOWHERE ? [] : [{ ...pool, address }]
  })
}

/**
 * The pools of a token at every exchange of the data pack, deepest first: two upstream calls at the block.
 * @throws when the network cannot be read.
 */
export async function tradePools(
  chain: ChainSource,
  { block, token }: { block: PinnedBlock; token: Address },
  signal: AbortSignal,
): Promise<TradePool[]> {
  const found = await knownPools(chain, { block, token }, signal)
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

/** USD of one whole unit of each quote token; those without a price are left out. */
export async function quotePrices(
  chain: ChainSource,
  block: PinnedBlock,
  pools: readonly PoolCandidate[],
  signal: AbortSignal,
): Promise<Map<Address, number>> {
  const quotes = [...new Set(pools.map(({ quote }) => quote.address))]
  const prices = await Promise.all(quotes.map((quote) => usdOfQuote(chain, { block, quote }, signal).catch(() => null)))
  return new Map(quotes.flatMap((quote, index) => (prices[index] == null ? [] : [[quote, prices[index]] as const])))
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
