import { constant, operation, source, type Value } from './value.ts'

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
