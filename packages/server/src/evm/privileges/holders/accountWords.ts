import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { ContractFunction } from '@redoubt/risk/facts/bytecode.ts'

const MASK = (1n << 160n) - 1n
/** Fewer bits than this belong to packed amounts, times and flags. */
const MIN = 1n << 120n

/**
 * Returns addresses that a storage word may hold: the word itself or, in a packed word, its low or high twenty bytes or the part
 * behind one or two flags. Execution tells which of them are real accounts.
 */
export function accountsInWord(word: Hex | null): Address[] {
  return isPacked(word) ? accountsAtBits(word, [0, 8, 16, 96]) : accountsAtBits(word, [0])
}

/** Returns the accounts in a word that its contract compares callers with: where the code takes them out, else where they may be. */
export function gateAccounts(functions: readonly ContractFunction[], slot: Hex, word: Hex | null): Address[] {
  const bits = functions.filter(({ gatedBy }) => gatedBy.includes(slot)).map(({ gateBits }) => gateBits?.[slot] ?? null)
  const shown = bits.filter((bit) => bit !== null)
  return shown.length === 0 || shown.length < bits.length ? accountsInWord(word) : accountsAtBits(word, shown)
}

function isPacked(word: Hex | null): boolean {
  return word !== null && word !== '0x' && BigInt(word) >> 160n !== 0n
}

function accountsAtBits(word: Hex | null, bits: readonly number[]): Address[] {
  if (word === null || word === '0x') return []
  const parts = bits.map((bit) => (BigInt(word) >> BigInt(bit)) & MASK).filter((part) => part >= MIN)
  return [...new Set(parts)].map((part): Address => `0x${part.toString(16).padStart(40, '0')}`)
}
