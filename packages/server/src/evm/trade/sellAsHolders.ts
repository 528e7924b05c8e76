import type { TradeRun } from '@redoubt/risk/facts/trade.ts'
import type { TradeResult } from './readTrade.ts'
import type { Holder } from './recentHolders.ts'
import { runTrades } from './runTrades.ts'
import type { TradeContext, TradePlan } from './tradeContext.ts'

export type HolderSales = {
  runs: TradeRun[]
  /** A holder that may sell a small part and not all: its sales find the limit. */
  limited: { plan: TradePlan; held: bigint; passed: bigint } | null
}

const BASIS_POINTS = 10_000n

/**
 * Lets each holder sell everything, after so many seconds where new buyers have to wait, or the given share of it (basis points)
 * where a partial sale is needed. A holder that fails, and has more than a new account can sell, tries that smaller amount: a
 * holder above a size limit is not locked in.
 */
export async function sellAsHolders(
  context: TradeContext,
  holders: readonly Holder[],
  { ordinary, wait, sellShare }: { ordinary: bigint | null; wait: bigint | null; sellShare: bigint },
): Promise<HolderSales> {
  const { tokens } = context.venue.pool
  const plans = holders.map(({ address, balance }): TradePlan => {
    // No more than the pool holds: a larger sale brings nothing.
    const most = balance > tokens ? (tokens * BASIS_POINTS) / balance : BASIS_POINTS
    const share = sellShare < most ? sellShare : most
    return {
      account: address,
      spend: 0n,
      passOn: false,
      sellShare: share > 0n ? share : 1n,
      expected: balance,
      ...(wait === null ? {} : { wait }),
    }
  })
  const results = await runTrades(context, plans, 'holders')
  const again = plans.flatMap((plan, index) => {
    const held = results[index]?.held ?? 0n
    const refused = results[index]?.failed?.step === 'sell' && ordinary !== null && held > ordinary
    const share = refused ? (ordinary * BASIS_POINTS) / held : 0n
    return refused ? [{ index, plan: { ...plan, sellShare: share > 0n ? share : 1n } }] : []
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
