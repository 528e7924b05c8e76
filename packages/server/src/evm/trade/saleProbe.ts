import type { Address } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { SaleProbe } from '@redoubt/risk/purchaseFacts.ts'
import type { ChainSource } from '../rpc/chainSource.ts'
import type { Simulator } from '../simulation/simulator.ts'
import { prepareTrade } from './prepareTrade.ts'
import { runTrades } from './runTrades.ts'
import { TradeUnavailable } from './tradeUnavailable.ts'

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
    const where = { pool: pool.address, exchange: pool.exchange }
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
    if (error instanceof TradeUnavailable) return { pool: null, exchange: null, sales: [] }
    throw error
  }
}
