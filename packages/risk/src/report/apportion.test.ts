import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { apportion } from './apportion.ts'

test('Shares follow the weights', () => {
  assert.deepEqual(apportion(80, [80, 40, 10]), [49, 25, 6])
  assert.deepEqual(apportion(10, [1, 1, 1]), [4, 3, 3])
  assert.deepEqual(apportion(0, [3, 4]), [0, 0])
  assert.deepEqual(apportion(50, []), [])
  assert.deepEqual(apportion(50, [0, 0]), [0, 0])
  assert.deepEqual(apportion(50, [0, 7]), [0, 50])
})

test('They always sum to the whole, and the heavier never gets less', () =>
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 100 }),
      fc.array(fc.integer({ min: 0, max: 100 }), { maxLength: 50 }),
      (total, weights) => {
        const shares = apportion(total, weights)
        const sum = shares.reduce((all, share) => all + share, 0)
        assert.equal(sum, weights.some((weight) => weight > 0) ? total : 0)
        for (const [a, first] of weights.entries())
          for (const [b, second] of weights.entries())
            if (first > second) assert.ok((shares[a] ?? 0) >= (shares[b] ?? 0))
      },
    ),
  ))
