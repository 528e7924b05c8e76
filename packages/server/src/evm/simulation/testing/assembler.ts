import type { Hex } from '@redoubt/risk/address.ts'

/** Opcodes the tests use, by mnemonic (Ethereum yellow paper, appendix H). PUSH is written as a number or hex value. */
const OPCODES: Record<string, number> = {
  STOP: 0x00, ADD: 0x01, MUL: 0x02, SUB: 0x03, DIV: 0x04, MOD: 0x06, LT: 0x10, GT: 0x11, EQ: 0x14, ISZERO: 0x15, AND: 0x16, OR: 0x17, XOR: 0x18, NOT: 0x19,
  SHL: 0x1b, SHR: 0x1c, KECCAK256: 0x20, ADDRESS: 0x30, BALANCE: 0x31, ORIGIN: 0x32, CALLER: 0x33, CALLVALUE: 0x34,
  CALLDATALOAD: 0x35, CALLDATASIZE: 0x36, CALLDATACOPY: 0x37, CODESIZE: 0x38, CODECOPY: 0x39, GASPRICE: 0x3a,
  EXTCODESIZE: 0x3b, EXTCODECOPY: 0x3c, RETURNDATASIZE: 0x3d,
  RETURNDATACOPY: 0x3e, EXTCODEHASH: 0x3f, BLOCKHASH: 0x40, COINBASE: 0x41, TIMESTAMP: 0x42, NUMBER: 0x43, PREVRANDAO: 0x44,
  GASLIMIT: 0x45, CHAINID: 0x46, SELFBALANCE: 0x47, BASEFEE: 0x48, BLOBHASH: 0x49, BLOBBASEFEE: 0x4a, POP: 0x50, MLOAD: 0x51, MSTORE: 0x52, SLOAD: 0x54,
  SSTORE: 0x55, JUMP: 0x56, JUMPI: 0x57, GAS: 0x5a, JUMPDEST: 0x5b, TLOAD: 0x5c, TSTORE: 0x5d, DUP1: 0x80, DUP2: 0x81, DUP3: 0x82, DUP5: 0x84,
  DUP6: 0x85, DUP7: 0x86, DUP8: 0x87, SWAP1: 0x90, SWAP2: 0x91, SWAP5: 0x94, LOG0: 0xa0, LOG1: 0xa1, LOG2: 0xa2,
  LOG3: 0xa3, LOG4: 0xa4, CREATE: 0xf0, CALL: 0xf1, RETURN: 0xf3, DELEGATECALL: 0xf4, STATICCALL: 0xfa, REVERT: 0xfd, INVALID: 0xfe,
  SELFDESTRUCT: 0xff,
} // biome-ignore format: a table
/**
 * Assembles whitespace-separated mnemonics: opcodes, values (pushed with as few bytes as fit), `:label` (a JUMPDEST) and
 * `@label` (a two-byte push of its position). `;` begins a comment.
 * @example assemble('1 0 SSTORE STOP')
 */
export function assemble(source: string): Hex {
  const words = source.replace(/;.*$/gm, '').split(/\s+/).filter(Boolean)
  const positions = new Map<string, number>()
  const parts: (string | { label: string })[] = []
  let position = 0
  for (const word of words) {
    if (word.startsWith(':')) positions.set(word.slice(1), position)
    const part = encode(word)
    parts.push(part)
    position += typeof part === 'string' ? part.length / 2 : 3
  }
  const resolve = (label: string) => {
    const target = positions.get(label)
    if (target === undefined) throw new Error(`no label ${label}`)
    return `61${target.toString(16).padStart(4, '0')}`
  }
  return `0x${parts.map((part) => (typeof part === 'string' ? part : resolve(part.label))).join('')}`
}

function encode(word: string): string | { label: string } {
  if (word.startsWith('@')) return { label: word.slice(1) }
  const opcode = word.startsWith(':') ? OPCODES.JUMPDEST : OPCODES[word]
  if (opcode !== undefined) return opcode.toString(16).padStart(2, '0')
  const digits = BigInt(word).toString(16)
  const value = digits.length % 2 === 0 ? digits : `0${digits}`
  return (0x5f + value.length / 2).toString(16) + value
}

/** Creation code that runs `first` and deploys the given runtime code. */
export function deployer(runtime: Hex, first = ''): Hex {
  const size = (runtime.length - 2) / 2
  // The header's own length is one byte to push whatever it is, so any guess below 256 measures it.
  const header = (start: number) => assemble(`${first} ${size} DUP1 ${start} 0 CODECOPY 0 RETURN`)
  const length = (header(10).length - 2) / 2
  return `${header(length)}${runtime.slice(2)}`
}
