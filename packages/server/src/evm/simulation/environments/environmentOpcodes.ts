import type { Hex } from '@redoubt/risk/address.ts'

/**
 * What code can read of its surroundings: opcode names, and two that only matter in some runs. `CALL_GAS` is GAS used as
 * the gas of the call that follows it, which the code itself never sees; `OWN_BALANCE` is the balance of the executing
 * account.
 */
export type EnvironmentRead = string

const OPCODES = new Map<number, string>([
  [0x31, 'BALANCE'],
  [0x3a, 'GASPRICE'],
  [0x40, 'BLOCKHASH'],
  [0x41, 'COINBASE'],
  [0x42, 'TIMESTAMP'],
  // EIP-7843, of Amsterdam.
  [0x4b, 'SLOTNUM'],
  [0x43, 'NUMBER'],
  [0x44, 'PREVRANDAO'],
  [0x45, 'GASLIMIT'],
  [0x47, 'OWN_BALANCE'],
  [0x48, 'BASEFEE'],
  [0x4a, 'BLOBBASEFEE'],
  [0x5a, 'GAS'],
])
const ADDRESS = 0x30
const BALANCE = 0x31
const GAS = 0x5a
const JUMPDEST = 0x5b
const PUSH1 = 0x60
const PUSH32 = 0x7f
/** STOP, JUMP, RETURN, REVERT, INVALID, SELFDESTRUCT: nothing after them runs before the next JUMPDEST. */
const ENDS: ReadonlySet<number> = new Set([0x00, 0x56, 0xf3, 0xfd, 0xfe, 0xff])
/** CALL, CALLCODE, DELEGATECALL, STATICCALL: they take their gas from the top of the stack. */
const CALLS: ReadonlySet<number> = new Set([0xf1, 0xf2, 0xf4, 0xfa])
/** ADDRESS and BALANCE as older compilers write them, with a mask of 160 bits between: PUSH20 ff… AND. */
const MASK = Buffer.from(`73${'ff'.repeat(20)}16`, 'hex')

/**
 * What code can read, by one sweep as the EVM itself makes to find jump targets. Push data and bytes that nothing can
 * reach (after an end, before a JUMPDEST: a contract's metadata, mostly) are left out; every other opcode counts, also
 * in functions that did not run.
 */
export function environmentOpcodes(code: Hex): ReadonlySet<EnvironmentRead> {
  const bytes = Buffer.from(code.slice(2), 'hex')
  const found = new Set<EnvironmentRead>()
  let reachable = true
  for (let position = 0; position < bytes.length; position++) {
    const opcode = bytes[position] ?? 0
    if (opcode === JUMPDEST) reachable = true
    else if (opcode >= PUSH1 && opcode <= PUSH32) position += opcode - PUSH1 + 1
    else if (reachable) {
      const own = opcode === ADDRESS ? ownBalance(bytes, position) : 0
      const name = own > 0 ? 'OWN_BALANCE' : nameOf(opcode, bytes[position + 1] ?? 0)
      if (name !== undefined) found.add(name)
      if (ENDS.has(opcode)) reachable = false
      position += own
    }
  }
  return found
}

function nameOf(opcode: number, next: number): EnvironmentRead | undefined {
  return opcode === GAS && CALLS.has(next) ? 'CALL_GAS' : OPCODES.get(opcode)
}

/** Bytes from ADDRESS to a BALANCE that reads it, 0 when it is used for something else. */
function ownBalance(bytes: Buffer, address: number): number {
  const masked = bytes.subarray(address + 1, address + 1 + MASK.length).equals(MASK)
  const length = masked ? MASK.length + 1 : 1
  return bytes[address + length] === BALANCE ? length : 0
}
