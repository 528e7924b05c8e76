import type { Arity } from './code.ts'
import { compute } from './compute.ts'
import { constant, MARK, type Memory, operation, type Place, placeOf, source, type Value } from './value.ts'

/** An effect of a stretch of code. `place` null: the slot is unknown. */
export type Effect =
  | { type: 'read'; place: Place | null }
  | { type: 'write'; place: Place | null; slot: Value; value: Value }
  | { type: 'multiply'; value: Value }
  | { type: 'call'; op: string; to: Value; amount: Value | null }
  | { type: 'create'; op: string }
  | { type: 'selfdestruct'; to: Value }
  | { type: 'log' }
  | { type: 'origin' }
  /** A function selector written to memory: of a call that is made somewhere. */
  | { type: 'mention'; selector: number }

type Step = {
  opcode: Arity
  pc: number
  stack: Value[]
  memory: Memory
  /** Selector of the walked call; null: unknown. */
  selector: number | null
  effects: Effect[]
}

const ENVIRONMENT: Record<string, number> = {
  CALLER: MARK.caller,
  ORIGIN: MARK.origin,
  TIMESTAMP: MARK.time,
  NUMBER: MARK.time,
  SLOTNUM: MARK.time,
  ADDRESS: MARK.self,
  COINBASE: MARK.block,
  PREVRANDAO: MARK.block,
  GASLIMIT: MARK.block,
  BASEFEE: MARK.block,
  GASPRICE: MARK.block,
  BLOCKHASH: MARK.block,
  BALANCE: MARK.balance,
  SELFBALANCE: MARK.balance,
  CALLVALUE: MARK.balance,
}
const CALLS = new Set(['CALL', 'CALLCODE', 'DELEGATECALL', 'STATICCALL'])
const MAX_EFFECTS = 40

/** Runs one opcode that is no push or jump on what is known. Returns how the call ends with it, or null. */
export function step({
  opcode: { name, takes },
  pc,
  stack,
  memory,
  selector,
  effects,
}: Step): 'success' | 'failure' | null {
  const note = (effect: Effect) => {
    if (effects.length < MAX_EFFECTS) effects.push(effect)
  }
  if (name === 'DUP' || name === 'SWAP') {
    if (name === 'DUP') stack.push(stack[stack.length - takes] as Value)
    else {
      const top = stack.length - 1
      const deep = stack.length - takes
      ;[stack[top], stack[deep]] = [stack[deep] as Value, stack[top] as Value]
    }
    return null
  }
  const args = takes === 0 ? [] : stack.splice(stack.length - takes, takes).reverse()
  const [first, second, third] = args as [Value, Value, Value]
  if (CALLS.has(name)) {
    note({ type: 'call', op: name, to: second, amount: name === 'CALL' || name === 'CALLCODE' ? third : null })
    const [offset, size] = args.slice(-2) as [Value, Value]
    memory.forget(offset, size)
    stack.push(source(name, MARK.answer))
    return null
  }
  switch (name) {
    case 'STOP':
    case 'RETURN':
      return 'success'
    case 'REVERT':
    case 'INVALID':
      return 'failure'
    case 'SELFDESTRUCT':
      note({ type: 'selfdestruct', to: first })
      return 'success'
    case 'MSTORE':
      memory.store(first, second)
      if (isSelector(second)) note({ type: 'mention', selector: Number((second.constant ?? 0n) >> 224n) })
      return null
    case 'MSTORE8':
      return null
    case 'MLOAD':
      stack.push(memory.load(first))
      return null
    case 'KECCAK256':
      stack.push(memory.hash(first, second))
      return null
    case 'SLOAD': {
      const place = placeOf(first)
      note({ type: 'read', place })
      stack.push(operation('SLOAD', [first], place === null ? {} : { from: place }))
      return null
    }
    case 'SSTORE':
      note({ type: 'write', place: placeOf(first), slot: first, value: second })
      return null
    case 'CALLDATALOAD':
      stack.push(callDataWord(first, selector))
      return null
    case 'CALLDATACOPY':
    case 'CODECOPY':
    case 'RETURNDATACOPY':
    case 'MCOPY':
      memory.forget(first, third)
      return null
    case 'PC':
      stack.push(constant(BigInt(pc)))
      return null
    case 'CREATE':
    case 'CREATE2':
      note({ type: 'create', op: name })
      break
    case 'MUL':
      if (first.constant === null && second.constant === null) note({ type: 'multiply', value: operation('MUL', args) })
      break
    case 'ORIGIN':
      note({ type: 'origin' })
      break
    case 'LOG0':
    case 'LOG1':
    case 'LOG2':
    case 'LOG3':
    case 'LOG4':
      note({ type: 'log' })
      return null
    case 'POP':
    case 'TSTORE':
    case 'EXTCODECOPY':
      return null
  }
  stack.push(resultOf(name, args, selector))
  return null
}

function resultOf(name: string, args: Value[], selector: number | null): Value {
  const marks = ENVIRONMENT[name]
  if (marks !== undefined) return args.length === 0 ? source(name, marks) : operation(name, args, { marks })
  const [first, second] = args
  // The dispatcher: call data is longer than a selector, and the selector is known.
  if (name === 'LT' && first?.op === 'CALLDATASIZE' && second?.constant === 4n) return constant(0n)
  if (selector !== null && first !== undefined && second !== undefined) {
    if (name === 'SHR' && first.constant === 224n && second.op === 'SELECTOR') return constant(BigInt(selector))
    if (name === 'DIV' && second.constant === 1n << 224n && first.op === 'SELECTOR') return constant(BigInt(selector))
  }
  return compute(name, args)
}

function callDataWord({ constant: offset, marks }: Value, selector: number | null): Value {
  if (offset === 0n) return source(selector === null ? 'ANY' : 'SELECTOR', 0)
  if (offset !== null && offset >= 4n && (offset - 4n) % 32n === 0n && offset < 4n + 32n * 30n)
    return source('ARG', MARK.argument, 1 << Number((offset - 4n) / 32n))
  return source('ARG', MARK.argument | marks)
}

function isSelector({ constant: word }: Value): boolean {
  return word !== null && word >> 232n !== 0n && (word & ((1n << 224n) - 1n)) === 0n
}
