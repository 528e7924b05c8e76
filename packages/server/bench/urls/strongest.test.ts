import assert from 'node:assert/strict'
import { test } from 'node:test'
import { strongest } from './strongest.ts'

const matrix = (...buckets: number[]) => ({ ends: Int32Array.of(buckets.length), buckets: Uint32Array.from(buckets) })
const weights = Float64Array.of(1, -3, 0.9, 2)

test('the largest weights stay, whichever way they point', () => {
  assert.deepEqual([...strongest(weights, matrix(0, 1, 2, 3), 2)], [0, -3, 0, 2])
})

test('a feature of many hosts is worth more than a larger one of a single host', () => {
  assert.deepEqual([...strongest(weights, matrix(0, 1, 3, ...Array(16).fill(2)), 2)], [0, -3, 0.9, 0])
})

test('where there is room for all, nothing changes', () => {
  assert.deepEqual(strongest(weights, matrix(0, 1, 2, 3), 10), weights)
})
