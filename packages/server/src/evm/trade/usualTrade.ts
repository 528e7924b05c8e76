import type { TradeResult } from './readTrade.ts'
import { runTrades } from './runTrades.ts'
import { createBudget, type TradeContext, type TradePlan } from './tradeContext.ts'

/** Executions of one trade until its amounts agree. */
const MAX_RUNS = 8

/** By market, account, sum and wait: the block is the same. */
const found = new WeakMap<TradeContext['venue'], Map<string, Promise<TradeResult | null>>>()

/** A purchase and a sale with nothing added, after a transfer of a part. */
export type UsualPlan = Pick<TradePlan, 'account' | 'spend' | 'wait'>

/**
 * Executes the usual trade once for all searches of a scan. Each search pays one execution for it, whichever of them came first, so that what
 * is left to it does not depend on time. A failure is not explained. Null where its budget ended, and where the engine gave up.
 * @throws SimulationUnavailable when nothing could be executed.
 */
export async function usualTrade(
  context: TradeContext,
  { account, spend, wait }: UsualPlan,
  what: string,
): Promise<TradeResult | null> {
  if (!context.budget.take(1, what)) return null
  const all = found.get(context.venue) ?? new Map<string, Promise<TradeResult | null>>()
  found.set(context.venue, all)
  const key = `${account} ${spend} ${wait}`
  const known = all.get(key)
  if (known !== undefined) return known
  const run = async () => {
    const plan: TradePlan = { account, spend, passOn: true, wait, unexplained: true }
    const [result = null] = await runTrades({ ...context, budget: createBudget(MAX_RUNS) }, [plan], what)
    return result
  }
  const trade = run()
  all.set(key, trade)
  // The next search asks again.
  trade.catch(() => all.delete(key))
  return trade
}
