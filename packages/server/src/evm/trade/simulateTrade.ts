import type { Address } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { BalanceMelt, Trade, TradeRun } from '@redoubt/risk/facts/trade.ts'
import { callData, wordAt } from '../decode/callData.ts'
import { readAggregate } from '../market/chainlinkPrice.ts'
import type { ChainSource } from '../rpc/chainSource.ts'
import { MULTICALL3 } from '../rpc/multicall3.ts'
import { SimulationUnavailable } from '../simulation/simulator.ts'
import { cooldown, warmUp } from './codeDurations.ts'
import { otherBuyer } from './pockets.ts'
import { boundedReads, type TradeResult } from './readTrade.ts'
import { type Holder, recentHolders } from './recentHolders.ts'
import { runTrades } from './runTrades.ts'
import { laterSales, sellAsHolders } from './sellAsHolders.ts'
import type { TradeContext, TradePlan } from './tradeContext.ts'
import { tradeLimits } from './tradeLimits.ts'

/** Parts of a thousand below which a loss is rounding. */
const MIN_SHRINKAGE = 1n

const DAY = 86_400n
const LATER: ReadonlySet<TradeRun['scenario']> = new Set(['small', 'large', 'after-buys'])
const OTHER_BUYERS = 10
const MAX_HOLDERS = 8
/** Sizes: a tenth of the ordinary purchase, and a twentieth of the pool. */
const SMALL_PART = 10n
const LARGE_PART = 20n
/** In basis points: who sells a part shows what happens to the rest. */
const HALF = 5_000n
const ALL = 10_000n
/** Percent of what an account keeps: fees on top of an amount take less. */
const MIN_LOSS = 10

/**
 * What execution shows of trading the token at the block: as new accounts in several sizes and at several times, after others
 * bought, and as people who really hold it; then the limits, where one showed. What the budget cut off is named.
 * @throws SimulationUnavailable when nothing could be executed, and when the network cannot be read.
 */
export async function simulateTrade(context: TradeContext): Promise<Trade> {
  const { chain, simulator, block, token, trader, venue, signal, budget } = context
  const { pool } = venue
  const exclude = [...context.insiders, pool.address, venue.router, pool.quote.address, pool.factory]
  const scenarios = scenariosOf(context)
  const plans = scenarios.map(({ plan }) => plan)
  const buyers = plans.flatMap((plan) => [plan, ...(plan.buyers ?? [])]).map(({ account }) => account)
  const sampled = async () => {
    const holders = await recentHolders(
      context,
      { block, token, trader, pool: pool.address, exclude, max: MAX_HOLDERS },
      signal,
    )
    await warmUp(
      context,
      holders.map(({ address }) => address),
    )
    return holders
  }
  const [results, holders, [supply]] = await Promise.all([
    warmUp(context, [...new Set(buyers)]).then(() => runTrades(context, plans, 'scenarios')),
    sampled(),
    boundedReads(simulator, { block, trader, reads: [{ to: token, data: callData('totalSupply') }] }, signal),
  ])
  if (results.every((result) => result === null))
    throw new SimulationUnavailable('engine', 'The execution engine finished no trade of it.')
  const result = (scenario: TradeRun['scenario']) => {
    return results[scenarios.findIndex((one) => one.scenario === scenario)] ?? null
  }
  const cooldownSeconds = await cooldown(context, {
    sameBlock: result('fresh'),
    nextBlock: result('next-block'),
    dayLater: result('day-later'),
  })
  const wait = cooldownSeconds === null ? null : BigInt(cooldownSeconds)
  await repeatLater(context, { scenarios, results, wait })
  await transferLater(context, { scenarios, results })
  const patient = wait === null || result('next-block')?.failed === null ? result('next-block') : result('day-later')
  const ordinary = result('fresh')?.sold ?? patient?.sold ?? null
  const [sales, { sales: later, melt }] = await Promise.all([
    sellAsHolders(context, holders, { ordinary, wait, sellShare: results.some(loses) ? HALF : ALL }),
    laterSales(context, { usual: patient, cooldown: cooldownSeconds ?? 0 }),
  ])
  const taken = await siphoned(chain, { block, token, holders, melt }, signal)
  const limits = await tradeLimits(context, {
    supply: supply?.[0] ?? null,
    ordinary: patient,
    large: result('large'),
    wait: wait ?? 'next-block',
    largeSpend: spendOf(context, 'large'),
    limitedHolder: sales.limited,
  })
  const taxes = sales.runs.flatMap(({ sellTax }) => (sellTax === null ? [] : [sellTax]))
  return {
    pool: {
      address: pool.address,
      exchange: pool.exchange,
      style: pool.style,
      quote: { address: pool.quote.address, symbol: pool.quote.symbol },
      depthUsd: pool.depthUsd,
      made: context.prelude.length > 0,
    },
    runs: [
      ...scenarios.flatMap(({ scenario, plan }, index) => {
        const one = results[index] ?? null
        return one === null ? [] : [runOf(scenario, plan, one)]
      }),
      ...sales.runs,
    ],
    later,
    limits: { ...limits, cooldownSeconds },
    ...(melt !== null && { melt }),
    holders: {
      sampled: sales.runs.length,
      failed: sales.runs.filter(({ failed }) => failed !== null).length,
      highestTax: taxes.length === 0 ? null : Math.max(...taxes),
      siphoned: Math.max(taken, sales.runs.filter(loses).length),
    },
    budget: budget.report(),
  }
}

