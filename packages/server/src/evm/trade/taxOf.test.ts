import assert from 'node:assert/strict'
import { test } from 'node:test'
import { taxOf } from './swapLog.ts'

test('a tax is the share that did not arrive, in percent', () => {
  assert.equal(taxOf(100n, 98n), 2)
  assert.equal(taxOf(100n, 0n), 100)
  assert.equal(taxOf(10n ** 30n, 10n ** 30n - 10n ** 26n), 0.01)
})

test('rounding is to the nearest, whichever way the token rounds', () => {
  assert.equal(taxOf(1_000_000_007n, 980_000_007n), 2)
  assert.equal(taxOf(1_000_000_007n, 980_000_006n), 2)
})

test('more than was given is no negative tax; of nothing there is no tax', () => {
  assert.equal(taxOf(100n, 101n), 0)
  assert.equal(taxOf(0n, 0n), null)
  assert.equal(taxOf(-1n, 5n), null)
})
