import type { Address, Hex } from '@redoubt/risk/address.ts'

const PUSH20 = 0x73
const PUSH32 = 0x7f
const PUSH1 = 0x60
/** Selectors, masks and small numbers have leading or trailing zeros or ones that no account has. */
const MIN = 1n << 120n
const MAX_FOUND = 16

/**
 * Addresses that are fixed in runtime code, each once, in their order: constants as PUSH20, Solidity's immutables as PUSH32
 * with twelve zeros. Data behind the code may read like one: nothing is proven by being here.
 */
export function codeAddresses(code: Hex): Address[] {
  const bytes = Buffer.from(code.slice(2), 'hex')
  const found = new Set<Address>()
  for (let at = 0; at < bytes.length && found.size < MAX_FOUND; at++) {
    const opcode = bytes[at] ?? 0
    if (opcode < PUSH1 || opcode > PUSH32) continue
    const size = opcode - PUSH1 + 1
    if (opcode >= PUSH20 && at + size < bytes.length) {
      const value = BigInt(`0x${bytes.subarray(at + 1, at + 1 + size).toString('hex')}`)
      if (value >= MIN && value >> 160n === 0n && (value & 0xffff_ffffn) !== 0n && !isMask(value))
        found.add(`0x${value.toString(16).padStart(40, '0')}`)
    }
    at += size
  }
  return [...found]
}

/** All ones from some bit on: how compilers cut words to a width. */
function isMask(value: bigint): boolean {
  return (value & (value + 1n)) === 0n
}
