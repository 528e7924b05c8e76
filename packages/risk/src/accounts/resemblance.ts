import type { Address } from '../address.ts'

/** Hexadecimal digits that must agree at each end: the digits that wallets show and address poisoners brute-force. */
const PREFIX_DIGITS = 3
const SUFFIX_DIGITS = 4

/**
 * Returns how many digits two different addresses share at each end, when that suffices to confuse them: at least 3 and 4. Null
 * otherwise, for equal addresses, and when all these digits are zeros: every receiver of a minted token has the zero address in
 * its history, and deployers choose addresses with zeros to save gas. By chance it happens to one pair in 16^7, 268 million.
 * @param a lower case, like `b`.
 */
export function resemblance(a: Address, b: Address): { prefix: number; suffix: number } | null {
  if (a === b) return null
  let prefix = 0
  while (a[2 + prefix] === b[2 + prefix]) prefix++
  if (prefix < PREFIX_DIGITS) return null
  let suffix = 0
  while (a.at(-1 - suffix) === b.at(-1 - suffix)) suffix++
  if (suffix < SUFFIX_DIGITS) return null
  return /^0+$/.test(a.slice(2, 2 + prefix) + a.slice(-suffix)) ? null : { prefix, suffix }
}
