import type { Hex } from '@redoubt/risk/address.ts'
import { WHOLE } from '@redoubt/risk/facts/walletRights.ts'
import { encodeAbiParameters, parseAbiParameters } from 'viem/utils'

const WORD = parseAbiParameters('uint256')

/** The share of an order that is left. Rounded up, so that the least that is left is something; of nothing, nothing is left. */
export function shareOf(left: bigint, whole: bigint): bigint {
  if (left <= 0n || whole <= 0n) return 0n
  return left >= whole ? WHOLE : (left * WHOLE + whole - 1n) / whole
}

/** Of exchanges that keep what is left of an order plus one: 0 for one that was never touched, 1 for one that is over. Null: no answer. */
export function shareOfRaw(kept: bigint | null, whole: bigint): bigint | null {
  if (kept === null) return null
  return kept === 0n ? WHOLE : shareOf(kept - 1n, whole)
}

/** Of exchanges that keep one bit for each nonce. Null: no answer. */
export function shareOfBit(word: bigint | null, bit: bigint): bigint | null {
  if (word === null) return null
  return (word & (1n << (bit & 0xffn))) === 0n ? WHOLE : 0n
}

export function hex32(id: bigint | null): Hex {
  return encodeAbiParameters(WORD, [(id ?? 0n) % 2n ** 256n])
}
