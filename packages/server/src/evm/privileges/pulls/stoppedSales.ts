import type { Address } from '@redoubt/risk/address.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import type { Simulator, StateOverrides } from '../../simulation/simulator.ts'
import { runTrades } from '../../trade/runTrades.ts'
import { saleReads, wordsIn } from '../../trade/saleReads.ts'
import type { TradeContext, TradePlan } from '../../trade/tradeContext.ts'
import { usualTrade } from '../../trade/usualTrade.ts'
import { type Flip, onState, overrideOf, type Reads, stateOf } from './switchFlips.ts'

/** A tax that was not there before, in percent. */
const MIN_TAX = 20
const WHAT = 'guarded switches'

/** What a sale suffers. */
export type SaleHarm = { effect: 'stops' | 'taxes'; taxPercent: number | null }
/** The usual sale of a token. */
export type UsualSale = {
  seller: Address
  /** Words that it reads. */
  reads(): Promise<Reads>
  /** What happens to it on another state, and after calls between purchase and sale; a pause comes before the last `late` of them. Null: no harm. */
  harmBy(
    changes: StateOverrides,
    calls?: readonly Transaction[],
    pause?: { late: number; seconds: bigint },
  ): Promise<SaleHarm | null>
}

/** Makes the usual sale; null where it fails, or brings no tokens. */
export async function usualSale(trading: TradeContext, simulator: Simulator): Promise<UsualSale | null> {
  const plan: TradePlan = {
    account: trading.fresh('buyer'),
    spend: trading.spend,
    passOn: true,
    wait: 'next-block',
  }
  const usual = await usualTrade(trading, plan, WHAT)
  if (usual === null || usual.sellTax === null || usual.held === null || usual.held === 0n) return null
  const { held } = usual
  const expected: TradePlan = { ...plan, expected: held, unexplained: true }
  const taxBefore = Math.max(usual.sellTax, usual.transferTax ?? 0)
  return {
    seller: plan.account,
    reads: async () => wordsIn(await saleReads(trading, expected, held)),
    async harmBy(changes, calls = [], pause) {
      const on: TradeContext = { ...trading, simulator: onState(simulator, changes) }
      const made: TradePlan = {
        ...expected,
        ...(calls.length > 0 && { between: calls }),
        ...(pause !== undefined && { pause: { after: calls.length - pause.late, seconds: pause.seconds } }),
      }
      const [result = null] = await runTrades(on, [made], WHAT)
      if (result === null || result.failed?.step === 'buy') return null
      if (result.sellTax === null) return { effect: 'stops', taxPercent: null }
      const tax = Math.round(Math.max(result.sellTax, result.transferTax ?? 0))
      return tax < taxBefore + MIN_TAX ? null : { effect: 'taxes', taxPercent: tax }
    },
  }
}

/** A tax, in percent, that leaves a seller nothing. */
const FULL_TAX = 90

/**
 * The harm of each flip by itself. Of the values that one call can give a word: all with which sales stop or cost nearly all, as the call may
 * refuse some of them, else the worst.
 */
export async function harmfulFlips(sale: UsualSale, flips: readonly Flip[]): Promise<{ flip: Flip; harm: SaleHarm }[]> {
  // Several calls may write the same.
  const tried = new Map<string, Promise<SaleHarm | null>>()
  const judge = (flip: Flip) => {
    const key = stateOf(flip)
    const known = tried.get(key) ?? sale.harmBy(overrideOf(flip))
    tried.set(key, known)
    return known
  }
  const places = [...Map.groupBy(flips, ({ write }) => write).values()].flatMap((same) => [
    ...Map.groupBy(same, ({ slot }) => slot).values(),
  ])
  const judged = await Promise.all(
    places.map(async (values) => {
      const harms = (await Promise.all(values.map(judge))).flatMap((harm, at) => {
        const flip = values[at]
        return harm === null || flip === undefined ? [] : [{ flip, harm }]
      })
      const total = harms.filter(({ harm }) => isTotal(harm))
      return total.length > 0 ? total : harms.toSorted((a, b) => taxOf(b.harm) - taxOf(a.harm)).slice(0, 1)
    }),
  )
  return judged.flat()
}

const taxOf = ({ taxPercent }: SaleHarm) => taxPercent ?? 0

/** Whether a seller gets nothing, or nearly nothing. */
function isTotal({ effect, taxPercent }: SaleHarm): boolean {
  return effect === 'stops' || (taxPercent ?? 0) >= FULL_TAX
}
