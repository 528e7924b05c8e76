import type { Address, Hex } from '@redoubt/risk/address.ts'
import { ownBalances } from './pockets.ts'
import { amountsOf } from './runTrades.ts'
import type { TradeContext, TradePlan } from './tradeContext.ts'
import { tradeSequence } from './tradeSequence.ts'

/** Words of storage that each call of a sequence reads, by account. */
type Reads = Awaited<ReturnType<TradeContext['simulator']['wordsRead']>>

/** By market, account, sum and wait: the block is the same. */
const found = new WeakMap<TradeContext['venue'], Map<string, Promise<Reads>>>()

/** Returns the words that a usual sale of `held` tokens reads, traced once for all searches of a scan. */
export function saleReads(context: TradeContext, plan: TradePlan, held: bigint): Promise<Reads> {
  const { account, spend, wait, passOn, sellShare } = plan
  const all = found.get(context.venue) ?? new Map<string, Promise<Reads>>()
  found.set(context.venue, all)
  const key = [account, spend, wait, passOn, sellShare, held].join(' ')
  const known = all.get(key)
  if (known !== undefined) return known
  const reads = traced(context, { account, spend, wait, passOn, ...(sellShare !== undefined && { sellShare }) }, held)
  all.set(key, reads)
  // The next search asks again.
  reads.catch(() => all.delete(key))
  return reads
}

async function traced(context: TradeContext, plan: TradePlan, held: bigint): Promise<Reads> {
  const { simulator, block, signal } = context
  const usual = { ...plan, expected: held }
  const own = await ownBalances(context, [usual])
  const { sequence } = tradeSequence(context, usual, { amounts: amountsOf(usual, held), ask: null, sync: false, own })
  return simulator.wordsRead({ block, sequence, signal })
}

/** Words by account in small letters, as they were when they were first read. */
export function wordsIn(reads: Reads): Map<Address, Map<bigint, bigint>> {
  const words = new Map<Address, Map<bigint, bigint>>()
  for (const read of reads)
    for (const [account, slots] of read as Map<Address, Map<Hex, Hex>>) {
      const at = account.toLowerCase() as Address
      const known = words.get(at) ?? new Map<bigint, bigint>()
      words.set(at, known)
      for (const [slot, value] of slots) if (!known.has(BigInt(slot))) known.set(BigInt(slot), BigInt(value))
    }
  return words
}
