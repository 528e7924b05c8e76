/** USD for one whole unit at the block, with its source. */
export type UsdPrice = {
  usd: number
  source: string
  /**
   * The most that any amount of it may be called worth: what its market could pay for all of it. Null when an oracle speaks.
   * Without it, a stranger's token with a small pool of its own would pass for millions.
   */
  maxUsd: number | null
}
