import type { Address } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { SaleProbe } from '@redoubt/risk/facts/purchaseFacts.ts'
import type { BalanceMelt, LaterSale, TradeRun } from '@redoubt/risk/facts/trade.ts'
import type { ChainSource } from '../rpc/chainSource.ts'
import { nextBlock } from '../simulation/engine/hardfork.ts'
import type { Simulator } from '../simulation/simulator.ts'
import { codeDurations, warmUp } from './codeDurations.ts'
import { isUncounted, turnover } from './crowd.ts'
import { otherBuyer } from './pockets.ts'
import { prepareTrade } from './prepareTrade.ts'
import type { TradeResult } from './readTrade.ts'
import type { Holder } from './recentHolders.ts'
import { runTrades } from './runTrades.ts'
import { taxOf } from './swapLog.ts'
import { type TradeContext, type TradePlan, TradeUnavailable } from './tradeContext.ts'

export type HolderSales = {
  runs: TradeRun[]
  /** A holder that may sell a small part and not all: its sales find the limit. */
  limited: { plan: TradePlan; held: bigint; passed: bigint } | null
}

const BASIS_POINTS = 10_000n

/**
 * Lets each holder sell everything, after so many seconds where new buyers have to wait, or the given share of it (basis points)
 * where a partial sale is needed. A holder that fails, and has more than a new account can sell, tries that smaller amount: a
 * holder above a size limit is not locked in. One whose own code (EIP-7702) refuses the coins of the sale is none that the token locks in:
 * it tries again with code that accepts them.
 */
export async function sellAsHolders(
  context: TradeContext,
  holders: readonly Holder[],
  { ordinary, wait, sellShare }: { ordinary: bigint | null; wait: bigint | null; sellShare: bigint },
): Promise<HolderSales> {
  const { tokens } = context.venue.pool
  const plans = holders.map(({ address, balance }): TradePlan => {
    // No more than the pool holds: a larger sale brings nothing.
    const max = balance > tokens ? (tokens * BASIS_POINTS) / balance : BASIS_POINTS
    const share = sellShare < max ? sellShare : max
    return {
      account: address,
      spend: 0n,
      passOn: false,
      sellShare: share > 0n ? share : 1n,
      expected: balance,
      watchesLosses: true,
      ...(wait === null ? {} : { wait }),
    }
  })
  const results = await runTrades(context, plans, 'holders')
  const refused = plans.flatMap((plan, index) => {
    const isOwnCode = holders[index]?.delegated === true && results[index]?.failed?.step === 'sell'
    return isOwnCode ? [{ index, plan: { ...plan, accepts: true as const } }] : []
  })
  const accepted = await runTrades(
    context,
    refused.map(({ plan }) => plan),
    'holders with code',
  )
  for (const [position, { index, plan }] of refused.entries()) {
    const sale = accepted[position] ?? null
    if (sale === null) continue
    results[index] = sale
    plans[index] = plan
  }
  const again = plans.flatMap((plan, index) => {
    const held = results[index]?.held ?? 0n
    const isAbove = results[index]?.failed?.step === 'sell' && ordinary !== null && held > ordinary
    const share = isAbove ? (ordinary * BASIS_POINTS) / held : 0n
    return isAbove ? [{ index, plan: { ...plan, sellShare: share > 0n ? share : 1n } }] : []
  })
  const smaller = await runTrades(
    context,
    again.map(({ plan }) => plan),
    'sizes of holders',
  )
  const final = [...results]
  let limited: HolderSales['limited'] = null
  for (const [position, { index }] of again.entries()) {
    const sale = smaller[position] ?? null
    if (sale === null || sale.failed !== null) continue
    const [plan, held] = [plans[index], results[index]?.held ?? null]
    if (plan !== undefined && held !== null) limited ??= { plan, held, passed: sale.sold ?? 0n }
    final[index] = sale
  }
  return {
    runs: holders.flatMap(({ address }, index) => {
      const result = final[index] ?? null
      return result === null ? [] : [runOf(address, result)]
    }),
    limited,
  }
}

