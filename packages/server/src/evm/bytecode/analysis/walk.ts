import { type Code, isPush, OPCODES, operandAt } from './code.ts'
import { runDeepStack } from './deepStack.ts'
import { type Effect, step } from './step.ts'
import { constant, emptyMemory, type Memory, source, type Value } from './value.ts'

/** One visited stretch of code, in the context of its callers: its effects and its successors. */
export type BasicBlock = {
  /** Offset of its first opcode. */
  at: number
  effects: Effect[]
  /** Conditions of the JUMPI that ends it, one a visit: when true, the first of `next` is taken. */
  conditions: Value[]
  next: BasicBlock[]
  /** Null: it goes on, or its end is unknown. */
  ends: 'success' | 'failure' | null
}
export type Walk = { entry: BasicBlock; basicBlocks: BasicBlock[]; complete: boolean }
/** `steps`: opcodes left. Counted, not timed, so that the same code has the same facts on a busy machine. */
export type Budget = { steps: number }

/** `first`: the stack of the first visit. */
type Visits = { prints: Set<string>; first: readonly Value[]; widened: boolean }
type Path = { basicBlock: BasicBlock; pc: number; stack: Value[]; memory: Memory }

/**
 * Limit of visits to one place with different values on the stack from earlier branches. One more is made with what differs as
 * unknown: a loop that counts to a constant would else never end.
 */
const MAX_VISITS = 3
/** Times one return address may lie on the stack. */
const MAX_RECURSION = 3
const SELECTOR_BYTES = 4n
const MAX_SIZE = 1n << 32n
const MAX_STRETCHES = 12_000

/**
 * Walks every path of one call, as the EVM would with that selector and unknown arguments, storage and environment.
 * Two arrivals at a place are the same when the return addresses on their stacks are: so inner functions keep their callers
 * apart, and loops end. `hasData`: the call data holds a selector. A found fact holds for some path; a missing one may exist if not `complete`.
 */
export function walk(
  code: Code,
  selector: number | null,
  budget: Budget,
  { hasData = false }: { hasData?: boolean } = {},
): Walk {
  const known = new Map<string, BasicBlock>()
  const basicBlocks: BasicBlock[] = []
  const pending: Path[] = []
  const seen = new Map<BasicBlock, Visits>()
  let complete = true

  const arrive = (pc: number, stack: Value[], memory: Memory): BasicBlock | null => {
    const returns = returnsOf(stack, code)
    if (returns === null) return null
    const key = `${pc}:${stack.length}:${returns}`
    let basicBlock = known.get(key)
    if (basicBlock === undefined) {
      basicBlock = { at: pc, effects: [], conditions: [], next: [], ends: null }
      known.set(key, basicBlock)
      basicBlocks.push(basicBlock)
      seen.set(basicBlock, { prints: new Set(), first: stack.slice(), widened: false })
    }
    // Examining a deep stack costs as much as walking.
    budget.steps -= stack.length >> 3
    const print = stack.map(printOf).join()
    const visits = seen.get(basicBlock)
    if (basicBlocks.length >= MAX_STRETCHES) complete = false
    else if (visits?.prints.has(print) === false && visits.prints.size < MAX_VISITS) {
      visits.prints.add(print)
      pending.push({ basicBlock, pc, stack: stack.slice(), memory: memory.fork() })
    } else if (visits?.prints.has(print) === false && !visits.widened) {
      visits.widened = true
      pending.push({ basicBlock, pc, stack: widened(stack, visits.first), memory: memory.fork() })
    }
    return basicBlock
  }

  const entry = arrive(0, [], emptyMemory())
  if (entry === null) throw new Error('an empty stack has no return addresses')
  for (let path = pending.pop(); path !== undefined; path = pending.pop()) {
    if (budget.steps <= 0) return { entry, basicBlocks, complete: false }
    const { basicBlock, stack, memory } = path
    let { pc } = path
    for (;;) {
      budget.steps--
      const byte = code.bytes[pc] ?? 0
      const deep = runDeepStack(code.bytes, pc, stack)
      if (deep !== null && deep > 0) {
        pc += deep
        continue
      }
      const opcode = OPCODES[byte]
      if (opcode === undefined || stack.length < opcode.takes || stack.length > 1024) {
        basicBlock.ends = 'failure'
        break
      }
      if (isPush(byte)) {
        stack.push(constant(operandAt(code.bytes, pc)))
        pc += byte - 0x5f + 1
        continue
      }
      if (opcode.name === 'JUMP' || opcode.name === 'JUMPI') {
        const target = stack.pop()
        const condition = opcode.name === 'JUMPI' ? stack.pop() : undefined
        const to = target?.constant ?? null
        if (to === null) complete = false
        const lands = to !== null && to < code.bytes.length && code.destinations[Number(to)] === 1
        const bySize = hasData && condition !== undefined ? truthOfSize(condition) : null
        const taken = condition?.constant ?? bySize
        const nexts: number[] = []
        if (lands && taken !== 0n) nexts.push(Number(to))
        else if (taken !== 0n && condition === undefined && to !== null) basicBlock.ends = 'failure'
        if (condition !== undefined && (taken === null || taken === 0n)) nexts.push(pc + 1)
        if (condition !== undefined && taken === null && lands) basicBlock.conditions.push(condition)
        for (const next of nexts) link(basicBlock, arrive(next, stack, memory))
        break
      }
      if (opcode.name === 'JUMPDEST') {
        if (pc !== basicBlock.at) {
          link(basicBlock, arrive(pc, stack, memory))
          break
        }
        pc++
        continue
      }
      const ended = step({ opcode, pc, stack, memory, selector, effects: basicBlock.effects })
      if (ended !== null) {
        basicBlock.ends = ended
        break
      }
      pc++
    }
  }
  return { entry, basicBlocks, complete }
}

