import type { TradeRun } from '@redoubt/risk/facts/trade.ts'
import type { TradeResult } from './readTrade.ts'
import type { Holder } from './recentHolders.ts'
import { runTrades } from './runTrades.ts'
import type { TradeContext, TradePlan } from './tradeContext.ts'

export type HolderSales = {
  runs: TradeRun[]
  /** A holder who may sell little and not all: what a limit on sales can be found with. */
  limited: { plan: TradePlan; held: bigint; passed: bigint } | null
}

const BASIS_POINTS = 10_000n

/**
 * Each holder sells everything, after so many seconds where those who just bought have to wait, or
 * the given share of it (basis points) where a part is what shows something. Who cannot, and has more than a new account is known to sell, tries as little as that: somebody
 * who hits a limit on sizes is not locked in.
 */
export async function sellAsHolders(
  context: TradeContext,
  holders: readonly Holder[],
  { ordinary, wait, sellShare }: { ordinary: bigint | null; wait: bigint | null; sellShare: bigint },
): Promise<HolderSales> {
  const { tokens } = context.venue.pool
  const plans = holders.map(({ address, balance }): TradePlan => {
    // No more than the pool has of it: nobody sells into nothing.
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