function runOf(account: Holder['address'], { failed, sellTax, alsoLost }: TradeResult): TradeRun {
  const lost = alsoLost === undefined ? {} : { alsoLost }
  return { scenario: 'holder', account, failed, buyTax: null, transferTax: null, sellTax, ...lost }
}

/** A cool-down of one block or some hours is none of the traps. */
const WAITS = [12, 86_400] as const

/**
 * Whether a token can be sold again after it was bought: a new account buys on the deepest pool and sells all of it, in the next
 * block, and a day later where that fails. A fraction of what `simulateTrade` asks, for a wallet that waits.
 * @throws SimulationUnavailable, and when the network cannot be read.
 */
export async function saleProbe(
  sources: { chain: ChainSource; simulator: Simulator },
  { block, token }: { block: PinnedBlock; token: Address },
  signal: AbortSignal,
): Promise<Omit<SaleProbe, 'token' | 'symbol'>> {
  try {
    const context = await prepareTrade(sources, { block, token }, signal)
    const { pool } = context.venue
    const where = { pool: pool.address, exchange: pool.exchange, made: context.prelude.length > 0 }
    const sales: SaleProbe['sales'] = []
    for (const waitSeconds of WAITS) {
      const wait = waitSeconds === WAITS[0] ? ('next-block' as const) : BigInt(waitSeconds)
      const plan = { account: context.fresh('buyer'), spend: context.spend, passOn: false, wait }
      const [result] = await runTrades(context, [plan], 'trial sale')
      // An account that could not buy proves nothing about selling.
      if (!result || result.failed?.step === 'buy') return { ...where, sales }
      sales.push({ waitSeconds, failed: result.failed, sellTax: result.sellTax })
      if (result.failed === null) return { ...where, sales }
    }
    return { ...where, sales }
  } catch (error) {
    if (error instanceof TradeUnavailable) return { pool: null, exchange: null, made: false, sales: [] }
    throw error
  }
}

/** Seconds. */
const HOUR = 3_600

const DAY = 24 * HOUR

const TIMES = [7 * DAY, 40 * DAY]

/** Limit of further durations found in the code. */
const MAX_MINED = 2

/** Hours of the day, and numbers of blocks later: code that tests a remainder of either meets some of them. */
const HOURS = [3, 6, 9, 12, 15, 18, 21]

const BLOCKS = [2, 3, 5, 8, 13, 21, 34, 55]

/** Numbers of purchases by others, at most two per account: code counts the crowd. */
const CROWDS = [30, 60]

const MAX_PEOPLE = 30

const WHAT = 'sales at other times'

/** Basis points: an earlier partial sale leaves less than all. */
const HALF = 5_000n

/**
 * Simulates sales of an ordinary purchase after longer waits, at other moments, or after a crowd. All of them in one message.
 * @param usual a successful purchase and early sale to compare with; without one nothing runs.
 * @param cooldown seconds that every buyer has to wait.
 */
