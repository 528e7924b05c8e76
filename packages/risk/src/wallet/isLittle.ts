/** USD that somebody may spend to make a stranger look bad. */
const LITTLE_USD = 100
/** Of all that came. */
const LITTLE_SHARE = 0.01

/**
 * Whether income is a small amount, or a small part of all: nobody chooses what is sent to him, so it says little of whoever got it.
 * What has no price is not called little.
 */
export function isLittle({ share, usd }: { share: number | null; usd: number | null }): boolean {
  return (usd !== null && usd < LITTLE_USD) || (share !== null && share < LITTLE_SHARE)
}
