import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { SignedCall } from '@redoubt/risk/facts/signedIntent.ts'
import { bytesToHex, hexToBytes, keccak256 } from 'viem/utils'
import { type Code, isPush, OPCODES, operandAt, readCode } from '../bytecode/analysis/code.ts'
import { calculate } from '../privileges/paths/calculate.ts'
import { word } from '../privileges/paths/word.ts'

/** A word; null where other accounts, the moment or an answer decide about it. */
type Value = bigint | null

/** One way through the code. `open`: memory from there on is not known. */
type Way = { pc: number; stack: Value[]; memory: Uint8Array; unknown: Uint8Array; open: number; calls: SignedCall[] }

/** Opcodes in all, and one more for so many bytes that are read, moved or hashed: some tens of milliseconds. */
const MAX_STEPS = 30_000
const BYTES_A_STEP = 4
const MAX_WAYS = 128
const MAX_CALLS = 100
const MAX_MEMORY = 32_768
const WORD = 32
const MASK = (1n << 160n) - 1n

/** Operations whose results are not the signed call's alone. */
const DECIDED_ELSEWHERE = new Set(
  'CALLER ORIGIN TIMESTAMP NUMBER GAS CALLVALUE BALANCE SELFBALANCE EXTCODESIZE EXTCODEHASH BLOCKHASH COINBASE PREVRANDAO GASLIMIT GASPRICE BASEFEE BLOBHASH BLOBBASEFEE SLOTNUM RETURNDATASIZE SLOAD TLOAD MSIZE'.split(
    ' ',
  ),
)
/** Operations that compute a word from words. */
const ARITHMETIC = new Set(
  'ADD MUL SUB DIV SDIV MOD SMOD ADDMOD MULMOD EXP SIGNEXTEND LT GT SLT SGT EQ ISZERO AND OR XOR NOT BYTE SHL SHR SAR'.split(
    ' ',
  ),
)

/** Which arguments of an operation are numbers of bytes. */
const LENGTHS: Readonly<Record<string, readonly number[]>> = {
  KECCAK256: [1],
  MCOPY: [2],
  CALLDATACOPY: [2],
  CODECOPY: [2],
  RETURNDATACOPY: [2],
  CALL: [4, 6],
  STATICCALL: [3, 5],
}

/**
 * Returns the calls that code makes when an account runs it as its own (DELEGATECALL) with some call data: where it does nothing else, and the call
 * data alone decides about them. Null where it writes storage, runs other code, creates or ends a contract, where its caller, the
 * moment, a balance, storage or an answer may change the calls, and where it could not be run.
 */
export function fixedCalls(hex: Hex, { account, data }: { account: Address; data: Hex }): SignedCall[] | null {
  const code = readCode(hex)
  const input = hexToBytes(data)
  const ways: Way[] = [
    {
      pc: 0,
      stack: [],
      memory: new Uint8Array(MAX_MEMORY),
      unknown: new Uint8Array(MAX_MEMORY),
      open: MAX_MEMORY,
      calls: [],
    },
  ]
  const budget = { steps: MAX_STEPS, ways: MAX_WAYS }
  let found: SignedCall[] | null = null
  for (let way = ways.pop(); way !== undefined; way = ways.pop()) {
    const end = run(way, { code, input, account, budget }, ways)
    if (end === 'unclear') return null
    if (end === 'failed') continue
    if (found !== null && !areSame(found, way.calls)) return null
    found = way.calls
  }
  return found === null || found.length === 0 ? null : found
}

type Run = { code: Code; input: Uint8Array; account: Address; budget: { steps: number; ways: number } }

