import type { Hex } from '../../risk/facts.ts'

/** Opcodes through which code can read the block, the fees, a balance or the gas, by byte. */
const OPCODES = new Map<number, string>([
  [0x31, 'BALANCE'],
  [0x3a, 'GASPRICE'],
  [0x40, 'BLOCKHASH'],
  [0x41, 'COINBASE'],
  [0x42, 'TIMESTAMP'],
  [0x43, 'NUMBER'],
  [0x44, 'PREVRANDAO'],
  [0x45, 'GASLIMIT'],
  [0x48, 'BASEFEE'],
  [0x5a, 'GAS'],
])
const PUSH1 = 0x60
const PUSH32 = 0x7f

/** Names of the environment opcodes in code, PUSH data excluded. Data after the code may add some: it errs on that side. */
export function environmentOpcodes(code: Hex): ReadonlySet<string> {
  const bytes = Buffer.from(code.slice(2), 'hex')
  const found = new Set<string>()
  for (let position = 0; position < bytes.length; position++) {
    const opcode = bytes[position] ?? 0
    if (opcode >= PUSH1 && opcode <= PUSH32) position += opcode - PUSH1 + 1
    else {
      const name = OPCODES.get(opcode)
      if (name !== undefined) found.add(name)
    }
  }
  return found
}