export async function laterSales(
  context: TradeContext,
  { usual, cooldown }: { usual: TradeResult | null; cooldown: number },
): Promise<{ sales: LaterSale[]; melt: BalanceMelt | null }> {
  if (usual === null || usual.sellTax === null) return { sales: [], melt: null }
  const { chain, block, token, signal } = context
  const code = await chain.code(block, token, signal)
  const { looks, waits } = codeDurations(code, Number(block.timestamp), TIMES.at(-1) ?? 0)
  const blockSeconds = Number(nextBlock(block).timestamp - block.timestamp)
  const moments = [...BLOCKS.map((count) => count * blockSeconds), ...HOURS.map((hours) => hours * HOUR)]
  const people = Array.from({ length: MAX_PEOPLE }, (_, index) => context.fresh(`crowd ${index}`))
  const [buyer, other] = [context.fresh('buyer'), otherBuyer(context)]
  await warmUp(context, [other, ...people])
  const tried = [
    ...[...TIMES, ...waits.slice(0, MAX_MINED)].map((seconds) => ({ kind: 'time', seconds, purchases: 0 }) as const),
    ...(looks ? moments : []).map(
      (seconds) => ({ kind: 'moment', seconds: seconds + cooldown, purchases: 0 }) as const,
    ),
    ...CROWDS.map((purchases) => ({ kind: 'purchases', seconds: cooldown, purchases }) as const),
  ]
  const spend = context.spend / 2n || 1n
  const held = usual.held ?? 0n
  if (waits.length > MAX_MINED) context.budget.note('dates in the code')
  const plansWith = (isOne: boolean) => {
    const plans = tried.map(
      ({ seconds, purchases }): TradePlan => ({
        account: purchases === 0 ? buyer : other,
        spend: context.spend,
        passOn: false,
        expected: usual.held,
        wait: seconds === 0 ? 'next-block' : BigInt(seconds),
        ...(purchases === 0 ? {} : { buyers: crowdOf({ people, count: purchases, spend, isOne }) }),
      }),
    )
    // An account that buys and sells more than once, then after many others did both; then a day of rest from both.
    const others = crowdOf({ people, count: MAX_PEOPLE, spend, isOne }).map((one) => {
      return { ...one, amount: (held / 100n) * (one.spend / spend) }
    })
    const busyPlans = [[{ account: buyer, spend, amount: held / 4n }], others].map((busy): TradePlan => {
      const between = busy.flatMap((one) => turnover(context, one))
      return {
        account: buyer,
        spend: context.spend,
        passOn: false,
        expected: usual.held,
        sellShare: HALF,
        between,
        wait: cooldown === 0 ? 'next-block' : BigInt(cooldown),
        pause: { after: between.length, seconds: BigInt(rested.seconds) },
      }
    })
    return [...plans, ...busyPlans]
  }
  const rested = { kind: 'purchases', seconds: DAY + cooldown } as const
  const isOne = await isUncounted(context, {
    people,
    receivers: usual.purchase?.receivers ?? [],
    count: CROWDS.at(-1) ?? 0,
    spend,
    amount: held / 100n,
  })
  const results = await runTrades(context, plansWith(isOne), WHAT)
  // What one account may not buy at once, many may.
  const again = isOne ? [...results.keys()].filter((at) => results[at]?.between.includes(false) === true) : []
  const repeated = plansWith(false).filter((_, at) => again.includes(at))
  for (const [at, result] of (await runTrades(context, repeated, WHAT)).entries()) results[again[at] ?? -1] = result
  const restedAfter = [1, MAX_PEOPLE].map((purchases) => ({ ...rested, purchases }))
  const sales = [...tried, ...restedAfter].flatMap(({ kind, seconds, purchases }, index): LaterSale[] => {
    const result = results[index] ?? null
    if (result === null) return []
    const { failed, sellTax } = result
    return [{ kind, waitedSeconds: seconds === 0 ? null : seconds, purchases, failed, sellTax }]
  })
  return { sales, melt: meltOf(results) }
}

/** Percent of a balance below which its loss is rounding, and of the pool's balance up to which that stays. */
const MIN_MELT = 0.01

/** What the buyer's balance lost between the first and the last of these times. A pool that loses as much shares a rebase. */
function meltOf([early, late]: readonly (TradeResult | null)[]): BalanceMelt | null {
  if (!early || !late || late.taken === null || late.taken < MIN_MELT) return null
  const { pooled } = late
  if (early.pooled === null || pooled === null || (taxOf(early.pooled, pooled) ?? 0) > MIN_MELT) return null
  return { percent: late.taken, seconds: TIMES[1] ?? 0 }
}

/** So many purchases by people in turn, or by the first of them in one sum. */
function crowdOf({
  people,
  count,
  spend,
  isOne,
}: {
  people: readonly Address[]
  count: number
  spend: bigint
  isOne: boolean
}): { account: Address; spend: bigint }[] {
  if (isOne) return people.slice(0, 1).map((account) => ({ account, spend: spend * BigInt(count) }))
  const rounds = Array.from({ length: Math.ceil(count / people.length) }, () => people)
  return rounds
    .flat()
    .slice(0, count)
    .map((account) => ({ account, spend }))
}
