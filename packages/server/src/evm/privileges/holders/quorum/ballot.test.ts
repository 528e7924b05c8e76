import assert from 'node:assert/strict'
import { test } from 'node:test'
import { partsOf } from './ballot.ts'

test('all parts of a few members', () => {
  assert.deepEqual(partsOf(['a', 'b', 'c'], 2), [
    ['a', 'b'],
    ['a', 'c'],
    ['b', 'c'],
  ])
  assert.equal(partsOf([1, 2, 3, 4, 5, 6, 7], 3).length, 35)
  assert.deepEqual(partsOf(['a'], 0), [])
  assert.deepEqual(partsOf(['a'], 2), [])
})

test('neighbours of many members, each of them in some', () => {
  const members = Array.from({ length: 12 }, (_, at) => at)
  const parts = partsOf(members, 5)
  assert.equal(parts.length, 12)
  assert.deepEqual(parts.at(-1), [11, 0, 1, 2, 3])
})
