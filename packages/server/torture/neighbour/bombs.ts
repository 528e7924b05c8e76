import type { Address, Hex } from '@redoubt/risk/address.ts'
import { assemble } from '../../src/evm/simulation/testing/assembler.ts'

/** Contracts that use up what executes or reads them: gas, memory, branches, storage. */
const BOMBS: readonly Hex[] = [
  assemble(':again @again JUMP'),
  assemble(
    ':again 0 0 32768 0 0 0x00000000000000000000000000000000000000b5 GAS CALL POP 400000 GAS GT @again JUMPI STOP',
  ),
  assemble(':again 32768 0 LOG0 400000 GAS GT @again JUMPI STOP'),
  assemble('0 :again 1 ADD DUP1 DUP1 SSTORE @again JUMP'),
  assemble(':again 100000 0 KECCAK256 POP @again JUMP'),
  manyFunctions(200),
]

export const BOMB_ADDRESSES = BOMBS.map((_, index): Address => `0x${`b00b${index}`.padStart(40, '0')}`)

export async function placeBombs(rpc: (method: string, params: readonly unknown[]) => Promise<unknown>): Promise<void> {
  for (const [index, code] of BOMBS.entries()) await rpc('anvil_setCode', [BOMB_ADDRESSES[index], code])
  await rpc('evm_mine', [])
}

/** Functions for an owner in slot 0 that burn all of their gas. */
function manyFunctions(count: number): Hex {
  const tests = Array.from({ length: count }, (_, index) => `DUP1 ${0x10000000 + index * 7} EQ @body JUMPI`).join('\n')
  return assemble(`0 CALLDATALOAD 224 SHR ${tests} 0 0 REVERT
    :body CALLER 0 SLOAD EQ @allowed JUMPI 0 0 REVERT :allowed 4 CALLDATALOAD 5 SSTORE :loop 3 SLOAD 4 SSTORE @loop JUMP`)
}
