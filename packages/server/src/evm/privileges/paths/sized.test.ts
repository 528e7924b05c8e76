import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Bound, isImpossible, noteSize } from './bounds.ts'
import { calculate } from './calculate.ts'
import { inputMark, TAINT } from './marks.ts'
import { type Truth, truthOf, type Word, word } from './word.ts'

const LENGTH: Word = { value: 96n, marks: inputMark(0) }
const code = (value: bigint): Word => word(value)
type Said = { truth: Truth; holds: boolean }
/** What a condition says where it is true, or not. */
const said = (condition: Word, isTrue = true): Said => {
  const truth = truthOf(condition)
  return { truth, holds: isTrue !== truth.negated }
}
const under = (one: Word, most: bigint) => calculate('LT', [one, code(most)])
const divided = (by: bigint) => calculate('DIV', [LENGTH, code(by)])
const rest = (by: bigint) => calculate('MOD', [LENGTH, code(by)])
/** Whether a loop to the length may end before its first round. */
const ENDS = said(calculate('LT', [code(0n), LENGTH]), false)
const SHORT = said(calculate('GT', [LENGTH, code(2n ** 64n - 1n)]), false)

function mayBe(before: readonly Said[], asked: Said): boolean {
  const bounds: Bound[] = []
  for (const { truth, holds } of before) noteSize(bounds, truth, { holds, lifted: true })
  return !isImpossible(bounds, asked.truth, { holds: asked.holds, lifted: false })
}

const CASES: [string, Said[], Said, boolean][] = [
  ['no round after three signatures', [said(under(divided(65n), 3n), false)], ENDS, false],
  ['a round less than three signatures', [said(under(divided(65n), 3n), false)], said(under(LENGTH, 195n)), false],
  ['three rounds after three signatures', [said(under(divided(65n), 3n), false)], said(under(LENGTH, 196n)), true],
  ['no round where none is asked for', [said(under(divided(65n), 0n), false)], ENDS, true],
  ['no round after at most five', [said(under(divided(65n), 6n))], ENDS, true],
  ['no round of whole signatures', [said(calculate('ISZERO', [rest(65n)]))], ENDS, true],
  ['part of a signature', [said(calculate('ISZERO', [rest(65n)])), said(LENGTH)], said(under(LENGTH, 65n)), false],
  ['no round of a shifted length', [said(under(calculate('SHR', [code(5n), LENGTH]), 2n), false)], ENDS, false],
  ['no round after a header', [said(calculate('SUB', [LENGTH, code(65n)]), false)], ENDS, false],
  [
    'no round of a length that went below zero',
    [said(under(calculate('SUB', [LENGTH, code(65n)]), 3n), false)],
    ENDS,
    true,
  ],
  ['no round of a product', [SHORT, said(under(calculate('MUL', [LENGTH, code(65n)]), 3n), false)], ENDS, false],
  ['no round of a product that may wrap', [said(under(calculate('MUL', [LENGTH, code(65n)]), 3n), false)], ENDS, true],
]
for (const [name, before, asked, expected] of CASES)
  test(`${expected ? 'possible' : 'impossible'}: ${name}`, () => assert.equal(mayBe(before, asked), expected))

test('a stored number of signatures that is supposed says nothing', () => {
  const asked = said(calculate('LT', [divided(65n), word(3n, TAINT.stored)]), false)
  assert.equal(mayBe([asked], ENDS), true)
})

test('a truth of the call is no number', () => {
  assert.equal(truthOf(word(1n, inputMark(0))).compared, undefined)
})
