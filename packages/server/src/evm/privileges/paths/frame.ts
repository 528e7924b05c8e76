import { type Code, isPush, OPCODES, operandAt } from '../../bytecode/analysis/code.ts'
import { runDeepStack } from '../../bytecode/analysis/deepStack.ts'
import { calculate } from './calculate.ts'
import { addChosen } from './chosenInputs.ts'
import { type Foretold, hashOf } from './hashOf.ts'
import { ACCOUNT_MASK, inputMark, inputsOf, TAINT } from './marks.ts'
import { TaintedBytes } from './taintedBytes.ts'
import { type Word, word } from './word.ts'

/** One call in progress. */
export type Frame = {
  /** Whose storage and coins the code uses. */
  account: bigint
  code: Code
  pc: number
  stack: Word[]
  memory: TaintedBytes
  input: TaintedBytes
  /** What the last call answered. */
  answer: TaintedBytes
  caller: Word
  /** Where the caller wants the answer. */
  output: { at: number; length: number }
  /** Pulls seen before it: those after are undone with it. */
  pullsBefore: number
}

export type World = {
  /** The contract that has the power: allowances, or a right over what others keep elsewhere. */
  address: bigint
  caller: bigint
  timestamp: bigint
  number: bigint
  chainId: bigint
  storage(account: bigint, slot: bigint): Promise<bigint>
  /** Slots that hold the address of code that runs in a contract's place (see `slotKey`). */
  delegateSlots: Set<string>
  /** Values of words that a call can set to its own argument: prices and limits. */
  settable: Set<bigint>
  /** Slots of mappings, by the slots of their entries. */
  bases: Map<bigint, bigint>
  /** Marks of the outermost key of each entry of a mapping, by the entry's slot, where those are looked for. */
  keys?: Map<bigint, number>
  /** Masked inputs (see `addChosen`). */
  free: Set<bigint>
  /** Code that will be at addresses which the code itself computes (see `foretoldCode`). */
  foretold: Foretold
  /** What the contract holds of its assets, where that is known; null: coins. */
  holdings?: ReadonlyMap<bigint | null, bigint>
  /** The call names no function: its caller chooses how long it is. */
  anyLength?: boolean
  /** Is told of other accounts that the code asks, or whose coins or code it looks at. */
  contacts?: Set<bigint>
}

/** What the executor has to decide. */
export type Request =
  | { type: 'branch'; to: number; condition: Word }
  | { type: 'call'; op: string; to: Word; value: Word; input: TaintedBytes; output: Frame['output'] }
  /** The call chooses the code that runs in the contract's place. */
  | { type: 'upgrade' }
  | { type: 'end'; success: boolean; answer: TaintedBytes }

/** Stands among the slots of a path that read a balance. */
export const BALANCE_READ = 'a balance was read'

/** A word of an account's storage. */
export const slotKey = (account: bigint, slot: bigint): string => `${account}S${slot}`

/** Memory that one call may use: more is a loop or a trick. */
const MAX_MEMORY = 65_536
const CHOSEN_LENGTH = 164
const CODE_SIZE_OF_OTHERS = 1_000n
const BALANCE = 10n ** 18n
const SELECTOR = 4

/** The mark of the length of a call, which no argument before the last ones has. */
const LENGTH_MARK = inputMark(Number.POSITIVE_INFINITY)

/** Operations that look at another account. */
const LOOKS = new Set(['BALANCE', 'EXTCODESIZE', 'EXTCODEHASH'])

const failed = (): Request => ({ type: 'end', success: false, answer: new TaintedBytes() })

/** Bytes that cost as much as an opcode when they are copied, hashed or passed on. */
const BYTES_A_STEP = 32

