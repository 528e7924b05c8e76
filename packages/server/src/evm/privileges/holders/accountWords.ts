import type { Address, Hex } from '@redoubt/risk/address.ts'

const MASK = (1n << 160n) - 1n
/** Fewer bits than this belong to packed amounts, times and flags. */
const MIN = 1n << 120n

/**
 * Returns addresses that a storage word may hold: the word itself or, in a packed word, its low or high twenty bytes or the part
 * behind one or two flags. Execution tells which of them are real accounts.
 */
export function accountsInWord(word: Hex | null): Address[] {
  if (word === null || word === '0x') return []
  const value = BigInt(word)
  const shifts = value >> 160n === 0n ? [0n] : [0n, 8n, 16n, 96n]
  const parts = shifts.map((shift) => (value >> shift) & MASK).filter((part) => part >= MIN)
  return [...new Set(parts)].map((part): Address => `0x${part.toString(16).padStart(40, '0')}`)
}
