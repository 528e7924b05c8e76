/** USD that an attacker may spend to discredit a stranger. */
const LITTLE_USD = 100
/** Share of all income. */
const LITTLE_SHARE = 0.01

/**
 * Whether income is a small amount, or a small part of all income. The receiver did not choose it, so it says little about them.
 * Income without a price is not small.
 */
export function isLittle({ share, usd }: { share: number | null; usd: number | null }): boolean {
  return (usd !== null && usd < LITTLE_USD) || (share !== null && share < LITTLE_SHARE)
}
