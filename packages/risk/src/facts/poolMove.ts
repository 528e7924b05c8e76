import type { Address } from '../address.ts'

/** An asset of a trade, with what it moves in base units: without other trades, and after them. */
export type TradedAsset = {
  address: Address | null
  symbol: string | null
  decimals: number | null
  amount: bigint
  amountAfter: bigint
}

/** A trade with pools, executed once more after another account traded there in the same direction. */
export type PoolMove = {
  /** Pools at which the other account traded. */
  pools: Address[]
  /** Its trades, as multiples of those that the transaction makes at these pools. */
  times: number
  given: TradedAsset
  received: TradedAsset
  /** USD of the trade at the market price. */
  usd: number
  /** Amount in the call data close to what is received now, as a minimum is, or to what is given, as a maximum is; null: none. */
  limit: bigint | null
  /** Percent in the call data by which a limit was computed from what the pools give at that moment; null: none. */
  tolerance: number | null
}
