import { nextBlock } from '../simulation/engine/nextBlock.ts'
import type { TradeResult } from './readTrade.ts'
import { runTrades } from './runTrades.ts'
import type { TradeContext } from './tradeContext.ts'

const DAY = 86_400
/** Seconds after which a sale is tried, when it works a day later and not in the next block. */
const WAITS = [60n, 300n, 900n, 3_600n, 6n * 3_600n]

/**
 * Seconds that a buyer has to wait before a sale: the first tried that is enough. Null when none are needed, and when a day is
 * not enough.
 */
export async function cooldown(
  context: TradeContext,
  seen: { sameBlock: TradeResult | null; nextBlock: TradeResult | null; dayLater: TradeResult | null },
): Promise<number | null> {
  const refused = (result: TradeResult | null) => result?.failed?.step === 'sell' || result?.failed?.step === 'transfer'
  const sold = (result: TradeResult | null) => result?.failed === null
  if (refused(seen.sameBlock) && sold(seen.nextBlock))
    // Refused because of the transfer before it, or because it was the same block: only the latter is a matter of time.
    return seen.sameBlock?.alsoLost === undefined
      ? Number(nextBlock(context.block).timestamp - context.block.timestamp)
      : null
  if (!refused(seen.nextBlock) || !sold(seen.dayLater)) return null
  const plan = { account: context.fresh('limit'), spend: context.spend, passOn: false, expected: seen.nextBlock?.held }
  const results = await runTrades(
    context,
    WAITS.map((wait) => ({ ...plan, expected: plan.expected ?? null, wait })),
    'cooldown',
  )
  const first = results.findIndex(sold)
  return first === -1 ? DAY : Number(WAITS[first])
}
