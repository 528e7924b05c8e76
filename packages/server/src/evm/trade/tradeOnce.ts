import type { Address } from '@redoubt/risk/address.ts'
import type { TradeRun } from '@redoubt/risk/facts/trade.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import { runTrades } from './runTrades.ts'
import type { TradeContext, TradePlan } from './tradeContext.ts'

/** A trade around arbitrary calls (the owner's). `account` defaults to a new one, `context.fresh('buyer')`. */
export type SwitchedTrade = { calls: readonly Transaction[]; account?: Address }
/**
 * Taxes in percent, null where a step was not reached or failed. `applied`: which of the calls succeeded; `taken`: the share of
 * the account's tokens, in percent, that the calls took away.
 */
export type SwitchedOutcome = Pick<TradeRun, 'failed' | 'buyTax' | 'transferTax' | 'sellTax'> & {
  applied: boolean[]
  taken: number | null
}

/**
 * Trades after preceding calls: buy, transfer, sell by an account that arrives later. Null where the context's budget ended
 * first. All of them travel in one message: prefer one call with many trades.
 * @example const [paused] = await tradeOnce(context, [{ calls: [{ from: owner, to: token, value: 0n, data: PAUSE }] }])
 */
export async function tradeOnce(
  context: TradeContext,
  trades: readonly SwitchedTrade[],
): Promise<(SwitchedOutcome | null)[]> {
  const expected = await ordinaryYield(context)
  return switched(context, trades, 'before', expected)
}

/**
 * Sells from accounts that hold the token when the calls are made: buy, then the calls in the next block, then transfer and sell.
 * Cheaper than `tradeOnce`, since the result of the purchase is known, and the order that victims meet.
 */
export async function sellOnly(
  context: TradeContext,
  trades: readonly SwitchedTrade[],
): Promise<(SwitchedOutcome | null)[]> {
  const expected = await ordinaryYield(context)
  return switched(context, trades, 'between', expected)
}

async function switched(
  context: TradeContext,
  trades: readonly SwitchedTrade[],
  when: 'before' | 'between',
  expected: bigint | null,
): Promise<(SwitchedOutcome | null)[]> {
  const plans = trades.map(({ calls, account }): TradePlan => {
    const plan = { account: account ?? context.fresh('buyer'), spend: context.spend, passOn: true, expected }
    return when === 'before' ? { ...plan, before: calls } : { ...plan, between: calls, wait: 'next-block' }
  })
  const results = await runTrades(context, plans, 'switches')
  return results.map((result) => {
    if (result === null) return null
    const { failed, buyTax, transferTax, sellTax, taken } = result
    return { failed, buyTax, transferTax, sellTax, taken, applied: result[when] }
  })
}

const yields = new WeakMap<TradeContext, Promise<bigint | null>>()

/** Returns the result of an ordinary purchase now; run once per context. */
function ordinaryYield(context: TradeContext): Promise<bigint | null> {
  const known = yields.get(context)
  if (known !== undefined) return known
  const plan: TradePlan = { account: context.fresh('buyer'), spend: context.spend, passOn: false, buyOnly: true }
  const gathered = runTrades(context, [plan], 'switches').then(([result]) => result?.held ?? null)
  yields.set(context, gathered)
  return gathered
}
