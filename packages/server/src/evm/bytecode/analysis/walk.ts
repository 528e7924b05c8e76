import { type Code, isPush, OPCODES, operandAt } from './code.ts'
import { type Effect, step } from './step.ts'
import { constant, emptyMemory, type Memory, type Value } from './value.ts'

/** One visited stretch of code, in the context of its callers: its effects and its successors. */
export type Stretch = {
  /** Offset of its first opcode. */
  at: number
  effects: Effect[]
  /** Conditions of the JUMPI that ends it, one a visit: when true, the first of `next` is taken. */
  conditions: Value[]
  next: Stretch[]
  /** Null: it goes on, or its end is unknown. */
  ends: 'success' | 'failure' | null
}
export type Walk = { entry: Stretch; stretches: Stretch[]; complete: boolean }
export type Budget = { /** Opcodes. */ steps: number /** `performance.now()` to stop at. */; until: number }

type Path = { stretch: Stretch; pc: number; stack: Value[]; memory: Memory }

/** Limit of visits to one place with different values on the stack from earlier branches. */
const MAX_VISITS = 3
/** Times one return address may lie on the stack. */
const MAX_RECURSION = 3
const MAX_STRETCHES = 12_000
/** Opcodes between checks of the clock. */
const LOOK = 512

/**
 * Walks every path of one call, as the EVM would with that selector and unknown arguments, storage and environment.
 * Two arrivals at a place are the same when the return addresses on their stacks are: so inner functions keep their callers
 * apart, and loops end. A found fact holds for some path; a missing one may exist if not `complete`.
 */
export function walk(code: Code, selector: number | null, budget: Budget): Walk {
  const known = new Map<string, Stretch>()
  const stretches: Stretch[] = []
  const pending: Path[] = []
  const seen = new Map<Stretch, Set<string>>()
  let complete = true

  const arrive = (pc: number, stack: Value[], memory: Memory): Stretch | null => {
    const returns = returnsOf(stack, code)
    if (returns === null) return null
    const key = `${pc}:${stack.length}:${returns}`
    let stretch = known.get(key)
    if (stretch === undefined) {
      stretch = { at: pc, effects: [], conditions: [], next: [], ends: null }
      known.set(key, stretch)
      stretches.push(stretch)
      seen.set(stretch, new Set())
    }
    // Examining a deep stack costs as much as walking.
    budget.steps -= stack.length >> 3
    const print = stack.map(printOf).join()
    const prints = seen.get(stretch)
    if (prints?.has(print) === false && prints.size < MAX_VISITS && stretches.length < MAX_STRETCHES) {
      prints.add(print)
      pending.push({ stretch, pc, stack: stack.slice(), memory: memory.fork() })
    } else if (stretches.length >= MAX_STRETCHES) complete = false
    return stretch
  }

  const entry = arrive(0, [], emptyMemory())
  if (entry === null) throw new Error('an empty stack has no return addresses')
  let looked = 0
  for (let path = pending.pop(); path !== undefined; path = pending.pop()) {
    if (budget.steps <= 0 || performance.now() > budget.until) return { entry, stretches, complete: false }
    const { stretch, stack, memory } = path
    let { pc } = path
    for (;;) {
      budget.steps--
      if (++looked % LOOK === 0 && performance.now() > budget.until) return { entry, stretches, complete: false }
      const byte = code.bytes[pc] ?? 0
      const opcode = OPCODES[byte]
      if (opcode === undefined || stack.length < opcode.takes || stack.length > 1024) {
        stretch.ends = 'failure'
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
        const taken = condition?.constant ?? null
        const nexts: number[] = []
        if (lands && taken !== 0n) nexts.push(Number(to))
        else if (taken !== 0n && condition === undefined && to !== null) stretch.ends = 'failure'
        if (condition !== undefined && (taken === null || taken === 0n)) nexts.push(pc + 1)
        if (condition !== undefined && taken === null && lands) stretch.conditions.push(condition)
        for (const next of nexts) link(stretch, arrive(next, stack, memory))
        break
      }
      if (opcode.name === 'JUMPDEST') {
        if (pc !== stretch.at) {
          link(stretch, arrive(pc, stack, memory))
          break
        }
        pc++
        continue
      }
      const ended = step({ opcode, pc, stack, memory, selector, effects: stretch.effects })
      if (ended !== null) {
        stretch.ends = ended
        break
      }
      pc++
    }
  }
  return { entry, stretches, complete }
}

function link(from: Stretch, to: Stretch | null): void {
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

/** Distinguishes values, roughly: two additions of other things are the same. */
function printOf(value: Value): string {
  if (value.constant !== null) return value.constant.toString(36)
  return `${value.op}${value.marks}.${value.argument}.${value.from.map(({ slot }) => slot.slice(-6)).join('')}`
}

/** Reachability in a walk. */
type Reach = {
  /** Whether the call may still succeed from there. A path that was cut off counts as alive. */
  alive(stretch: Stretch): boolean
  /** Whether the call can pass there and succeed without passing any of these. */
  freeOf(barriers: ReadonlySet<Stretch>): (stretch: Stretch) => boolean
}

export function reachOf({ entry, stretches }: Walk): Reach {
  const before = new Map<Stretch, Stretch[]>()
  for (const stretch of stretches)
    for (const next of stretch.next) {
      const known = before.get(next)
      if (known === undefined) before.set(next, [stretch])
      else known.push(stretch)
    }
  const ends = stretches.filter(({ ends, next }) => ends === 'success' || (ends === null && next.length === 0))
  const none = new Set<Stretch>()
  const alive = spread(ends, (stretch) => before.get(stretch) ?? [], none)
  return {
    alive: (stretch) => alive.has(stretch),
    freeOf(barriers) {
      const back = spread(ends, (stretch) => before.get(stretch) ?? [], barriers)
      const forth = spread([entry], ({ next }) => next, barriers)
      return (stretch) => back.has(stretch) && forth.has(stretch)
    },
  }
}

function spread(from: Stretch[], steps: (of: Stretch) => Stretch[], barriers: ReadonlySet<Stretch>): Set<Stretch> {
  const reached = new Set(from.filter((stretch) => !barriers.has(stretch)))
  // A set is walked in the order of insertion, what is added on the way included.
  for (const stretch of reached) for (const next of steps(stretch)) if (!barriers.has(next)) reached.add(next)
  return reached
}
