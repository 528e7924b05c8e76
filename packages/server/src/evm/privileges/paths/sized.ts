/** A number of the call, and what the code made of it by constants, one step after another: its size follows from the number's. */
export type Sized = { root: { value: bigint; marks: number }; steps: readonly Step[] }
type Step = { by: 'add' | 'multiply' | 'divide' | 'rest'; of: bigint }
/** From `least` to `most`. `every`: what is left of it where it is divided by that number. */
export type Range = { least: bigint; most: bigint; every?: { of: bigint; rest: bigint } }

const LIMIT = 1n << 256n
const MAX = LIMIT - 1n
export const ANY: Range = { least: 0n, most: MAX }
const MAX_STEPS = 4

/** A step from a number of the call to the result of an operation, whose other operand is a constant; null for any other operation. `isFirst`: the number is the first operand. */
export function stepOf(op: string, other: bigint, isFirst: boolean): Step | null {
  if (op === 'ADD') return { by: 'add', of: other }
  if (op === 'SUB') return isFirst ? { by: 'add', of: (LIMIT - other) % LIMIT } : null
  if (op === 'AND') return (other & (other + 1n)) === 0n && other !== MAX ? { by: 'rest', of: other + 1n } : null
  if (op === 'MUL') return other === 0n ? null : { by: 'multiply', of: other }
  if (op === 'DIV' || op === 'MOD')
    return isFirst && other > 0n ? { by: op === 'DIV' ? 'divide' : 'rest', of: other } : null
  if ((op !== 'SHL' && op !== 'SHR') || isFirst || other > 255n) return null
  return { by: op === 'SHL' ? 'multiply' : 'divide', of: 1n << other }
}

/** What a number of the call is after one more step. */
export function after({ root, steps }: Sized, step: Step): Sized | undefined {
  const last = steps.at(-1)
  // An offset that goes on and on is one sum.
  if (last?.by === 'add' && step.by === 'add')
    return { root, steps: [...steps.slice(0, -1), { by: 'add', of: (last.of + step.of) % LIMIT }] }
  return steps.length < MAX_STEPS ? { root, steps: [...steps, step] } : undefined
}

/** How large a number is after all steps, where it lies in a range before them. */
export function forward(range: Range, steps: readonly Step[]): Range {
  return steps.reduce(stepped, range)
}

/** The part of a range from where all steps lead into another one; null where no number of it does. What cannot be told is left in. */
export function backward(range: Range, steps: readonly Step[], into: Range): Range | null {
  const step = steps.at(-1)
  if (step === undefined) return both(range, into)
  const before = steps.slice(0, -1)
  const from = forward(range, before)
  const reached = both(stepped(from, step), into)
  if (reached === null) return null
  return backward(range, before, unstepped(from, step, reached))
}

/** What lies in both ranges; null where nothing does. */
function both(one: Range, other: Range): Range | null {
  // Of two divisions, the one by the larger number says more.
  const [every, less] = [one.every, other.every].toSorted((a, b) => Number((b?.of ?? 0n) - (a?.of ?? 0n)))
  if (every !== undefined && less !== undefined && every.of % less.of === 0n && every.rest % less.of !== less.rest)
    return null
  const [low, high] = [one.least > other.least ? one.least : other.least, one.most < other.most ? one.most : other.most]
  const least = every === undefined ? low : low + modulo(every.rest - low, every.of)
  const most = every === undefined ? high : high - modulo(high - every.rest, every.of)
  return least > most ? null : { least, most, ...(every !== undefined && { every }) }
}

function stepped({ least, most, every }: Range, { by, of }: Step): Range {
  if (by === 'divide') return { least: least / of, most: most / of }
  // Past the last number it goes on from zero.
  if (by === 'multiply') return most * of > MAX ? ANY : { least: least * of, most: most * of }
  if (by === 'add') {
    const isPast = least + of > MAX
    return !isPast && most + of > MAX ? ANY : { least: (least + of) % LIMIT, most: (most + of) % LIMIT }
  }
  if (most < of) return { least, most }
  if (every !== undefined && every.of % of === 0n) return { least: every.rest % of, most: every.rest % of }
  return { least: 0n, most: of - 1n }
}

function unstepped(from: Range, { by, of }: Step, { least, most }: Range): Range {
  if (by === 'divide') {
    const end = most * of + of - 1n
    return { least: least * of, most: end > MAX ? MAX : end }
  }
  if (by === 'multiply') return from.most * of > MAX ? ANY : { least: (least + of - 1n) / of, most: most / of }
  if (by === 'add') {
    if (least >= of) return { least: least - of, most: most - of }
    if (most < of) return { least: least - of + LIMIT, most: most - of + LIMIT }
    if (from.most < least - of + LIMIT) return { least: 0n, most: most - of }
    return from.least > most - of ? { least: least - of + LIMIT, most: MAX } : ANY
  }
  if (from.most < of) return { least, most }
  return least === most ? { ...ANY, every: { of, rest: least } } : ANY
}

const modulo = (value: bigint, of: bigint): bigint => ((value % of) + of) % of
