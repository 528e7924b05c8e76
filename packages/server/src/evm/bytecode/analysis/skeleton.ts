import type { Hex } from '@redoubt/risk/address.ts'
import { keccak256 } from 'viem/utils'
import { isPush } from './opcodes.ts'

const INVALID = 0xfe

/**
 * keccak256 of the opcodes without the operands of PUSH and without what lies behind the code (metadata, tables, the code
 * of contracts it creates): equal for copies with other constants, names and addresses. All PUSHes count as one, as the
 * length of a constant is part of it.
 * @param end of the metadata's start.
 */
export function skeletonOf(bytes: Uint8Array, end: number): Hex {
  const opcodes: number[] = []
  for (let at = 0; at < end; at++) {
    const code = bytes[at] ?? 0
    // Solidity ends a contract's code with INVALID; what follows is data unless a jump may land there.
    if (code === INVALID && bytes[at + 1] !== 0x5b) break
    opcodes.push(isPush(code) ? 0x60 : code)
    if (isPush(code)) at += code - 0x5f
  }
  return keccak256(Uint8Array.from(opcodes))
}
