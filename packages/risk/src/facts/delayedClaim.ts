import type { Address, Hex } from '../address.ts'

/** A call that only pays its sender, executed at once and later, against the same call executed only later. */
export type DelayedClaim = {
  contract: Address
  /** The largest part of what the call pays now. */
  asset: { address: Address | null; symbol: string | null; decimals: number | null }
  /** Sum of that asset by calls now, after 30 and after 400 days. */
  now: bigint
  /** Sum of that asset by calls only later, and the days after which these calls are made. */
  later: bigint
  days: number[]
  /** Selector of another function that pays as much later, where calls only later pay far more: the called one is not the usual exit. */
  otherFunction: Hex | null
  /** USD of all assets in the two ways. */
  nowUsd: number
  laterUsd: number
}
