import type { Hex } from '@redoubt/risk/address.ts'
import { isPush } from '../bytecode/analysis/code.ts'

/** A place in code: `compare` has its two operands on the stack, `hash` the memory that is hashed. */
export type Stop = { at: number; kind: 'compare' | 'hash' }

const [SUB, EQ, XOR, KECCAK256, JUMPI, REVERT, PUSH4] = [0x03, 0x14, 0x18, 0x20, 0x57, 0xfd, 0x63]
/** Marks what stopped code tells, so that no revert reason passes for it. */
const MARK = '5ec0ff1e'
/** Reverts with both operands and the mark: PUSH1 0 MSTORE, PUSH1 32 MSTORE, PUSH4 mark PUSH1 64 MSTORE, PUSH1 96 PUSH1 0 REVERT. */
const TELL = Buffer.from(`60005260205263${MARK}60405260606000fd`, 'hex')
const TOLD = new RegExp(`^0x([0-9a-f]{64})([0-9a-f]{64})0{56}${MARK}$`)
const MAX_STOPS = 48

/** Returns the comparisons and hashes of runtime code. The selector that a dispatcher compares is left out. */
export function stopsIn(code: Hex, kind: Stop['kind']): Stop[] {
  const bytes = Buffer.from(code.slice(2), 'hex')
  const found: Stop[] = []
  let before = 0
  for (let at = 0; at < bytes.length && found.length < MAX_STOPS; at++) {
    const opcode = bytes[at] ?? 0
    const isFound = kind === 'hash' ? opcode === KECCAK256 : isComparison(bytes, at) && before !== PUSH4
    if (isFound) found.push({ at, kind })
    before = opcode
    if (isPush(opcode)) at += opcode - 0x5f
  }
  return found
}

/** A difference counts where a jump depends on nothing else: compilers write inequality so. */
function isComparison(bytes: Buffer, at: number): boolean {
  const opcode = bytes[at]
  if (opcode === EQ) return true
  if (opcode !== SUB && opcode !== XOR) return false
  const push = bytes[at + 1] ?? 0
  return isPush(push) && bytes[at + 1 + (push - 0x5f) + 1] === JUMPI
}

/** Returns the code that reverts at a place: with the operands of a comparison, or with what is hashed. */
export function stoppedAt(code: Hex, { at, kind }: Stop): Hex {
  const told = kind === 'hash' ? Buffer.from([REVERT]) : TELL
  const bytes = Buffer.from(code.slice(2), 'hex')
  return `0x${Buffer.concat([bytes.subarray(0, at), told, bytes.subarray(at + told.length)]).toString('hex')}`
}

/** The operands that a stopped comparison told; null where the call did not come to it. */
export function operandsOf(output: Hex): readonly [bigint, bigint] | null {
  const [, first, second] = TOLD.exec(output) ?? []
  return first === undefined || second === undefined ? null : [BigInt(`0x${first}`), BigInt(`0x${second}`)]
}

/** Key and base slot of the entry whose place a stopped hash computes; null where it hashes something else. */
export function entryOf(output: Hex): { key: Hex; base: Hex } | null {
  return output.length === 130 ? { key: output.slice(0, 66) as Hex, base: `0x${output.slice(66)}` } : null
}
