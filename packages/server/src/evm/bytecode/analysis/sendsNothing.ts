import type { Hex } from '@redoubt/risk/address.ts'
import { readMetadata } from './analyseCode.ts'
import { isPush, readCode } from './code.ts'

/** CREATE, CALL, CALLCODE, DELEGATECALL, CREATE2 and SELFDESTRUCT: no other instruction moves coin, or anything in another contract. */
const SENDING = new Set([0xf0, 0xf1, 0xf2, 0xf4, 0xf5, 0xff])

/**
 * Whether code has no instruction by which anything could leave its contract: coins and tokens that it holds stay there for
 * ever. False where data behind the code reads like one.
 */
export function sendsNothing(hex: Hex): boolean {
  const { bytes } = readCode(hex)
  if (bytes.length === 0) return false
  const end = bytes.length - readMetadata(bytes).length
  for (let at = 0; at < end; at++) {
    const opcode = bytes[at] ?? 0
    if (SENDING.has(opcode)) return false
    if (isPush(opcode)) at += opcode - 0x5f
  }
  return true
}
