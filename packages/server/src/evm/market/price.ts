/** USD for one whole unit at the block, with its source. */
export type UsdPrice = {
  usd: number
  source: string
  /** Who says so: an oracle, or the pools of exchanges. */
  kind: 'oracle' | 'pool'
  /**
   * The most that any amount of it may be called worth: what its market could pay for all of it. Null for an asset with an
   * oracle feed. Without it, a stranger's token with a small pool of its own would pass for millions.
   */
  maxUsd: number | null
}

/**
 * What is known of a price at the block.
 * `fresh`: an oracle or deep pools give it now. `stale`: the oracle's last answer is too old, and no pools replace it.
 * `unknown`: there is no price that can be relied on.
 */
export type PriceReading =
  | { status: 'fresh'; price: UsdPrice }
  | { status: 'stale'; source: string; hint: PriceHint }
  /** `noMarket`: it has no oracle feed, and the leading exchanges have no pool of it that is deep enough. */
  | { status: 'unknown'; hint: PriceHint; noMarket: boolean }

/**
 * USD for one unit by a source that is not good enough to be a price: an old answer, a thin pool, pools that disagree. It
 * may show that an amount is small, with a wide margin, and nothing else. Null: there is none.
 */
export type PriceHint = number | null
