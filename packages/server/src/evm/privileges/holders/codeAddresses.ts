import type { Address, Hex } from '@redoubt/risk/address.ts'

const PUSH20 = 0x73
const PUSH32 = 0x7f
const PUSH1 = 0x60
/** Selectors, masks and small numbers have leading or trailing zeros or ones that no account has. */
const MIN = 1n << 120n
const MIN_HASH = 1n << 200n
const WORD = (1n << 256n) - 1n
const MAX_FOUND = 16

/**
 * Addresses that are fixed in runtime code, each once, in their order: constants as PUSH20, Solidity's immutables as PUSH32
 * with twelve zeros. Data behind the code may read like one: nothing is proven by being here.
 */
export function codeAddresses(code: Hex): Address[] {
  const found = constantsOf(code, PUSH20).filter(
    (value) => value >= MIN && value >> 160n === 0n && (value & 0xffff_ffffn) !== 0n && !isMask(value),
  )
  return found.slice(0, MAX_FOUND).map((value): Address => `0x${value.toString(16).padStart(40, '0')}`)
}

const CLONE = /^0x363d3d373d3d3d363d73[0-9a-f]{40}5af43d82803e903d91602b57fd5bf3/

/** Returns the accounts among the words that a clone keeps behind its code (EIP-1167 with immutable arguments). */
export function cloneArguments(code: Hex): Address[] {
  const [head] = CLONE.exec(code) ?? []
  if (head === undefined) return []
  const words = code.slice(head.length).match(/.{64}/g) ?? []
  const accounts = words.filter((word) => word.startsWith('0'.repeat(24)) && BigInt(`0x${word}`) >= MIN)
  return [...new Set(accounts.map((word): Address => `0x${word.slice(24)}`))].slice(0, MAX_FOUND)
}

/** Words of runtime code that may be hashes, such as the roles that it asks for without a function that names them. */
export function codeHashes(code: Hex): Hex[] {
  const found = constantsOf(code, PUSH32).filter(
    (value) => value >= MIN_HASH && (value & 0xffff_ffff_ffffn) !== 0n && !isMask(value) && !isMask(~value & WORD),
  )
  return found.slice(0, MAX_FOUND).map((value): Hex => `0x${value.toString(16).padStart(64, '0')}`)
}

/** Pushed constants, each once, of at least the size of an opcode's. */
function constantsOf(code: Hex, smallest: number): bigint[] {
  const bytes = Buffer.from(code.slice(2), 'hex')
  const found = new Set<bigint>()
  for (let at = 0; at < bytes.length; at++) {
    const opcode = bytes[at] ?? 0
    if (opcode < PUSH1 || opcode > PUSH32) continue
    const size = opcode - PUSH1 + 1
    if (opcode >= smallest && at + size < bytes.length)
      found.add(BigInt(`0x${bytes.subarray(at + 1, at + 1 + size).toString('hex')}`))
    at += size
  }
  return [...found]
}

/** All ones from some bit on: how compilers cut words to a width. */
function isMask(value: bigint): boolean {
  return (value & (value + 1n)) === 0n
}
