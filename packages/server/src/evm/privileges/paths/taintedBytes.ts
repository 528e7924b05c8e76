import { type Word, word } from './word.ts'

const WORD = 32
/** Bytes that are made room for at first: most call data is put together from single words. */
const SMALLEST = 2 * WORD

/** Bytes with the marks of each: call data, memory, answers. Reads past the end are zeros. */
export class TaintedBytes {
  #bytes: Uint8Array
  /** The same bytes. */
  #view: DataView
  #marks: Int32Array
  /** Storage slots that whole words were read from, and mappings whose entries they are, by where they stand. */
  #origins = new Map<number, Pick<Word, 'slot' | 'base'>>()
  length: number

  constructor(length = 0, capacity = length) {
    this.#bytes = new Uint8Array(capacity)
    this.#view = new DataView(this.#bytes.buffer)
    this.#marks = new Int32Array(capacity)
    this.length = length
  }

  static of(bytes: Uint8Array, marks = 0): TaintedBytes {
    const made = new TaintedBytes(bytes.length)
    made.#bytes.set(bytes)
    if (marks !== 0) made.#marks.fill(marks)
    return made
  }

  fork(): TaintedBytes {
    const made = new TaintedBytes(this.length)
    made.#bytes.set(this.#bytes.subarray(0, this.length))
    made.#marks.set(this.#marks.subarray(0, this.length))
    made.#origins = new Map(this.#origins)
    return made
  }

  /** Raw bytes of a range. */
  bytes(at: number, length: number): Uint8Array {
    const result = new Uint8Array(length)
    result.set(this.#bytes.subarray(at, this.#end(at, length)))
    return result
  }

  marks(at: number, length: number): number {
    let marks = 0
    for (let n = at, end = this.#end(at, length); n < end; n++) marks |= this.#marks[n] ?? 0
    return marks
  }

  slice(at: number, length: number): TaintedBytes {
    const made = new TaintedBytes(length)
    const end = this.#end(at, length)
    made.#bytes.set(this.#bytes.subarray(at, end))
    made.#marks.set(this.#marks.subarray(at, end))
    for (const [place, origin] of this.#origins)
      if (place >= at && place + WORD <= end) made.#origins.set(place - at, origin)
    return made
  }

  word(at: number): Word {
    if (at + WORD > this.length) {
      // Zeros without marks follow: rare enough to be read from a copy that has them.
      const whole = this.slice(at, WORD)
      const origin = this.#origins.get(at)
      const read = whole.word(0)
      return origin === undefined ? read : { value: read.value, marks: read.marks, ...origin }
    }
    const value = this.#numberAt(at)
    const origin = this.#origins.get(at)
    if (origin !== undefined) return { value, marks: this.marks(at, WORD), ...origin }
    const first = this.#marks[at] ?? 0
    for (let n = at + 1; n < at + WORD; n++)
      if (this.#marks[n] !== first)
        return { value, marks: this.marks(at, WORD), parts: this.#marks.slice(at, at + WORD) }
    return word(value, first)
  }

  store(at: number, { value, marks, slot, base, parts }: Word, length = 32): void {
    this.#grow(at + length)
    this.#forget(at, length)
    if ((slot !== undefined || base !== undefined) && length === WORD)
      this.#origins.set(at, { ...(slot !== undefined && { slot }), ...(base !== undefined && { base }) })
    if (length === WORD) this.#setNumber(at, value)
    else for (let [n, left] = [length - 1, value]; n >= 0; n--, left >>= 8n) this.#bytes[at + n] = Number(left & 0xffn)
    if (parts === undefined) this.#marks.fill(marks, at, at + length)
    else this.#marks.set(parts.subarray(WORD - length), at)
  }

  copy(at: number, from: TaintedBytes, start: number, length: number): void {
    const end = from.#end(start, length)
    // Looked up first: what is copied may be a part of these bytes.
    const origins = [...from.#origins].filter(([place]) => place >= start && place + WORD <= end)
    this.#grow(at + length)
    this.#forget(at, length)
    this.#bytes.set(from.#bytes.subarray(start, end), at)
    this.#marks.set(from.#marks.subarray(start, end), at)
    this.#bytes.fill(0, at + end - start, at + length)
    this.#marks.fill(0, at + end - start, at + length)
    for (const [place, origin] of origins) this.#origins.set(at + place - start, origin)
  }

  /** Bytes without marks. */
  copyPlain(at: number, from: Uint8Array, start: number, length: number): void {
    this.#grow(at + length)
    this.#forget(at, length)
    this.#bytes.fill(0, at, at + length)
    this.#bytes.set(from.subarray(start, start + length), at)
    this.#marks.fill(0, at, at + length)
  }

  append(other: TaintedBytes): void {
    this.copy(this.length, other, 0, other.length)
  }

  #numberAt(at: number): bigint {
    const view = this.#view
    const [first, second] = [view.getBigUint64(at), view.getBigUint64(at + 8)]
    const low = (view.getBigUint64(at + 16) << 64n) | view.getBigUint64(at + 24)
    return first === 0n && second === 0n ? low : (((first << 64n) | second) << 128n) | low
  }

  #setNumber(at: number, value: bigint): void {
    const view = this.#view
    // Each takes the lowest 64 bits of what it is given.
    view.setBigUint64(at + 24, value)
    view.setBigUint64(at + 16, value >> 64n)
    view.setBigUint64(at + 8, value >> 128n)
    view.setBigUint64(at, value >> 192n)
  }

  #forget(at: number, length: number): void {
    if (this.#origins.size === 0) return
    for (const place of this.#origins.keys()) if (place < at + length && place + WORD > at) this.#origins.delete(place)
  }

  #end(at: number, length: number): number {
    return Math.max(at, Math.min(at + length, this.length))
  }

  #grow(end: number): void {
    if (end > this.#bytes.length) {
      const size = Math.max(end, this.#bytes.length * 2, SMALLEST)
      const [bytes, marks] = [this.#bytes, this.#marks]
      this.#bytes = new Uint8Array(size)
      this.#view = new DataView(this.#bytes.buffer)
      this.#marks = new Int32Array(size)
      this.#bytes.set(bytes)
      this.#marks.set(marks)
    }
    this.length = Math.max(this.length, end)
  }
}
