import type { Address, Hex } from '@redoubt/risk/address.ts'

/** An unused account that replaces a stored target. */
export const UNUSED_ACCOUNT: Address = '0x5e7a51de00000000000000000000000000c0ffee'
const MAX_VALUES = 6
const ADDRESS_BITS = 160n
/** Below this a number of twenty bytes is an amount rather than an address. */
const MIN_ADDRESS = 1n << 120n
const LOW = (1n << ADDRESS_BITS) - 1n
const MAX = (1n << 256n) - 1n

/**
 * Other words that a slot could plausibly hold, the likeliest first and at most six: switched flags, alone or packed beside
 * an address; another address; a rate of nearly all in percent and in basis points; nothing; the most.
 */
export function otherWords(word: Hex): Hex[] {
  const value = BigInt(word)
  const candidates = value < MIN_ADDRESS ? ofNumber(value) : ofAddresses(value)
  const others = [...new Set(candidates)].filter((one) => one !== value && one >= 0n && one <= MAX)
  return others.slice(0, MAX_VALUES).map((one): Hex => `0x${one.toString(16).padStart(64, '0')}`)
}

function ofNumber(value: bigint): bigint[] {
  const unusedAccount = BigInt(UNUSED_ACCOUNT)
  if (value === 0n) return [1n, 99n, 9_900n, MAX, unusedAccount, 0x100n]
  const packed = value < 1n << 32n && [0n, 8n, 16n, 24n].every((shift) => ((value >> shift) & 0xffn) <= 1n)
  return packed ? [value ^ 1n, 0n, value ^ 0x100n, 99n, 9_900n, MAX] : [0n, 99n, 9_900n, MAX, 1n, unusedAccount]
}

function ofAddresses(value: bigint): bigint[] {
  const unusedAccount = BigInt(UNUSED_ACCOUNT)
  const low = value & LOW
  const above = value >> ADDRESS_BITS
  const behind = (value >> 8n) & LOW
  // `bool open; address owner;`: the word alone does not always tell the layout.
  const flagFirst = (value & 0xffn) <= 1n && behind >= MIN_ADDRESS && value >> 176n === 0n
  const first = flagFirst ? [value ^ 1n, (value & 0xffn) | (unusedAccount << 8n)] : []
  if (low < MIN_ADDRESS || above >= 1n << 32n) return [...first, 0n, MAX, value ^ 1n, 1n]
  // An address alone, or with flags behind it (`address owner; bool open;`).
  const flags = [0n, 8n].map((shift) => value ^ (1n << (ADDRESS_BITS + shift)))
  return [...first, ...flags, (above << ADDRESS_BITS) | unusedAccount, 0n]
}
