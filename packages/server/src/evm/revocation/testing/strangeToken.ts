import type { Hex } from '@redoubt/risk/address.ts'
import { toFunctionSelector } from 'viem/utils'
import { assemble } from '../../simulation/testing/assembler.ts'

/** Bodies of functions, in the assembler's words. */
export const YES = '1 0 MSTORE 32 0 RETURN'
export const SET = '36 CALLDATALOAD 0 SSTORE'
export const REFUSE_ZERO = '36 CALLDATALOAD ISZERO @no JUMPI'
export const DECREASE = `36 CALLDATALOAD 0 SLOAD SUB 0 SSTORE ${YES}`

/** A token with one allowance, in slot 0. */
export function strangeToken(approval: string, others: Record<string, string> = {}): Hex {
  const functions = Object.entries({
    'allowance(address,address)': '0 SLOAD 0 MSTORE 32 0 RETURN',
    'approve(address,uint256)': approval,
    ...others,
  })
  const jumps = functions.map(([name], at) => `DUP1 ${toFunctionSelector(name)} EQ @f${at} JUMPI`)
  const bodies = functions.map(([, body], at) => `:f${at} ${body}`)
  return assemble(`0 CALLDATALOAD 224 SHR ${jumps.join(' ')} :no 0 0 REVERT ${bodies.join(' ')}`)
}
