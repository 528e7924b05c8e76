import type { Address } from './facts.ts'

/** Hexadecimal digits that must agree at each end: what wallets show and what poisoners grind for. */
const PREFIX_DIGITS = 3
const SUFFIX_DIGITS = 4

/**
 * How many digits two different addresses have in common at each end, when that is enough to take one for the other: at
 * least 3 and 4. Null otherwise, and for equal addresses. Chance alone does it to one pair in 16^7, 268 million.
 * @param a lower case, like `b`.
 */
export function resemblance(a: Address, b: Address): { prefix: number; suffix: number } | null {
  if (a === b) return null
  let prefix = 0
  while (a[2 + prefix] === b[2 + prefix]) prefix++
  if (prefix < PREFIX_DIGITS) return null
  let suffix = 0
  while (a.at(-1 - suffix) === b.at(-1 - suffix)) suffix++
  return suffix < SUFFIX_DIGITS ? null : { prefix, suffix }
}