/** Runs a frame until it branches, calls or ends. `count` is told of steps before they are made; false ends the frame. */
export async function advance(
  frame: Frame,
  slots: Map<string, Word>,
  world: World,
  count: (steps: number) => boolean,
): Promise<Request> {
  const { code, stack, memory } = frame
  /** Whether memory has so many bytes, and the path so many steps left. */
  const mayUse = (length: number, ...ends: number[]) =>
    ends.every((end) => end <= MAX_MEMORY) && count(Math.floor(length / BYTES_A_STEP))
  for (;;) {
    if (!count(1)) return failed()
    const byte = code.bytes[frame.pc] ?? 0
    const deep = runDeepStack(code.bytes, frame.pc, stack)
    if (deep !== null && deep > 0) {
      frame.pc += deep
      continue
    }
    const opcode = OPCODES[byte]
    if (opcode === undefined || stack.length < opcode.takes || stack.length > 1024) return failed()
    if (isPush(byte)) {
      stack.push(word(operandAt(code.bytes, frame.pc)))
      frame.pc += byte - 0x5f + 1
      continue
    }
    const { name, takes } = opcode
    frame.pc++
    if (name === 'JUMPDEST') continue
    if (name === 'DUP') {
      stack.push(stack[stack.length - takes] as Word)
      continue
    }
    if (name === 'SWAP') {
      const [top, deep] = [stack.length - 1, stack.length - takes]
      ;[stack[top], stack[deep]] = [stack[deep] as Word, stack[top] as Word]
      continue
    }
    const args = takes === 0 ? [] : stack.splice(stack.length - takes, takes).reverse()
    const [first, second, third] = args as [Word, Word, Word]
    const at = sizeOf(first)
    switch (name) {
      case 'STOP':
        return { type: 'end', success: true, answer: new TaintedBytes() }
      case 'SELFDESTRUCT':
        return { type: 'end', success: true, answer: new TaintedBytes() }
      case 'RETURN':
        return { type: 'end', success: true, answer: memory.slice(at, sizeOf(second)) }
      case 'REVERT':
      case 'INVALID':
        return failed()
      case 'JUMP':
        if (code.destinations[at] !== 1) return failed()
        frame.pc = at
        continue
      case 'JUMPI':
        return { type: 'branch', to: at, condition: second }
      case 'CALL':
      case 'CALLCODE':
      case 'DELEGATECALL':
      case 'STATICCALL': {
        const [inAt, outAt, outLength] = [sizeOf(args.at(-4)), sizeOf(args.at(-2)), sizeOf(args.at(-1))]
        const inLength = lengthOf(args.at(-3))
        if (!mayUse(inLength, inAt + inLength, outAt + outLength)) return failed()
        return {
          type: 'call',
          op: name,
          to: second,
          value: name === 'CALL' ? third : word(0n),
          input: memory.slice(inAt, inLength),
          output: { at: outAt, length: outLength },
        }
      }
      case 'SLOAD':
      case 'TLOAD': {
        const key = name === 'SLOAD' ? slotKey(frame.account, first.value) : `${frame.account}T${first.value}`
        const kept = slots.get(key)
        const value = kept?.value ?? (name === 'TLOAD' ? 0n : await world.storage(frame.account, first.value))
        const marks = (kept?.marks ?? TAINT.stored) | first.marks
        const { value: slot, base } = first
        const isEntry = name === 'SLOAD' && kept === undefined
        stack.push(isEntry ? { value, marks, slot, ...(base !== undefined && { base }) } : word(value, marks))
        continue
      }
      case 'SSTORE':
      case 'TSTORE':
        {
          const key = name === 'SSTORE' ? slotKey(frame.account, first.value) : `${frame.account}T${first.value}`
          slots.set(key, {
            ...word(second.value, second.marks),
            place: first.marks,
            ...(first.base !== undefined && { base: first.base }),
          })
          if (name === 'SSTORE' && inputsOf(second.marks) !== 0 && first.marks === 0)
            world.settable.add(await world.storage(frame.account, first.value))
          if (inputsOf(second.marks) !== 0 && world.delegateSlots.has(key)) return { type: 'upgrade' }
        }
        continue
      case 'MSTORE':
      case 'MSTORE8':
        if (at > MAX_MEMORY) return failed()
        memory.store(at, second, name === 'MSTORE' ? 32 : 1)
        continue
      case 'MLOAD':
        if (at > MAX_MEMORY) return failed()
        stack.push(memory.word(at))
        continue
      case 'KECCAK256':
      case 'CALLDATACOPY':
      case 'CODECOPY':
      case 'RETURNDATACOPY':
      case 'MCOPY': {
        const length = lengthOf(name === 'KECCAK256' ? second : third)
        const from = sizeOf(second)
        if (!mayUse(length, at + length)) return failed()
        if (name === 'KECCAK256') stack.push(hashOf(memory, { at, length }, world))
        else if (name === 'CODECOPY') memory.copyPlain(at, code.bytes, from, length)
        else if (name === 'MCOPY') memory.copy(at, memory, from, length)
        else memory.copy(at, name === 'CALLDATACOPY' ? frame.input : frame.answer, from, length)
        continue
      }
      case 'CALLDATALOAD':
        stack.push(frame.input.word(at))
        continue
      case 'CREATE':
      case 'CREATE2':
        stack.push(word(0n))
        continue
      case 'POP':
      case 'LOG0':
      case 'LOG1':
      case 'LOG2':
      case 'LOG3':
      case 'LOG4':
        continue
      case 'EXTCODECOPY': {
        const length = lengthOf(args[3])
        if (!mayUse(length, sizeOf(second) + length)) return failed()
        memory.copy(sizeOf(second), TaintedBytes.of(new Uint8Array(length), TAINT.answer), 0, length)
        continue
      }
      default: {
        if (name === 'SELFBALANCE' || (name === 'BALANCE' && (first.value & ACCOUNT_MASK) === frame.account))
          slots.set(BALANCE_READ, word(1n))
        if (LOOKS.has(name) && first.value !== frame.account) world.contacts?.add(first.value)
        const known = environment(name, args, frame, world)
        const result = known ?? calculate(name, args)
        if (known === null) addChosen(name, args, result, world.free)
        stack.push(result)
      }
    }
  }
}

