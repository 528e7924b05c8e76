import { type Word, word } from './taint.ts'

/** Bytes with the marks of each: call data, memory, answers. Reads past the end are zeros. */
export class TaintedBytes {
  #bytes: Uint8Array
  #marks: Int32Array
  /** Storage slots that whole words were read from, by where they stand. */
  #slots = new Map<number, bigint>()
  length: number

  constructor(length = 0, capacity = length) {
    this.#bytes = new Uint8Array(capacity)
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
    made.#slots = new Map(this.#slots)
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
    for (const [place, slot] of this.#slots) if (place >= at && place + 32 <= end) made.#slots.set(place - at, slot)
    return made
  }

  word(at: number): Word {
    let value = 0n
    for (const byte of this.bytes(at, 32)) value = (value << 8n) | BigInt(byte)
    const slot = this.#slots.get(at)
    if (slot !== undefined) return { value, marks: this.marks(at, 32), slot }
    const parts = new Int32Array(32)
    parts.set(this.#marks.subarray(at, this.#end(at, 32)))
    const [first] = parts
    return parts.every((one) => one === first) ? word(value, first) : { value, marks: this.marks(at, 32), parts }
  }

  store(at: number, { value, marks, slot, parts }: Word, length = 32): void {
    this.#grow(at + length)
    this.#forget(at, length)
    if (slot !== undefined && length === 32) this.#slots.set(at, slot)
    let left = value
    for (let n = length - 1; n >= 0; n--) {
      this.#bytes[at + n] = Number(left & 0xffn)
      this.#marks[at + n] = parts === undefined ? marks : (parts[32 - length + n] ?? 0)
      left >>= 8n
    }
  }

  copy(at: number, from: TaintedBytes, start: number, length: number): void {
    const part = from.slice(start, length)
    this.#grow(at + length)
    this.#forget(at, length)
    this.#bytes.set(part.#bytes, at)
    this.#marks.set(part.#marks, at)
    for (const [place, slot] of part.#slots) this.#slots.set(at + place, slot)
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

  #forget(at: number, length: number): void {
    if (this.#slots.size === 0) return
    for (const place of this.#slots.keys()) if (place < at + length && place + 32 > at) this.#slots.delete(place)
  }

  #end(at: number, length: number): number {
    return Math.max(at, Math.min(at + length, this.length))
  }

  #grow(end: number): void {
    if (end > this.#bytes.length) {
      const size = Math.max(end, this.#bytes.length * 2, 1_024)
      const [bytes, marks] = [this.#bytes, this.#marks]
      this.#bytes = new Uint8Array(size)
      this.#marks = new Int32Array(size)
      this.#bytes.set(bytes)
      this.#marks.set(marks)
    }
    this.length = Math.max(this.length, end)
  }
}
