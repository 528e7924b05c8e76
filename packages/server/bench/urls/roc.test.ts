import assert from 'node:assert/strict'
import { test } from 'node:test'
import { auc } from './roc.ts'

test('the area is the share of pairs in which the bad one scores higher, ties by half', () => {
  const numbers = (...values: number[]) => Float64Array.from(values)
  assert.equal(auc(numbers(3, 4), numbers(1, 2)), 1)
  assert.equal(auc(numbers(1, 2), numbers(3, 4)), 0)
  assert.equal(auc(numbers(2, 2), numbers(2)), 0.5)
  assert.equal(auc(numbers(1, 3), numbers(2, 0)), 0.75)
})
