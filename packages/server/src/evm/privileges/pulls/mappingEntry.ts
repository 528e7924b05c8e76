import type { Address } from '@redoubt/risk/address.ts'
import { keccak256 } from 'viem/utils'

/** Slots where tokens keep their balances. */
export const BALANCE_SLOTS = Array.from({ length: 12 }, (_, at) => BigInt(at))

/** Slot of an account's entry in the mapping of a slot. */
export function entryOf(account: Address, base: bigint): bigint {
  return entryOfWord(BigInt(account), base)
}

/** Slot of the entry about a word in the mapping of a slot. */
export function entryOfWord(key: bigint, base: bigint): bigint {
  const word = (value: bigint) => value.toString(16).padStart(64, '0')
  return BigInt(keccak256(`0x${word(key)}${word(base)}`))
}
