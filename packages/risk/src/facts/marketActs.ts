import type { Address, Hex } from '../address.ts'

// A wallet's acts on markets, and its labels from them. Amounts in base units, times in Unix seconds.

/** One trade in one pool, as the pool logged it. Amounts in base units. */
export type PoolSwap = {
  blockNumber: bigint
  /** Place of the transaction in its block. */
  index: number
  hash: Hex
  pool: Address
  /** The wallet sent the transaction, or is the contract that it called. */
  own: boolean
  /** Which of the pool's two tokens went into it. */
  paid: 0 | 1
  amountIn: bigint
  amountOut: bigint
}

/** One change of a token's amount in the wallet, oldest first in lists. */
export type TokenFill = {
  hash: Hex
  timestamp: number | null
  token: Address
  /** `in` and `out`: it came or left without anything for it that has a price. */
  kind: 'buy' | 'sell' | 'in' | 'out'
  amount: bigint
  /** Amount paid or received, at prices of that time; null when not known. */
  usd: number | null
}

/** A wallet's acts on markets, as far as its history is known; a bounded number of the newest. */
export type MarketActs = {
  /** Swaps in blocks where the wallet acted more than once. */
  swaps: PoolSwap[]
  /** Coin that the builder of its block got from inside one of the wallet's trades. */
  builderPayments: { hash: Hex; blockNumber: bigint; builder: Address; amount: bigint }[]
  /** Trades that were looked at for such payments. */
  traced: number
  fills: TokenFill[]
  /** Parts that could not be examined, in words. */
  cut: string[]
}

/** A name that the wallet's doings earned it, with what shows it. */
export type ActivityLabel = {
  label: 'whale' | 'mev_bot' | 'smart_money'
  evidence: Record<string, string | number>
}
