import type { Bytecode } from '@redoubt/risk/facts/bytecode.ts'

// Execution specification of Ethereum up to Osaka, by the first opcode of a run: `name:takes:leaves`. SLOTNUM is of Amsterdam (EIP-7843):
// where a network does not have it yet the code halts there, so that reading on covers more than runs.
const RUNS: [number, string][] = [
  [
    0x00,
    'STOP:0:0 ADD:2:1 MUL:2:1 SUB:2:1 DIV:2:1 SDIV:2:1 MOD:2:1 SMOD:2:1 ADDMOD:3:1 MULMOD:3:1 EXP:2:1 SIGNEXTEND:2:1',
  ],
  [
    0x10,
    'LT:2:1 GT:2:1 SLT:2:1 SGT:2:1 EQ:2:1 ISZERO:1:1 AND:2:1 OR:2:1 XOR:2:1 NOT:1:1 BYTE:2:1 SHL:2:1 SHR:2:1 SAR:2:1 CLZ:1:1',
  ],
  [0x20, 'KECCAK256:2:1'],
  [
    0x30,
    'ADDRESS:0:1 BALANCE:1:1 ORIGIN:0:1 CALLER:0:1 CALLVALUE:0:1 CALLDATALOAD:1:1 CALLDATASIZE:0:1 CALLDATACOPY:3:0 CODESIZE:0:1 CODECOPY:3:0 GASPRICE:0:1 EXTCODESIZE:1:1 EXTCODECOPY:4:0 RETURNDATASIZE:0:1 RETURNDATACOPY:3:0 EXTCODEHASH:1:1',
  ],
  [
    0x40,
    'BLOCKHASH:1:1 COINBASE:0:1 TIMESTAMP:0:1 NUMBER:0:1 PREVRANDAO:0:1 GASLIMIT:0:1 CHAINID:0:1 SELFBALANCE:0:1 BASEFEE:0:1 BLOBHASH:1:1 BLOBBASEFEE:0:1 SLOTNUM:0:1',
  ],
  [
    0x50,
    'POP:1:0 MLOAD:1:1 MSTORE:2:0 MSTORE8:2:0 SLOAD:1:1 SSTORE:2:0 JUMP:1:0 JUMPI:2:0 PC:0:1 MSIZE:0:1 GAS:0:1 JUMPDEST:0:0 TLOAD:1:1 TSTORE:2:0 MCOPY:3:0',
  ],
  [0xa0, 'LOG0:2:0 LOG1:3:0 LOG2:4:0 LOG3:5:0 LOG4:6:0'],
  [0xf0, 'CREATE:3:1 CALL:7:1 CALLCODE:7:1 RETURN:2:0 DELEGATECALL:6:1 CREATE2:4:1'],
  [0xfa, 'STATICCALL:6:1'],
  [0xfd, 'REVERT:2:0 INVALID:0:0 SELFDESTRUCT:1:0'],
]

/** By opcode; undefined for what no EVM executes. PUSH, DUP and SWAP are told by their number, see `isPush`. */
export const OPCODES: readonly (Arity | undefined)[] = Array.from({ length: 256 }, (_, code) => {
  if (isPush(code)) return { name: 'PUSH', takes: 0, leaves: 1 }
  if (code >= 0x80 && code <= 0x8f) return { name: 'DUP', takes: code - 0x7f, leaves: code - 0x7e }
  if (code >= 0x90 && code <= 0x9f) return { name: 'SWAP', takes: code - 0x8e, leaves: code - 0x8e }
  for (const [first, run] of RUNS) {
    const [name, takes, leaves] = run.split(' ')[code - first]?.split(':') ?? []
    if (name !== undefined) return { name, takes: Number(takes), leaves: Number(leaves) }
  }
  return undefined
})

/** Runtime code with its valid jump destinations (EIP-3541 code, 0xef…, has none: no EVM runs it). */
export type Code = { bytes: Uint8Array; destinations: Uint8Array }

/** EIP-170 allows 24,576 bytes; some chains more. Longer code is analysed up to this length. */
const MAX_BYTES = 131_072

export function readCode(hex: string): Code {
  const bytes = Uint8Array.from(Buffer.from(hex.slice(2, 2 + MAX_BYTES * 2), 'hex'))
  const destinations = new Uint8Array(bytes.length)
  if (bytes[0] === 0xef) return { bytes: new Uint8Array(0), destinations: new Uint8Array(0) }
  for (let at = 0; at < bytes.length; at++) {
    const code = bytes[at] ?? 0
    if (code === 0x5b) destinations[at] = 1
    if (isPush(code)) at += code - 0x5f
  }
  return { bytes, destinations }
}

/** Bytes that a number holds exactly. */
const SAFE_BYTES = 6
const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

/** Returns the operand of the PUSH at an offset; past the end of the code the EVM reads zeros. */
export function operandAt(bytes: Uint8Array, at: number): bigint {
  const size = (bytes[at] ?? 0x5f) - 0x5f
  if (size <= SAFE_BYTES) {
    let number = 0
    for (let n = 1; n <= size; n++) number = number * 256 + (bytes[at + n] ?? 0)
    return BigInt(number)
  }
  let digits = '0x'
  for (let n = 1; n <= size; n++) digits += HEX[bytes[at + n] ?? 0]
  return BigInt(digits)
}

/** Stack items that an opcode takes and leaves. */
export type Arity = { name: string; takes: number; leaves: number }

/** PUSH0 (EIP-3855) to PUSH32. */
export function isPush(code: number): boolean {
  return code >= 0x5f && code <= 0x7f
}

/** Facts of code by itself, before functions get names: equal for equal code at any address. */
export type AnalysedCode = Omit<Bytecode, 'address'>
