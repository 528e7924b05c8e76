import type { Address, Hex } from '../address.ts'
import type { PoolSwap } from '../facts/marketActs.ts'

/** A victim's trade that the wallet traded before and after, in one block and one pool, at the victim's cost. */
export type Sandwich = { blockNumber: bigint; pool: Address; front: Hex; victims: Hex[]; back: Hex }

/** Share of the first trade's purchase that the second sells, at least and at most, in percent. */
const MIN_SOLD = 50n
const MAX_SOLD = 110n

/**
 * Finds sandwiches among the trades of whole blocks: the wallet buys, a stranger buys the same in the same pool, the wallet sells
 * its purchase for more. Excluded: no trade in between, arbitrage between two pools, a trade in the other direction in between, a
 * round trip at a loss.
 */
export function sandwichesOf(swaps: readonly PoolSwap[]): Sandwich[] {
  const inPool = Map.groupBy(swaps, ({ blockNumber, pool }) => `${blockNumber}:${pool}`)
  return [...inPool.values()].flatMap((trades) => {
    const ordered = trades.toSorted((a, b) => a.index - b.index)
    const own = ordered.filter((trade) => trade.own)
    const taken = new Set<PoolSwap>()
    return own.flatMap((front): Sandwich[] => {
      if (taken.has(front)) return []
      const back = own.find((one) => !taken.has(one) && closes(front, one))
      if (back === undefined) return []
      const victims = ordered.filter(
        ({ own: mine, index, paid }) => !mine && paid === front.paid && index > front.index && index < back.index,
      )
      if (victims.length === 0) return []
      taken.add(front).add(back)
      const { blockNumber, pool } = front
      const hashes = [...new Set(victims.map(({ hash }) => hash))]
      return [{ blockNumber, pool, front: front.hash, victims: hashes, back: back.hash }]
    })
  })
}

function closes(front: PoolSwap, back: PoolSwap): boolean {
  if (back.index <= front.index || back.paid === front.paid || front.amountOut === 0n) return false
  const sold = (back.amountIn * 100n) / front.amountOut
  if (sold < MIN_SOLD || sold > MAX_SOLD) return false
  // It received more for the sold part than it paid for that part.
  return back.amountOut * front.amountOut > front.amountIn * back.amountIn
}
