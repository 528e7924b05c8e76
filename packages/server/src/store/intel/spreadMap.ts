import { randomBytes } from 'node:crypto'

/** What is needed of a Map by text, for a million texts that a stranger chose. */
export type SpreadMap<Value> = {
  readonly size: number
  has(key: string): boolean
  get(key: string): Value | undefined
  set(key: string, value: Value): void
  delete(key: string): boolean
  /** In no order. */
  values(): Generator<Value>
}

/** A few thousand keys each for a million. */
const PARTS = 256
/** One random number per place in a key; longer keys begin again. */
const FACTORS = new Uint32Array(randomBytes(4 * 4096).buffer)

/**
 * Creates a Map that is spread over small ones: one Map of a million keys takes 100 ms each time it grows, and blocks the
 * event loop meanwhile. Keys are spread by a multilinear hash (Lemire and Kaser, 2014) under factors of this process, so
 * that the author of the keys cannot bring them all into one.
 */
export function createSpreadMap<Value>(): SpreadMap<Value> {
  const parts: (Map<string, Value> | undefined)[] = Array(PARTS).fill(undefined)
  let size = 0
  return {
    get size() {
      return size
    },
    has: (key) => parts[partOf(key)]?.has(key) ?? false,
    get: (key) => parts[partOf(key)]?.get(key),
    set(key, value) {
      const number = partOf(key)
      let part = parts[number]
      if (part === undefined) {
        part = new Map()
        parts[number] = part
      }
      const before = part.size
      part.set(key, value)
      size += part.size - before
    },
    delete(key) {
      const deleted = parts[partOf(key)]?.delete(key) ?? false
      if (deleted) size--
      return deleted
    },
    *values() {
      for (const part of parts) if (part !== undefined) yield* part.values()
    },
  }
}

/** Which of the small maps has a key: 0 to 255, differently in each process. The highest bits are those that every factor reaches. */
export function partOf(key: string): number {
  let sum = FACTORS[4095] ?? 0
  for (let place = 0; place < key.length; place++) {
    sum = (sum + Math.imul(FACTORS[place & 4095] ?? 0, key.charCodeAt(place) + 1)) | 0
  }
  return sum >>> 24
}
