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

export function hexOf(slot: bigint): Hex {
  return `0x${slot.toString(16).padStart(64, '0')}`
}

/**
 * Reads where a slot expression points, by how compilers lay storage out: a constant is a word, `keccak(key ‖ slot)` an
 * entry of a mapping (Solidity; Vyper hashes `slot ‖ key`), `keccak(slot) + n` an item of an array. Null for others.
 */
export function placeOf(slot: Value): Place | null {
  if (slot.constant !== null) return { slot: hexOf(slot.constant), kind: 'word', keys: [] }
  if (slot.op === 'ADD' || slot.op === 'SUB' || slot.op === 'OR') {
    // Members of a struct, items of an array: the side with a hash says where.
    for (const side of slot.args) {
      const place = side.constant === null ? placeOf(side) : null
      if (place !== null) return place
    }
    // Item n of an array in a fixed place, or a hash computed by the compiler plus an index.
    const fixed = slot.args.find(({ constant }) => constant !== null)?.constant
    return fixed === undefined || fixed === null ? null : { slot: hexOf(fixed), kind: 'array', keys: [] }
  }
  return slot.op === 'KECCAK' ? hashedPlace(slot.args) : null
}

function hashedPlace(words: readonly Value[]): Place | null {
  const [first, second] = words
  if (first === undefined) return null
  if (second === undefined)
    return first.constant === null ? null : { slot: hexOf(first.constant), kind: 'array', keys: [] }
  // Vyper writes the slot first. Solidity's slot is a constant or, nested, another hash.
  const solidity = second.constant !== null || second.op === 'KECCAK' || isOffset(second)
  const [key, base] = solidity ? [first, second] : [second, first]
  if (base.constant !== null) return { slot: hexOf(base.constant), kind: 'mapping', keys: [key] }
  const outer = placeOf(base)
  return outer === null ? null : { slot: outer.slot, kind: 'mapping', keys: [...outer.keys, key] }
}

/** `keccak(…) + n`: a mapping inside a struct inside a mapping. */
function isOffset({ op, args }: Value): boolean {
  return op === 'ADD' && args.some((value) => value.op === 'KECCAK')
}

/** Words kept of one path's memory; a path that writes more forgets the oldest. */
const MAX_WORDS = 96

const NOTHING = constant(0n)

/** Writes of one path to memory at fixed offsets. Shared between paths until one writes. */
export class Memory {
  #words: Map<number, Value>
  #shared: boolean
  constructor(words = new Map<number, Value>(), shared = false) {
    this.#words = words
    this.#shared = shared
  }

  fork(): Memory {
    this.#shared = true
    return new Memory(this.#words, true)
  }

  store(offset: Value, value: Value): void {
    const at = indexOf(offset)
    if (at === null) return
    this.#own()
    this.#words.delete(at)
    this.#words.set(at, value)
    const oldest = this.#words.keys().next()
    if (this.#words.size > MAX_WORDS && oldest.done !== true) this.#words.delete(oldest.value)
  }

  load(offset: Value): Value {
    const at = indexOf(offset)
    return (at === null ? undefined : this.#words.get(at)) ?? operation('MLOAD', [offset])
  }

  /** Something of unknown content was copied there. */
  forget(offset: Value, size: Value): void {
    const at = indexOf(offset)
    const length = indexOf(size)
    if (at === null) return
    this.#own()
    for (const word of [...this.#words.keys()])
      if (word + 32 > at && (length === null || word < at + length)) this.#words.delete(word)
  }

  /** `keccak256(offset, size)` as its words, where these were written; what is packed otherwise as one item. */
  hash(offset: Value, size: Value): Value {
    const at = indexOf(offset)
    const length = indexOf(size)
    if (at === null || length === null || length > 128 || length === 0) return source('ANYHASH', 0)
    if (length % 32 === 0) {
      const words = Array.from({ length: length / 32 }, (_, n) => this.#words.get(at + n * 32))
      if (words.every((word) => word !== undefined)) return operation('KECCAK', words)
    }
    // Solady packs an address and a seed, written at overlapping offsets.
    const within = [...this.#words].filter(([word]) => word + 32 > at && word < at + length).map(([, value]) => value)
    const seed = within.find((value) => value.constant !== null && value.constant > 0n)
    const keys = within.filter((value) => value.constant === null)
    return seed === undefined ? operation('ANYHASH', keys) : operation('KECCAK', [...keys.slice(0, 1), seed])
  }

  #own(): void {
    if (this.#shared) this.#words = new Map(this.#words)
    this.#shared = false
  }
}

/** The free-memory pointer is a word like any other; memory never written is zero, but code paths start anywhere. */
export function emptyMemory(): Memory {
  const memory = new Memory()
  memory.store(constant(64n), constant(128n))
  memory.store(constant(96n), NOTHING)
  return memory
}

function indexOf({ constant: offset }: Value): number | null {
  return offset === null || offset > 1_000_000n ? null : Number(offset)
}