function environment(name: string, args: readonly Word[], frame: Frame, world: World): Word | null {
  switch (name) {
    case 'CALLER':
      return frame.caller
    case 'ORIGIN':
      return word(world.caller, TAINT.caller)
    case 'ADDRESS':
      return word(frame.account)
    case 'TIMESTAMP':
      return { value: world.timestamp, marks: TAINT.time, clock: true }
    case 'NUMBER':
      return { value: world.number, marks: TAINT.time, clock: true }
    case 'CHAINID':
      return word(world.chainId)
    case 'CALLVALUE':
      return { value: 0n, marks: 0, paid: true }
    case 'CALLDATASIZE':
      return word(BigInt(frame.input.length), world.anyLength === true ? LENGTH_MARK : 0)
    case 'CODESIZE':
      return word(BigInt(frame.code.bytes.length))
    case 'RETURNDATASIZE':
      return word(BigInt(frame.answer.length))
    case 'MSIZE':
      return word(BigInt(Math.ceil(frame.memory.length / 32) * 32))
    case 'GAS':
      return word(1_000_000n)
    case 'BALANCE':
    case 'SELFBALANCE': {
      const isOwn = name === 'SELFBALANCE' || ((args[0]?.value ?? 0n) & ACCOUNT_MASK) === frame.account
      return word((isOwn && frame.account === world.address ? world.holdings?.get(null) : undefined) ?? BALANCE)
    }
    case 'EXTCODESIZE':
      // Which kind of account a name in the call has is the caller's choice.
      return word(CODE_SIZE_OF_OTHERS, args[0]?.marks ?? 0)
    case 'EXTCODEHASH':
    case 'BLOCKHASH':
    case 'COINBASE':
    case 'PREVRANDAO':
    case 'GASLIMIT':
    case 'GASPRICE':
    case 'BASEFEE':
    case 'BLOBHASH':
    case 'BLOBBASEFEE':
    case 'SLOTNUM':
      return word(30_000_000n, TAINT.environment | (args[0]?.marks ?? 0))
    case 'PC':
      return word(BigInt(frame.pc - 1))
    default:
      return null
  }
}

/** An offset or a length; what no memory has is cut off. */
function sizeOf(one: Word | undefined): number {
  return one === undefined ? 0 : one.value > 1_000_000n ? 1_000_000 : Number(one.value)
}

/** A length; the caller writes one that fits where it is part of the call. */
function lengthOf(one: Word | undefined): number {
  const length = sizeOf(one)
  return length > MAX_MEMORY && one !== undefined && inputsOf(one.marks) !== 0 ? CHOSEN_LENGTH : length
}

export const selectorOf = (input: TaintedBytes): number =>
  input.length < SELECTOR ? 0 : Number(input.word(0).value >> 224n)
