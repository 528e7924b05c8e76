import type { Address } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { NETWORKS } from '../../chains/index.ts'
import type { ChainSource } from '../rpc/chainSource.ts'
import type { Simulator } from '../simulation/simulator.ts'
import { createBudget } from './budget.ts'
import { chooseRoute } from './chooseRoute.ts'
import { freshAccount } from './freshAccounts.ts'
import { madePool } from './madePool.ts'
import { quoteSlots } from './quoteSlots.ts'
import { recentHolders } from './recentHolders.ts'
import type { TradeContext } from './tradeContext.ts'
import { type TradePool, tradePools } from './tradePools.ts'
import { TradeUnavailable } from './tradeUnavailable.ts'
import { createVenue } from './venue.ts'

/** Limits of executions and milliseconds for one token's trades. */
const MAX_RUNS = 200
const MAX_MILLISECONDS = 4_000
/** Deepest pools tried, where the quote token of one cannot be obtained. */
const MAX_POOLS = 4
/** Suppliers sampled for a made pool. */
const MAX_HOLDERS = 5

/**
 * Finds a token's market, or makes a pool for it inside the simulation, and returns the parts that its trades share.
 * @param insiders owner and creator: never a sample of its holders, and the first suppliers of a made pool.
 * @throws TradeUnavailable when there is no pool and no supplier's tokens are available; SimulationUnavailable; and when the
 * network cannot be read.
 */
export async function prepareTrade(
  sources: { chain: ChainSource; simulator: Simulator },
  { block, token, insiders = [] }: { block: PinnedBlock; token: Address; insiders?: readonly Address[] },
  signal: AbortSignal,
): Promise<TradeContext> {
  const { chain } = sources
  const fresh = (name: string) => freshAccount(block.hash, token, name)
  const trader = fresh('router')
  const shared = { ...sources, block, token, insiders, fresh, trader, signal }
  const budget = createBudget(MAX_RUNS, MAX_MILLISECONDS)
  const pools = await tradePools(chain, { block, token }, signal)
  for (const pool of pools.slice(0, MAX_POOLS)) {
    const venue = await venueOf(shared, pool)
    if (venue !== null) return { ...shared, venue, prelude: [], spend: ordinarySpend(pool), budget }
  }
  const holders = await recentHolders(sources, { block, token, trader, exclude: [], most: MAX_HOLDERS }, signal)
  const richest = holders.sort((a, b) => (a.balance < b.balance ? 1 : -1)).map(({ address }) => address)
  const made = await madePool(sources, { block, token, trader, suppliers: [...insiders, ...richest] }, signal)
  if (made === null)
    throw new TradeUnavailable(
      'No exchange has a pool of it, and nobody is known whose tokens a pool could be made of.',
    )
  const venue = await venueOf(shared, made.pool)
  if (venue === null) throw new TradeUnavailable('No exchange has a pool of it.')
  return { ...shared, venue, prelude: made.prelude, spend: ordinarySpend(made.pool), budget }
}

type Shared = Pick<TradeContext, 'chain' | 'simulator' | 'block' | 'token' | 'fresh' | 'trader' | 'signal'>

async function venueOf({ chain, simulator, block, token, fresh, trader, signal }: Shared, pool: TradePool) {
  const wrapped = NETWORKS[chain.chain].quoteTokens[0]?.address ?? pool.quote.address
  const native = pool.quote.address === wrapped
  const [route, slot] = await Promise.all([
    chooseRoute(chain, { block, pool, trader }, signal),
    native
      ? null
      : quoteSlots({ chain, simulator }, { block, token: pool.quote.address, account: fresh('purse') }, signal),
  ])
  return slot === null && !native ? null : createVenue(pool, token, { route, wrapped, slot })
}

/** Returns a thousandth of the pool, or enough to buy the units that a tax is measured in, but never more than a twentieth. */
function ordinarySpend({ depth, tokens }: TradePool): bigint {
  const measurable = (depth * 10_000n) / tokens
  const wanted = depth / 1_000n > measurable ? depth / 1_000n : measurable
  const least = wanted < depth / 20n ? wanted : depth / 20n
  return least > 0n ? least : 1n
}
