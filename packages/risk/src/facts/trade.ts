import type { Address } from '../address.ts'

// Results of trading a token. Taxes and shares in percent.

/** One executed attempt to trade a token. Taxes in percent, null when that step was not reached. */
export type TradeRun = {
  /** `fresh`: a new account buys, transfers a part and sells the rest. `holder`: a real holder sells what it has. */
  scenario: 'fresh' | 'small' | 'large' | 'next-block' | 'day-later' | 'after-buys' | 'holder'
  account: Address
  /** Null when every step succeeded. */
  failed: { step: 'buy' | 'transfer' | 'approve' | 'sell'; reason: string | null } | null
  buyTax: number | null
  transferTax: number | null
  sellTax: number | null
  /** Share of the kept tokens, in percent, that was gone after the account transferred or sold another part. Absent: none. */
  alsoLost?: number
}

/**
 * A sale long after the purchase, at another hour or block, or after many other purchases. `moment`: the delay has no meaning of
 * its own, and a failed sale may succeed later.
 */
export type LaterSale = {
  kind: 'time' | 'moment' | 'purchases'
  /** Seconds from the purchase to the sale; null: the next block. */
  waitedSeconds: number | null
  /** Purchases by others in between. */
  purchases: number
  failed: TradeRun['failed']
  sellTax: number | null
}

/** What a bought balance lost by time alone, while the pool's stayed: percent of it, and the seconds that passed. */
export type BalanceMelt = { percent: number; seconds: number }

/** The pool of the trade. */
export type TradedPool = {
  address: Address
  exchange: string
  style: 'v2' | 'v3'
  quote: { address: Address; symbol: string }
  /** USD on the quote side; null when the quote token has no price. */
  depthUsd: number | null
  /** No pool was found: this one was made inside the simulation with a holder's tokens. */
  made: boolean
}

/** Results of executed trades of a token. */
export type Trade = {
  pool: TradedPool
  runs: TradeRun[]
  /** Empty when it could not be sold within a day either. */
  later: LaterSale[]
  /** Shares of the supply in percent, and seconds; null: no limit found. */
  limits: { maxBuy: number | null; maxSell: number | null; maxHolding: number | null; cooldownSeconds: number | null }
  /** Absent: balances stay as they are. */
  melt?: BalanceMelt
  holders: { sampled: number; failed: number; highestTax: number | null; siphoned: number }
  /** Executions spent, and the parts that the limit cut off. */
  budget: { runs: number; max: number; cut: string[] }
}
