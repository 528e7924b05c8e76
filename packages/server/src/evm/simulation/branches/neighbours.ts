import type { Hex } from '@redoubt/risk/address.ts'
import { operandAt, readCode } from '../../bytecode/analysis/code.ts'
import { isPush, OPCODES } from '../../bytecode/analysis/opcodes.ts'
import type { Leaf } from './leaf.ts'
import type { Candidate } from './solveCondition.ts'

const LEAVES: ReadonlySet<string> = new Set<Leaf>(['COINBASE', 'GASLIMIT', 'BASEFEE', 'GASPRICE'])
/** Instructions on either side in which compilers put the other operand of a comparison. */
const NEAR = 6
const MAX = 8

/** Constants written next to an environment opcode, as the other side of a comparison whose result is not followed. */
export function neighbours(hex: Hex): Candidate[] {
  const { bytes, destinations } = readCode(hex)
  const instructions: { name: string; operand: bigint | null }[] = []
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0
    const operand = isPush(byte) ? operandAt(bytes, at) : null
    // A jump target is no value.
    const lands = operand !== null && operand < bytes.length && destinations[Number(operand)] === 1
    instructions.push({ name: OPCODES[byte]?.name ?? '', operand: lands ? null : operand })
    if (isPush(byte)) at += byte - 0x5f
  }
  const found: Candidate[] = []
  for (const [index, { name }] of instructions.entries()) {
    if (!LEAVES.has(name)) continue
    for (const { operand } of instructions.slice(Math.max(0, index - NEAR), index + NEAR + 1))
      if (operand !== null && operand > 0xffffn && operand >> 160n === 0n && operand !== ADDRESS_MASK)
        for (const value of [operand, operand + 1n]) found.push({ leaf: name as Leaf, value, exact: false })
  }
  return found.slice(0, MAX)
}

const ADDRESS_MASK = (1n << 160n) - 1n
