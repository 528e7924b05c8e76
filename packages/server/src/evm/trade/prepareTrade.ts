import type { Address } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import { NETWORKS } from '../../chains/index.ts'
import { addressAt, callData, wordAt } from '../decode/callData.ts'
import type { ChainSource } from '../rpc/chainSource.ts'
import { countWork } from '../simulation/countWork.ts'
import type { CallOutcome, Simulator } from '../simulation/simulator.ts'
import { freshAccount } from './freshAccount.ts'
import { quoteSlots } from './quoteSlots.ts'
import { boundedReads } from './readTrade.ts'
import { recentHolders } from './recentHolders.ts'
import { createBudget, type TradeContext, TradeUnavailable } from './tradeContext.ts'
import { words } from './trader.ts'
import { createVenue, type Route, type TradePool, tradePools } from './venue.ts'

/** Wei of the native coin on the quote side. */
const QUOTE_AMOUNT = 10n ** 20n

const POCKET = 2n * QUOTE_AMOUNT

const GAS = 6_000_000n

const MAX_SUPPLIERS = 6

/** PUSH4 of `exactInputSingle` with and without a deadline: SwapRouter and SwapRouter02. */
const WITH_DEADLINE = '63414bf389'

const WITHOUT_DEADLINE = '6304e45aaf'

/** Limit of executions for one token's trades. */
const MAX_RUNS = 200
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
  given: { chain: ChainSource; simulator: Simulator },
  { block, token, insiders = [] }: { block: PinnedBlock; token: Address; insiders?: readonly Address[] },
  signal: AbortSignal,
): Promise<TradeContext> {
  const { chain } = given
  const budget = createBudget(MAX_RUNS)
  const sources = { chain, simulator: countWork(given.simulator, budget.burn) }
  const fresh = (name: string) => freshAccount(block.hash, token, name)
  const trader = fresh('router')
  const shared = { ...sources, block, token, insiders, fresh, trader, signal }
  const pools = await tradePools(chain, { block, token }, signal)
  for (const pool of pools.slice(0, MAX_POOLS)) {
    const venue = await venueOf(shared, pool)
    if (venue !== null) return { ...shared, venue, prelude: [], spend: ordinarySpend(pool), budget }
  }
  const holders = await recentHolders(sources, { block, token, trader, exclude: [], max: MAX_HOLDERS }, signal)
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

type Shared = Pick<TradeContext, 'chain' | 'simulator' | 'block' | 'token' | 'trader' | 'signal'>

async function venueOf({ chain, simulator, block, token, trader, signal }: Shared, pool: TradePool) {
  const wrapped = NETWORKS[chain.chain].quoteTokens[0]?.address ?? pool.quote.address
  const native = pool.quote.address === wrapped
  const [route, slot] = await Promise.all([
    chooseRoute(chain, { block, pool, trader }, signal),
    native ? null : quoteSlots({ chain, simulator }, { block, token: pool.quote.address }, signal),
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

/** The exchange's own router where it is known and answers for the pool's factory; else the trader contract. */
async function chooseRoute(
  chain: ChainSource,
  { block, pool, trader }: { block: PinnedBlock; pool: Pick<TradePool, 'factory' | 'style' | 'fee'>; trader: Address },
  signal: AbortSignal,
): Promise<Route> {
  const own: Route = { kind: 'trader', router: trader }
  const router = NETWORKS[chain.chain].routers[pool.factory]
  if (router === undefined) return own
  const [code, answer] = await Promise.all([
    chain.code(block, router, signal),
    chain.call(block, { to: router, data: callData('factory') }, signal),
  ])
  if (addressAt(answer) !== pool.factory) return own
  if (pool.style === 'v2') return { kind: 'v2', router }
  if (pool.fee === null) return own
  if (code.includes(WITH_DEADLINE)) return { kind: 'v3', router }
  return code.includes(WITHOUT_DEADLINE) ? { kind: 'v3-without-deadline', router } : own
}

type MadePool = { pool: TradePool; prelude: Transaction[] }

/**
 * Makes a pool at the network's leading V2 exchange, as a holder of the token could, and returns its probed calls. The first
 * supplier whose tokens arrive makes it. Null when no supplier's tokens arrive.
 */
async function madePool(
  { chain, simulator }: { chain: ChainSource; simulator: Simulator },
  {
    block,
    token,
    trader,
    suppliers,
  }: { block: PinnedBlock; token: Address; trader: Address; suppliers: readonly Address[] },
  signal: AbortSignal,
): Promise<MadePool | null> {
  const factory = NETWORKS[chain.chain].factories.find(({ style }) => style === 'v2')
  const quote = NETWORKS[chain.chain].quoteTokens[0]
  const asked = [...new Set(suppliers)].slice(0, MAX_SUPPLIERS)
  const [anyone] = asked
  if (factory === undefined || quote === undefined || anyone === undefined || quote.address === token) return null
  const call = (from: Address, to: Address, data: Transaction['data'], value = 0n): Transaction => {
    return { from, to, value, data, gas: GAS }
  }
  const create = (from: Address) => call(from, factory.factory, words('0xc9c65396', token, quote.address))
  const run = async (calls: Transaction[][]): Promise<(CallOutcome[] | null)[]> =>
    simulator.simulateSequences({
      block,
      sequences: calls.map((steps) => {
        const senders = steps.map(({ from }) => [from, { balance: POCKET }] as const)
        return { blocks: [{ calls: steps }], stateOverrides: Object.fromEntries(senders) }
      }),
      signal,
    })
  const reads = [
    { to: factory.factory, data: callData('getPair', token, quote.address) },
    ...asked.map((supplier) => ({ to: token, data: callData('balanceOf', supplier) })),
  ]
  const [[pairAnswer = null, ...balances], [created]] = await Promise.all([
    boundedReads(simulator, { block, trader, reads }, signal),
    run([[create(anyone)]]),
  ])
  const present = pairAnswer?.[0] ?? 0n
  const empty = present !== 0n
  const pair = empty ? addressOf(present) : addressAt(created?.[0]?.success ? created[0].output : null)
  if (pair === null) return null
  const makers = asked.flatMap((supplier, index) => {
    const balance = balances[index]?.[0] ?? 0n
    const amount = balance > 1n ? balance / 2n : balance
    if (amount === 0n) return []
    return [
      [
        ...(empty ? [] : [create(supplier)]),
        call(supplier, token, words('0xa9059cbb', pair, amount)),
        call(supplier, quote.address, '0xd0e30db0', QUOTE_AMOUNT),
        call(supplier, quote.address, words('0xa9059cbb', pair, QUOTE_AMOUNT)),
        call(supplier, pair, words('0x6a627842', supplier)),
      ],
    ]
  })
  const tried = await run(makers.map((prelude) => [...prelude, call(anyone, pair, callData('getReserves'))]))
  const tokenIsFirst = token < quote.address
  for (const [index, prelude] of makers.entries()) {
    const reserves = tried[index]?.at(-1)?.output ?? null
    const sides = [wordAt(reserves, 0), wordAt(reserves, 1)] as const
    const [tokens, depth] = tokenIsFirst ? sides : [sides[1], sides[0]]
    if (!tokens || !depth) continue
    const { exchange, style } = factory
    const made = { exchange, style, factory: factory.factory, fee: null, quote, tokenIsFirst, address: pair }
    return { prelude, pool: { ...made, tokens, depth, depthUsd: null } }
  }
  return null
}

function addressOf(word: bigint): Address {
  return `0x${word.toString(16).padStart(40, '0')}`
}
