import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Bound, isImpossible, noteSize } from './bounds.ts'
import { inputMark, TAINT } from './marks.ts'
import type { Compared, Side, Truth } from './word.ts'

const LENGTH: Side = { value: 96n, marks: inputMark(0) }
const stored = (value: bigint): Side => ({ value, marks: TAINT.stored })
const code = (value: bigint): Side => ({ value, marks: 0 })
const truth = (compared: Compared): Truth => ({ of: {}, negated: false, compared })
const less = (first: Side, second: Side) => truth({ less: true, first, second })
const equal = (first: Side, second: Side) => truth({ less: false, first, second })
const HELD = { holds: true, lifted: false }
const LIFTED_AWAY = { holds: false, lifted: true }

function known(of: Truth, how = HELD): Bound[] {
  const bounds: Bound[] = []
  noteSize(bounds, of, how)
  return bounds
}

test('a list that is as long as a stored word asks is not empty', () => {
  const bounds = known(less(stored(2n), LENGTH))
  assert.equal(isImpossible(bounds, less(code(0n), LENGTH), LIFTED_AWAY), true)
  assert.equal(isImpossible(bounds, less(code(3n), LENGTH), LIFTED_AWAY), false, 'it may end after three')
})

test('a list that has to be as long as a stored word has that length where this was lifted', () => {
  const bounds = known(equal(LENGTH, stored(3n)), { holds: true, lifted: true })
  assert.equal(isImpossible(bounds, less(code(0n), LENGTH), LIFTED_AWAY), true)
})

test('a stored word that is only supposed says nothing', () => {
  const bounds = known(less(stored(900n), LENGTH), { holds: true, lifted: true })
  assert.deepEqual(bounds, [])
})

test('an empty list is not as long as a word asks afterwards', () => {
  const bounds = known(less(code(0n), LENGTH), LIFTED_AWAY)
  assert.equal(isImpossible(bounds, less(LENGTH, stored(3n)), { holds: false, lifted: false }), true)
  assert.equal(isImpossible(bounds, less(LENGTH, stored(0n)), { holds: false, lifted: false }), false)
})

test('another number of the call is not bounded', () => {
  const bounds = known(less(stored(2n), LENGTH))
  const other: Side = { value: 96n, marks: inputMark(1) }
  assert.equal(isImpossible(bounds, less(code(0n), other), LIFTED_AWAY), false)
})