/** Result of a test whether there is a selector, of call data that has one; null: another test. */
function truthOfSize({ op, args }: Value): bigint | null {
  const [first, second] = args
  if (op === 'CALLDATASIZE') return 1n
  if (op === 'ISZERO' && first !== undefined) {
    const truth = truthOfSize(first)
    return truth === null ? null : 1n - truth
  }
  const isLess = op === 'LT' && first?.op === 'CALLDATASIZE' && (second?.constant ?? MAX_SIZE) <= SELECTOR_BYTES
  return isLess ? 0n : null
}

/** The stack with every number that is another one than on the first visit as unknown. */
function widened(stack: readonly Value[], first: readonly Value[]): Value[] {
  return stack.map((value, at) =>
    value.constant === null || value.constant === first[at]?.constant ? value : source('ANY', 0),
  )
}

function link(from: BasicBlock, to: BasicBlock | null): void {
  if (to !== null && !from.next.includes(to)) from.next.push(to)
}

/** Returns the stack positions of jump destinations; null in a recursion too deep to learn anything new. */
function returnsOf(stack: readonly Value[], { destinations, bytes }: Code): string | null {
  let text = ''
  const times = new Map<bigint, number>()
  for (let at = 0; at < stack.length; at++) {
    const value = stack[at]?.constant
    if (value === null || value === undefined || value < 4n || value >= bytes.length) continue
    if (destinations[Number(value)] !== 1) continue
    const before = times.get(value) ?? 0
    if (before === MAX_RECURSION) return null
    times.set(value, before + 1)
    text += `${at}.${value} `
  }
  return text
}

const TRUTHS = new Set(['ISZERO', 'EQ', 'LT', 'GT', 'SLT', 'SGT'])
/** Operations inside a compared value that are told apart: a field of a word behind its mask and shift. */
const MAX_TOLD = 8

/**
 * Distinguishes values, roughly: two additions of other things are the same. Two comparisons are not, so that each part of a joined condition is
 * seen where both paths meet.
 */
function printOf(value: Value): string {
  if (value.constant !== null) return value.constant.toString(36)
  if (TRUTHS.has(value.op) && value.args.length > 0) return `${value.op}(${value.args.map(toldApart).join()})`
  return roughly(value)
}

function toldApart(value: Value): string {
  const isSmall = value.constant === null && value.args.length > 0 && value.size <= MAX_TOLD
  return isSmall ? `${value.op}(${value.args.map(toldApart).join()})` : printOf(value)
}

function roughly(value: Value): string {
  return `${value.op}${value.marks}.${value.argument}.${value.from.map(({ slot }) => slot.slice(-6)).join('')}`
}

/** Reachability in a walk. */
type Reach = {
  /** Whether the call may still succeed from there. A path that was cut off counts as alive. */
  alive(basicBlock: BasicBlock): boolean
  /** Whether the call can pass there and succeed without passing any of these. */
  avoids(barriers: ReadonlySet<BasicBlock>): (basicBlock: BasicBlock) => boolean
}

export function reachOf({ entry, basicBlocks }: Walk): Reach {
  const before = new Map<BasicBlock, BasicBlock[]>()
  for (const basicBlock of basicBlocks)
    for (const next of basicBlock.next) {
      const known = before.get(next)
      if (known === undefined) before.set(next, [basicBlock])
      else known.push(basicBlock)
    }
  const ends = basicBlocks.filter(({ ends, next }) => ends === 'success' || (ends === null && next.length === 0))
  const none = new Set<BasicBlock>()
  const alive = spread(ends, (basicBlock) => before.get(basicBlock) ?? [], none)
  return {
    alive: (basicBlock) => alive.has(basicBlock),
    avoids(barriers) {
      const back = spread(ends, (basicBlock) => before.get(basicBlock) ?? [], barriers)
      const forth = spread([entry], ({ next }) => next, barriers)
      return (basicBlock) => back.has(basicBlock) && forth.has(basicBlock)
    },
  }
}

function spread(
  from: BasicBlock[],
  steps: (of: BasicBlock) => BasicBlock[],
  barriers: ReadonlySet<BasicBlock>,
): Set<BasicBlock> {
  const reached = new Set(from.filter((basicBlock) => !barriers.has(basicBlock)))
  // A set is walked in the order of insertion, what is added on the way included.
  for (const basicBlock of reached) for (const next of steps(basicBlock)) if (!barriers.has(next)) reached.add(next)
  return reached
}