function run(way: Way, { code, input, account, budget }: Run, others: Way[]): 'done' | 'failed' | 'unclear' {
  const { stack } = way
  for (;;) {
    if (--budget.steps < 0) return 'unclear'
    const byte = code.bytes[way.pc] ?? 0
    const opcode = OPCODES[byte]
    if (opcode === undefined) return 'unclear'
    const { name, takes } = opcode
    if (stack.length < takes || stack.length > 1024) return 'failed'
    if (isPush(byte)) {
      stack.push(operandAt(code.bytes, way.pc))
      way.pc += byte - 0x5f + 1
      continue
    }
    way.pc++
    if (name === 'JUMPDEST') continue
    if (name === 'DUP') {
      stack.push(stack[stack.length - takes] as Value)
      continue
    }
    if (name === 'SWAP') {
      const [top, deep] = [stack.length - 1, stack.length - takes]
      ;[stack[top], stack[deep]] = [stack[deep] as Value, stack[top] as Value]
      continue
    }
    const args = takes === 0 ? [] : stack.splice(stack.length - takes, takes).reverse()
    if (ARITHMETIC.has(name)) {
      const known = args.filter((one) => one !== null)
      stack.push(
        known.length === args.length
          ? calculate(
              name,
              known.map((one) => word(one)),
            ).value
          : null,
      )
      continue
    }
    if (DECIDED_ELSEWHERE.has(name)) {
      stack.push(null)
      continue
    }
    const [first = null, second = null, third = null] = args
    budget.steps -= bytesOf(name, args) / BYTES_A_STEP
    if (budget.steps < 0) return 'unclear'
    switch (name) {
      case 'STOP':
      case 'RETURN':
        return 'done'
      case 'REVERT':
      case 'INVALID':
        return 'failed'
      case 'POP':
      case 'LOG0':
      case 'LOG1':
      case 'LOG2':
      case 'LOG3':
      case 'LOG4':
        continue
      case 'ADDRESS':
        stack.push(BigInt(account))
        continue
      case 'CALLDATASIZE':
        stack.push(BigInt(input.length))
        continue
      case 'CODESIZE':
        stack.push(BigInt(code.bytes.length))
        continue
      case 'PC':
        stack.push(BigInt(way.pc - 1))
        continue
      case 'JUMP':
      case 'JUMPI': {
        if (first === null) return 'unclear'
        const lands = first < code.bytes.length && code.destinations[Number(first)] === 1
        if (name === 'JUMPI' && second === 0n) continue
        if (name === 'JUMPI' && second === null) {
          // Nothing known decides: both ways are gone.
          if (--budget.ways < 0) return 'unclear'
          others.push(forked(way))
        }
        if (!lands) return 'failed'
        way.pc = Number(first)
        continue
      }
      case 'CALLDATALOAD':
        if (first === null) return 'unclear'
        stack.push(numberOf(partOf(input, first, WORD)))
        continue
      case 'MLOAD': {
        const read = readAt(way, first, BigInt(WORD))
        if (read === 'unclear') return read
        stack.push(read === null ? null : numberOf(read))
        continue
      }
      case 'MSTORE':
      case 'MSTORE8': {
        const length = name === 'MSTORE' ? WORD : 1
        const bytes = second === null ? null : hexToBytes(`0x${second.toString(16).padStart(64, '0')}`).slice(-length)
        if (!writeAt(way, first, bytes, length)) return 'unclear'
        continue
      }
      case 'KECCAK256': {
        const read = readAt(way, first, second)
        if (read === 'unclear') return read
        stack.push(read === null ? null : BigInt(keccak256(read)))
        continue
      }
      case 'MCOPY': {
        const read = readAt(way, second, third)
        if (read === 'unclear' || !writeAt(way, first, read, Number(third))) return 'unclear'
        continue
      }
      case 'CALLDATACOPY':
      case 'CODECOPY': {
        if (second === null || third === null || third > MAX_MEMORY) return 'unclear'
        const part = partOf(name === 'CODECOPY' ? code.bytes : input, second, Number(third))
        if (!writeAt(way, first, part, Number(third))) return 'unclear'
        continue
      }
      case 'RETURNDATACOPY':
        if (first === null || first > MAX_MEMORY) return 'unclear'
        if (third === null) way.open = Math.min(way.open, Number(first))
        else if (!writeAt(way, first, null, Number(third))) return 'unclear'
        continue
      case 'CALL':
      case 'STATICCALL': {
        if (name === 'CALL') {
          const data = readAt(way, args[3] ?? null, args[4] ?? null)
          if (second === null || third === null || data === null || data === 'unclear') return 'unclear'
          if (way.calls.length >= MAX_CALLS) return 'unclear'
          const to = `0x${(second & MASK).toString(16).padStart(40, '0')}` as const
          way.calls.push({ to, value: third, data: bytesToHex(data) })
        }
        const length = args.at(-1) ?? null
        if (length === null || !writeAt(way, args.at(-2) ?? null, null, Number(length))) return 'unclear'
        stack.push(null)
        continue
      }
      default:
        return 'unclear'
    }
  }
}

function bytesOf(name: string, args: readonly Value[]): number {
  return (LENGTHS[name] ?? []).reduce((sum, at) => sum + Math.min(Number(args[at] ?? 0n), MAX_MEMORY), 0)
}

function forked({ pc, stack, memory, unknown, open, calls }: Way): Way {
  return { pc, stack: [...stack], memory: memory.slice(), unknown: unknown.slice(), open, calls: [...calls] }
}

/** Bytes of memory; null where a part is not known. */
function readAt({ memory, unknown, open }: Way, at: Value, length: Value): Uint8Array | null | 'unclear' {
  if (length === 0n) return new Uint8Array(0)
  if (at === null || length === null || at + length > BigInt(MAX_MEMORY)) return 'unclear'
  const [from, to] = [Number(at), Number(at + length)]
  return to > open || unknown.subarray(from, to).includes(1) ? null : memory.slice(from, to)
}

/** Writes bytes, or that they are not known; false where memory does not reach there. */
function writeAt({ memory, unknown }: Way, at: Value, bytes: Uint8Array | null, length: number): boolean {
  if (length === 0) return true
  if (at === null || length > MAX_MEMORY || at + BigInt(length) > BigInt(MAX_MEMORY)) return false
  const from = Number(at)
  if (bytes !== null) memory.set(bytes, from)
  unknown.fill(bytes === null ? 1 : 0, from, from + length)
  return true
}

/** Bytes from a place on; zeros behind the end. */
function partOf(bytes: Uint8Array, at: bigint, length: number): Uint8Array {
  const part = new Uint8Array(length)
  if (at < BigInt(bytes.length)) part.set(bytes.subarray(Number(at), Number(at) + length))
  return part
}

function numberOf(bytes: Uint8Array): bigint {
  return bytes.length === 0 ? 0n : BigInt(bytesToHex(bytes))
}

function areSame(one: readonly SignedCall[], other: readonly SignedCall[]): boolean {
  return (
    one.length === other.length &&
    one.every(({ to, value, data }, at) => {
      const same = other[at]
      return same !== undefined && to === same.to && value === same.value && data === same.data
    })
  )
}
