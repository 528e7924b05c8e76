import type { Address } from '../address.ts'
import type { TokenFill } from '../facts/marketActs.ts'

/** Realised result of trading, over the sales whose purchase and price are both known. */
export type RealisedProfit = {
  profitUsd: number
  /** Cost of the sold amounts. */
  costUsd: number
  /** Sales that were counted, and those of them with a gain. */
  sales: number
  gains: number
  tokens: number
  /** The largest gain of one sale. */
  bestUsd: number
  /** Sales left out: bought before the known history, or without a price. */
  uncounted: number
}

type Lot = { left: bigint; usdPerUnit: number | null }

/**
 * Realised profit, first in, first out. Tokens received without a known price have no known cost, and their sale is no known
 * gain: an airdrop, a founder's share or a transfer from another wallet of the same person takes no trading skill. Network fees
 * are not included.
 * @param fills oldest first.
 */
export function realisedProfit(fills: readonly TokenFill[]): RealisedProfit {
  const lots = new Map<Address, Lot[]>()
  const tokens = new Set<Address>()
  const total = { profitUsd: 0, costUsd: 0, sales: 0, gains: 0, bestUsd: 0, uncounted: 0 }
  for (const { token, kind, amount, usd } of fills) {
    if (amount === 0n) continue
    const queue = lots.get(token) ?? []
    lots.set(token, queue)
    if (kind === 'buy' || kind === 'in') {
      queue.push({ left: amount, usdPerUnit: kind === 'buy' && usd !== null ? usd / Number(amount) : null })
      continue
    }
    const { cost, known } = take(queue, amount)
    if (kind === 'out') continue
    if (known === 0n || usd === null) {
      total.uncounted += 1
      continue
    }
    // A sale with a partly known purchase counts for that part, with its share of the proceeds.
    const gain = (usd * Number(known)) / Number(amount) - cost
    total.profitUsd += gain
    total.costUsd += cost
    total.sales += 1
    total.gains += gain > 0 ? 1 : 0
    total.bestUsd = Math.max(total.bestUsd, gain)
    tokens.add(token)
  }
  return { ...total, tokens: tokens.size }
}

/** Takes the oldest lots; `known`: how much of it has a known cost. */
function take(queue: Lot[], amount: bigint): { cost: number; known: bigint } {
  let [rest, cost, known] = [amount, 0, 0n]
  while (rest > 0n) {
    const [lot] = queue
    if (lot === undefined) break
    const part = lot.left < rest ? lot.left : rest
    if (lot.usdPerUnit !== null) {
      cost += Number(part) * lot.usdPerUnit
      known += part
    }
    lot.left -= part
    rest -= part
    if (lot.left === 0n) queue.shift()
  }
  return { cost, known }
}