/** getCurrentBlockTimestamp() of Multicall3. */
const TIME = { to: MULTICALL3, data: '0x0f28c97d' } as const
/** Days by which the last settlement of a balance may lie before its last move, where it counts whole days. */
const SPARE_SECONDS = 2 * 86_400

/** The least that is left of a balance after so many seconds at the rate of the melt. */
function afterMelt(balance: bigint, { percent, seconds }: BalanceMelt, passed: number): bigint {
  const left = (1 - Math.min(percent, 100) / 100) ** ((passed + SPARE_SECONDS) / seconds)
  return (balance * BigInt(Math.floor(left * 1_000_000))) / 1_000_000n
}

/** Whether moving a part took the rest. */
function loses(run: { alsoLost?: number } | null): boolean {
  return (run?.alsoLost ?? 0) >= MIN_LOSS
}

type Scenario = { scenario: TradeRun['scenario']; plan: TradePlan }

/** Repeats trades after a cooldown that alone stopped them, which proves nothing about sizes and buyers. `results` are replaced. */
async function repeatLater(
  context: TradeContext,
  {
    scenarios,
    results,
    wait,
  }: { scenarios: readonly Scenario[]; results: (TradeResult | null)[]; wait: bigint | null },
): Promise<void> {
  if (wait === null) return
  const again = [...scenarios.entries()].filter(
    ([index, { scenario }]) => LATER.has(scenario) && results[index]?.failed?.step === 'sell',
  )
  const plans = again.map(([index, { plan }]) => {
    return { ...plan, wait, expected: results[index]?.held ?? null }
  })
  const repeated = await runTrades(context, plans, 'scenarios after the cooldown')
  again.forEach(([index], position) => {
    results[index] = repeated[position] ?? results[index] ?? null
  })
}

/**
 * Tries a refused transfer between wallets again a day after the purchase: a launch window is over by then. Only the outcome of the
 * transfer is added to the run of that day, because a transfer may stop a sale in the same block. `results` are replaced.
 */
