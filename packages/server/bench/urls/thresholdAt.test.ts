import assert from 'node:assert/strict'
import { test } from 'node:test'
import { thresholdAt } from './thresholdAt.ts'

const hosts = (logits: number[], weight = 1) => logits.map((logit) => ({ logit, weight }))

test('the threshold lets through as many honest hosts as it may accuse, and not one more', () => {
  const honest = hosts(Array.from({ length: 100 }, (_, at) => at))
  assert.equal(thresholdAt(0.03, honest), 97)
})

test('hosts count by their weight', () => {
  assert.equal(thresholdAt(0.35, [...hosts([9, 8], 1), ...hosts([7, 6, 5, 4, 3], 2)]), 7)
})

test('those that tie reach it together, or not at all', () => {
  assert.equal(thresholdAt(0.5, hosts([5, 4, 4, 4])), 5)
})

test('where none may be accused, none is', () => {
  assert.ok(thresholdAt(0, hosts([1, 2, 3])) > 3)
  assert.throws(() => thresholdAt(0.1, []), RangeError)
})
