import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from 'fast-check'
import { TaintedBytes } from './taintedBytes.ts'
import { word } from './word.ts'

/** Plain arrays that do the same, a byte at a time. */
class Model {
  bytes: number[] = []
  marks: number[] = []

  set(at: number, bytes: readonly number[], marks: readonly number[]): void {
    while (this.bytes.length < at + bytes.length) {
      this.bytes.push(0)
      this.marks.push(0)
    }
    for (const [n, byte] of bytes.entries()) {
      this.bytes[at + n] = byte
      this.marks[at + n] = marks[n] ?? 0
    }
  }

  get(at: number, length: number): { bytes: number[]; marks: number[] } {
    const range = Array.from({ length }, (_, n) => at + n)
    return { bytes: range.map((n) => this.bytes[n] ?? 0), marks: range.map((n) => this.marks[n] ?? 0) }
  }
}

const place = fc.nat(150)
const mark = fc.integer({ min: 0, max: 7 })
const number = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })
const act = fc.oneof(
  fc.record({
    kind: fc.constant('store' as const),
    at: place,
    value: number,
    mark,
    length: fc.constantFrom(32, 20, 1),
  }),
  fc.record({ kind: fc.constant('copy' as const), at: place, start: place, length: fc.nat(80) }),
  fc.record({ kind: fc.constant('plain' as const), at: place, start: fc.nat(8), length: fc.nat(40) }),
)
const PLAIN = Uint8Array.from({ length: 16 }, (_, n) => n + 1)
const bytesOf = (value: bigint, length: number) =>
  Array.from({ length }, (_, n) => Number((value >> BigInt(8 * (length - 1 - n))) & 0xffn))

it('reads what was written, copied from itself and read past its end, as plain arrays do', () => {
  fc.assert(
    fc.property(fc.array(act, { maxLength: 12 }), fc.array(place, { minLength: 1, maxLength: 6 }), (acts, reads) => {
      const tested = new TaintedBytes()
      const model = new Model()
      for (const one of acts) {
        const { at, length } = one
        if (one.kind === 'store') {
          tested.store(at, word(one.value, one.mark), length)
          model.set(at, bytesOf(one.value, length), Array<number>(length).fill(one.mark))
        } else if (one.kind === 'copy') {
          const part = model.get(one.start, length)
          tested.copy(at, tested, one.start, length)
          model.set(at, part.bytes, part.marks)
        } else {
          const part = Array.from({ length }, (_, n) => PLAIN[one.start + n] ?? 0)
          tested.copyPlain(at, PLAIN, one.start, length)
          model.set(at, part, [])
        }
      }
      assert.equal(tested.length, model.bytes.length)
      for (const copy of [tested, tested.fork()])
        for (const at of reads) {
          const { bytes, marks } = model.get(at, 32)
          const read = copy.word(at)
          assert.deepEqual(bytesOf(read.value, 32), bytes)
          assert.equal(
            read.marks,
            marks.reduce((all, one) => all | one, 0),
          )
          assert.deepEqual(read.parts && [...read.parts], marks.every((one) => one === marks[0]) ? undefined : marks)
        }
    }),
    { numRuns: 2_000 },
  )
})