async function transferLater(
  context: TradeContext,
  { scenarios, results }: { scenarios: readonly Scenario[]; results: (TradeResult | null)[] },
): Promise<void> {
  const at = (wanted: TradeRun['scenario']) => scenarios.findIndex(({ scenario }) => scenario === wanted)
  const index = at('day-later')
  const [fresh, later, plan] = [results[at('fresh')], results[index], scenarios[index]?.plan]
  if (fresh?.failed?.step !== 'transfer' || later?.failed !== null || plan === undefined) return
  const [tried] = await runTrades(context, [{ ...plan, passOn: true, expected: later.held }], 'later transfer')
  if (tried?.failed?.step === 'transfer') results[index] = { ...later, failed: tried.failed }
  else if (tried?.transferTax != null) results[index] = { ...later, transferTax: tried.transferTax }
}

function scenariosOf(context: TradeContext): Scenario[] {
  const account = context.fresh('buyer')
  const other = otherBuyer(context)
  const plan = (members: Partial<TradePlan>): TradePlan => {
    return { account, spend: context.spend, passOn: false, watchesLosses: true, ...members }
  }
  const buyers = Array.from({ length: OTHER_BUYERS }, (_, index) => {
    return { account: context.fresh(`buyer ${index}`), spend: context.spend / 2n || 1n }
  })
  return [
    // All in one block: how much faster than people a bot could be.
    { scenario: 'fresh', plan: plan({ passOn: true }) },
    {
      scenario: 'small',
      plan: plan({ account: other, spend: spendOf(context, 'small'), sellShare: HALF, wait: 'next-block' }),
    },
    { scenario: 'large', plan: plan({ spend: spendOf(context, 'large'), wait: 'next-block' }) },
    { scenario: 'next-block', plan: plan({ wait: 'next-block' }) },
    { scenario: 'day-later', plan: plan({ wait: DAY }) },
    { scenario: 'after-buys', plan: plan({ account: other, buyers, wait: 'next-block' }) },
  ]
}

function spendOf({ spend, venue }: TradeContext, size: 'small' | 'large'): bigint {
  const wanted = size === 'small' ? spend / SMALL_PART : venue.pool.depth / LARGE_PART
  return wanted > 0n ? wanted : 1n
}

function runOf(scenario: TradeRun['scenario'], { account }: TradePlan, result: TradeResult): TradeRun {
  const { failed, buyTax, transferTax, sellTax, alsoLost } = result
  return { scenario, account, failed, buyTax, transferTax, sellTax, ...(alsoLost === undefined ? {} : { alsoLost }) }
}

/**
 * Counts the holders with less than after the last block in which the token logged anything about them: it was taken. A supply
 * that shrank by as much is a rebase, which takes from no holder. What every new balance loses by time alone is told apart from it. Holders without readable past state do not count.
 */
export async function siphoned(
  chain: ChainSource,
  {
    block,
    token,
    holders,
    melt = null,
  }: { block: PinnedBlock; token: Address; holders: readonly Holder[]; melt?: BalanceMelt | null },
  signal: AbortSignal,
): Promise<number> {
  const supply = { to: token, data: callData('totalSupply') }
  const still = holders.filter(({ movedAt }) => movedAt > 0n && movedAt < block.number)
  if (still.length === 0) return 0
  const present = wordAt((await readAggregate(chain, { block, reads: [supply] }, signal))[0] ?? null)
  const taken = await Promise.all(
    still.map(async ({ address, balance, movedAt }) => {
      const reads = [{ to: token, data: callData('balanceOf', address) }, supply, TIME]
      const past = await readAggregate(chain, { block, reads, ancestor: movedAt }, signal).catch(() => [])
      const [before, supplyBefore] = [wordAt(past[0] ?? null), wordAt(past[1] ?? null)]
      if (before === null) return false
      const shrunk = present !== null && supplyBefore !== null && present < supplyBefore && supplyBefore > 0n
      const whole = shrunk ? (before * present) / supplyBefore : before
      const since = wordAt(past[2] ?? null)
      const expected = melt === null || since === null ? whole : afterMelt(whole, melt, Number(block.timestamp - since))
      return balance < expected && (expected - balance) * 1_000n > expected * MIN_SHRINKAGE
    }),
  )
  return taken.filter(Boolean).length
}
