import type { Trade } from '@redoubt/risk/facts/trade.ts'
import type { TradeResult } from './readTrade.ts'
import { runTrades } from './runTrades.ts'
import type { HolderSales } from './sellAsHolders.ts'
import type { TradeContext, TradePlan } from './tradeContext.ts'

/** Trades seen so far: a failed larger trade and a successful smaller one bracket a limit. */
export type SeenTrades = {
  /** Null: the supply is unknown, and so is every share of it. */
  supply: bigint | null
  /** A purchase of ordinary size and a sale after `wait`. */
  ordinary: TradeResult | null
  large: TradeResult | null
  wait: NonNullable<TradePlan['wait']>
  largeSpend: bigint
  limitedHolder: HolderSales['limited']
}

/** Sizes tried side by side, and rounds: a range of 50 to 1 shrinks below a hundredth. */
const SIZES = 7
const ROUNDS = 3
const BASIS_POINTS = 10_000n

/** Finds limits on amounts by trying sizes between successful and failed ones. Shares of the supply in percent. */
export async function tradeLimits(
  context: TradeContext,
  seen: SeenTrades,
): Promise<Omit<Trade['limits'], 'cooldownSeconds'>> {
  const [buying, maxSell] = await Promise.all([buyLimits(context, seen), sellLimit(context, seen)])
  return { ...buying, maxSell }
}

async function buyLimits(
  context: TradeContext,
  { supply, ordinary, large, largeSpend, wait }: SeenTrades,
): Promise<Pick<Trade['limits'], 'maxBuy' | 'maxHolding'>> {
  const none = { maxBuy: null, maxHolding: null }
  if (large?.failed?.step !== 'buy' || ordinary === null || ordinary.held === null || ordinary.failed?.step === 'buy')
    return none
  const account = context.fresh('limit')
  const plan = { account, passOn: false, buyOnly: true } as const
  const found = await narrow({ passed: context.spend, refused: largeSpend, yielded: ordinary.held }, async (sizes) => {
    const results = await runTrades(
      context,
      sizes.map((spend) => ({ ...plan, spend })),
      'limits',
    )
    return results.map((result) => (result?.failed?.step === 'buy' ? null : (result?.held ?? null)))
  })
  const maxBuy = shareOf(found.yielded, supply)
  // Twice more than half of it: refused only where the holding is limited, not the single purchase.
  const spend = (found.passed * 6n) / 10n
  const between = context.venue.buy(account, spend)
  const twice = { account, spend, passOn: false, buyOnly: true, between, wait } as const
  const [result] = await runTrades(context, [twice], 'limits')
  return { maxBuy, maxHolding: result?.between.at(-1) === false ? maxBuy : null }
}

async function sellLimit(context: TradeContext, seen: SeenTrades): Promise<number | null> {
  const { supply, ordinary, large, largeSpend, limitedHolder, wait } = seen
  const sizeFailed = large?.failed?.step === 'sell' && ordinary?.failed === null
  const plan: TradePlan | null = sizeFailed
    ? { account: context.fresh('limit'), spend: largeSpend, passOn: false, wait, expected: large.held }
    : (limitedHolder?.plan ?? null)
  const held = sizeFailed ? large.held : (limitedHolder?.held ?? null)
  const passed = sizeFailed ? ordinary.sold : (limitedHolder?.passed ?? null)
  if (plan === null || held === null || passed === null || held === 0n) return null
  const least = (passed * BASIS_POINTS) / held
  const found = await narrow(
    { passed: least > 0n ? least : 1n, refused: plan.sellShare ?? BASIS_POINTS, yielded: passed },
    async (shares) => {
      const results = await runTrades(
        context,
        shares.map((sellShare) => ({ ...plan, sellShare })),
        'limits',
      )
      return results.map((result) => (result === null || result.sellTax === null ? null : result.sold))
    },
  )
  return shareOf(found.yielded, supply)
}

type Range = { passed: bigint; refused: bigint; yielded: bigint }

/** Narrows a range by sizes in equal ratios. `attempt` returns each size's tokens, null where it was refused. */
async function narrow(range: Range, attempt: (sizes: bigint[]) => Promise<(bigint | null)[]>): Promise<Range> {
  let { passed, refused, yielded } = range
  for (let round = 0; round < ROUNDS; round++) {
    const ratio = Number(refused) / Number(passed)
    const sizes = Array.from({ length: SIZES }, (_, index) =>
      scaled(passed, ratio ** ((index + 1) / (SIZES + 1))),
    ).filter((size, index, all) => size > passed && size < refused && size !== all[index - 1])
    if (sizes.length === 0) break
    const came = await attempt(sizes)
    const stop = came.indexOf(null)
    const last = (stop === -1 ? came.length : stop) - 1
    refused = stop === -1 ? refused : (sizes[stop] ?? refused)
    passed = sizes[last] ?? passed
    yielded = came[last] ?? yielded
  }
  return { passed, refused, yielded }
}

function scaled(amount: bigint, factor: number): bigint {
  return (amount * BigInt(Math.round(factor * 1_000_000))) / 1_000_000n
}

function shareOf(amount: bigint, supply: bigint | null): number | null {
  if (supply === null || supply === 0n) return null
  return Number((amount * 100_000_000n) / supply) / 1_000_000
}
