import type { Value } from '../../bytecode/analysis/value.ts'

/** Part of a value that a builder, or time, decides: an opcode's name, or the state of the block's coinbase or the sender. */
export type Leaf =
  | 'COINBASE'
  | 'PREVRANDAO'
  | 'GASLIMIT'
  | 'BASEFEE'
  | 'GASPRICE'
  | 'BLOBBASEFEE'
  | 'BLOCKHASH'
  | 'GAS'
  | 'TIMESTAMP'
  | 'NUMBER'
  | 'COINBASE.balance'
  | 'COINBASE.code'
  | 'SENDER.balance'
  /** An answer of another contract, whose code may have read any of these. */
  | 'ANSWER'

const PLAIN: ReadonlySet<string> = new Set<Leaf>([
  'COINBASE',
  'PREVRANDAO',
  'GASLIMIT',
  'BASEFEE',
  'GASPRICE',
  'BLOBBASEFEE',
  'BLOCKHASH',
  'GAS',
  'TIMESTAMP',
  'NUMBER',
])
const ADDRESS_MASK = (1n << 160n) - 1n

/** The environment value that this value is, and nothing else; null for all others, computed ones included. */
export function leafOf(value: Value): Leaf | null {
  const { op, args } = value
  if (PLAIN.has(op)) return op as Leaf
  // Memory that nothing known was written to holds what a call answered, mostly; transient storage is not followed.
  if (op === 'MLOAD' || op === 'TLOAD') return 'ANSWER'
  if (op === 'AND') {
    const [first, second] = args
    if (first?.constant === ADDRESS_MASK && second) return addressLeaf(second)
    if (second?.constant === ADDRESS_MASK && first) return addressLeaf(first)
  }
  if (op !== 'BALANCE' && op !== 'EXTCODESIZE' && op !== 'EXTCODEHASH') return null
  const whose = args[0] === undefined ? undefined : bare(args[0]).op
  if (whose === 'COINBASE') return op === 'BALANCE' ? 'COINBASE.balance' : 'COINBASE.code'
  return op === 'BALANCE' && (whose === 'ORIGIN' || whose === 'CALLER') ? 'SENDER.balance' : null
}

/** Every environment value that a value is computed from. */
export function leavesOf(value: Value, found = new Set<Leaf>()): Set<Leaf> {
  const leaf = leafOf(value)
  if (leaf !== null) found.add(leaf)
  if (leaf === null || leaf === 'BLOCKHASH') for (const arg of value.args) leavesOf(arg, found)
  return found
}

function addressLeaf(value: Value): Leaf | null {
  return value.op === 'COINBASE' ? 'COINBASE' : null
}

/** Without the masks of an address. */
function bare(value: Value): Value {
  if (value.op !== 'AND') return value
  const [first, second] = value.args
  if (first?.constant === ADDRESS_MASK && second) return second
  return second?.constant === ADDRESS_MASK && first ? first : value
}
