import type { Hex } from '@redoubt/risk/address.ts'

/** Where a value comes from. A value computed from others has the marks of all. */
export const MARK = {
  caller: 1,
  origin: 2,
  time: 4,
  block: 8,
  answer: 16,
  self: 32,
  argument: 64,
  balance: 128,
} as const

/** Known content of a stack item: a constant, or an operation on others. */
export type Value = {
  /** `CONST`, an opcode's name, `ARG`, or `ANY` where the inside was dropped for its size. */
  op: string
  args: readonly Value[]
  constant: bigint | null
  /** Union of `MARK`. */
  marks: number
  /** Bit n: it comes from the n-th argument of the call. */
  argument: number
  /** Storage that it was computed from. */
  from: readonly Place[]
  size: number
}

/** A place in storage as the code addresses it. */
export type Place = {
  /** The slot of a word; of a mapping or array the slot that it is declared at. Solady's mappings: their seed. */
  slot: Hex
  kind: 'word' | 'mapping' | 'array'
  /** Of a mapping, outermost first. */
  keys: readonly Value[]
}

/** Operations inside one value; larger ones keep only where they come from. */
const MAX_SIZE = 48
const MAX_PLACES = 12
const NONE: readonly never[] = []

export function constant(value: bigint): Value {
  return { op: 'CONST', args: NONE, constant: value, marks: 0, argument: 0, from: NONE, size: 1 }
}

export function source(op: string, marks: number, argument = 0): Value {
  return { op, args: NONE, constant: null, marks, argument, from: NONE, size: 1 }
}

/** The result of an operation that could not be computed. */
export function operation(op: string, args: readonly Value[], extra: { marks?: number; from?: Place } = {}): Value {
  let { marks = 0 } = extra
  let argument = 0
  let size = 1
  const from: Place[] = extra.from === undefined ? [] : [extra.from]
  for (const value of args) {
    marks |= value.marks
    argument |= value.argument
    size += value.size
    for (const place of value.from)
      if (from.length < MAX_PLACES && !from.some((known) => isSame(known, place))) from.push(place)
  }
  const whole = size <= MAX_SIZE
  return {
    op: whole ? op : 'ANY',
    args: whole ? args : NONE,
    constant: null,
    marks,
    argument,
    from,
    size: whole ? size : 1,
  }
}

function isSame(one: Place, other: Place): boolean {
  return one === other || (one.slot === other.slot && one.keys.length === other.keys.length)
}
