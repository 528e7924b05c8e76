import type { Trade, TradeRun } from '../../risk/contractFacts.ts'
import { callData, wordAt } from '../decode/callData.ts'
import type { TradeResult } from './readTrade.ts'
import { recentHolders } from './recentHolders.ts'
import { runTrades } from './runTrades.ts'
import { sellAsHolders } from './sellAsHolders.ts'
import { siphoned } from './siphoned.ts'
import type { TradeContext, TradePlan } from './tradeContext.ts'
import { tradeLimits } from './tradeLimits.ts'

const DAY = 86_400n
const OTHER_BUYERS = 10
const MOST_HOLDERS = 8
/** Sizes: a tenth of the ordinary purchase, and a twentieth of the pool. */
const SMALL_PART = 10n
const LARGE_PART = 20n

/**
 * What execution shows of trading the token at the block: as new accounts in several sizes and at several times, after others
 * bought, and as people who really hold it; then the limits, where one showed. What the budget cut off is named.
 * @throws SimulationUnavailable when nothing could be executed, and when the network cannot be read.
 */
export async function simulateTrade(context: TradeContext): Promise<Trade> {
  const { chain, block, token, venue, signal, budget } = context
  const { pool } = venue
  const exclude = [pool.address, venue.router, pool.quote.address, pool.factory]
  const scenarios = scenariosOf(context)
  const [results, holders, supply] = await Promise.all([
    runTrades(
      context,
      scenarios.map(({ plan }) => plan),
      'scenarios',
    ),
    recentHolders(chain, { block, token, exclude, most: MOST_HOLDERS }, signal),
    chain.call(block, { to: token, data: callData('totalSupply') }, signal),
  ])
  const result = (scenario: TradeRun['scenario']) => results[scenarios.findIndex((one) => one.scenario === scenario)]
  const ordinary = result('next-block') ?? null
  const [sales, taken] = await Promise.all([
    sellAsHolders(context, holders, result('fresh')?.sold ?? ordinary?.sold ?? null),
    siphoned(chain, { block, token, holders }, signal),
  ])
  const large = result('large') ?? null
  const limits = await tradeLimits(context, {
    supply: wordAt(supply),
    fresh: result('fresh') ?? null,
    ordinary,
    large,
    dayLater: result('day-later') ?? null,
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
    limits,
    holders: {
      sampled: sales.runs.length,
      failed: sales.runs.filter(({ failed }) => failed !== null).length,
      highestTax: taxes.length === 0 ? null : Math.max(...taxes),
      siphoned: taken,
    },
    budget: budget.report(),
  }
}

function scenariosOf(context: TradeContext): { scenario: TradeRun['scenario']; plan: TradePlan }[] {
  const plan = (name: string, members: Partial<TradePlan>): TradePlan => {
    return { account: context.fresh(name), spend: context.spend, passOn: false, ...members }
  }
  const buyers = Array.from({ length: OTHER_BUYERS }, (_, index) => {
    return { account: context.fresh(`buyer ${index}`), spend: context.spend / 2n || 1n }
  })
  return [
    // All in one block: how much faster than people a bot could be.
    { scenario: 'fresh', plan: plan('buyer', { passOn: true }) },
    { scenario: 'small', plan: plan('small', { spend: spendOf(context, 'small'), wait: 'next-block' }) },
    { scenario: 'large', plan: plan('large', { spend: spendOf(context, 'large'), wait: 'next-block' }) },
    { scenario: 'next-block', plan: plan('next', { wait: 'next-block' }) },
    { scenario: 'day-later', plan: plan('later', { wait: DAY }) },
    { scenario: 'after-buys', plan: plan('early', { buyers, wait: 'next-block' }) },
  ]
}

function spendOf({ spend, venue }: TradeContext, size: 'small' | 'large'): bigint {
  const wanted = size === 'small' ? spend / SMALL_PART : venue.pool.depth / LARGE_PART
  return wanted > 0n ? wanted : 1n
}

function runOf(scenario: TradeRun['scenario'], { account }: TradePlan, result: TradeResult): TradeRun {
  const { failed, buyTax, transferTax, sellTax } = result
  return { scenario, account, failed, buyTax, transferTax, sellTax }
}
