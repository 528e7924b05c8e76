import { toFunctionSelector } from 'viem/utils'
import type { Hex } from '../../../../risk/facts.ts'
import { assemble } from '../../../simulation/testing/assembler.ts'

/**
 * Runtime code of a contract that answers each function with one word, whatever its arguments, and reverts on all others.
 * @example answering({ 'token0()': USDC, 'fee()': 500n })
 */
export function answering(answers: Record<string, Hex | bigint>): Hex {
  const entries = Object.entries(answers).map(([signature, answer], at) => ({ signature, answer, at }))
  const jumps = entries.map(({ signature, at }) => `DUP1 ${toFunctionSelector(signature)} EQ @f${at} JUMPI`)
  const bodies = entries.map(({ answer, at }) => `:f${at} ${answer} 0 MSTORE 32 0 RETURN`)
  return assemble(`0 CALLDATALOAD 224 SHR ${jumps.join(' ')} 0 0 REVERT ${bodies.join(' ')}`)
}
