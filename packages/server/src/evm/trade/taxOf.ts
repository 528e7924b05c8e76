/** Returns the share of the sent amount that did not arrive, in percent with four decimals; null when nothing was sent. */
export function taxOf(given: bigint, arrived: bigint): number | null {
  if (given <= 0n) return null
  if (arrived >= given) return 0
  // To the nearest: tokens round their taxes down.
  return Number(((given - arrived) * 1_000_000n + given / 2n) / given) / 10_000
}
