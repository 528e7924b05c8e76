import assert from 'node:assert/strict'
import { test } from 'node:test'
import { marksIn, partsOf } from './byteMarks.ts'

const [ACCOUNT, NUMBER] = [1 << 8, 1 << 9]
/** An account in the upper 20 bytes, a number in the 12 below. */
const packed = {
  value: 0n,
  marks: ACCOUNT | NUMBER,
  parts: Int32Array.from({ length: 32 }, (_, at) => (at < 20 ? ACCOUNT : NUMBER)),
}
const of = (value: bigint) => ({ value, marks: 0 })
const LOW = (1n << 96n) - 1n

const cases: [string, string, { value: bigint; marks: number }[], number | null][] = [
  ['a shift to the lower end takes the account', 'SHR', [of(96n), packed], ACCOUNT],
  ['a division by a power of two does, too', 'DIV', [packed, of(1n << 96n)], ACCOUNT],
  ['a mask takes the number', 'AND', [of(LOW), packed], NUMBER],
  ['a shift to the upper end drops the account', 'SHL', [of(160n), packed], NUMBER],
  ['a product with a power of two does, too', 'MUL', [packed, of(1n << 160n)], NUMBER],
  ['one byte', 'BYTE', [of(31n), packed], NUMBER],
  ['a shift of some bits keeps what is known of all', 'SHR', [of(7n), packed], null],
  ['a shift that the call chooses does, too', 'SHR', [{ value: 96n, marks: NUMBER }, packed], null],
  ['a sum', 'ADD', [of(1n), packed], null],
  ['a word whose bytes have the same marks', 'AND', [of(LOW), { value: 0n, marks: ACCOUNT }], null],
]
for (const [name, op, args, expected] of cases)
  test(name, () => {
    const parts = partsOf(op, args)
    assert.equal(parts === undefined ? null : marksIn(parts), expected)
  })
