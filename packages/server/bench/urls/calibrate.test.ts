import assert from 'node:assert/strict'
import { test } from 'node:test'
import { calibrate } from './calibrate.ts'

test('a calibrated score is the share of the bad where both kinds are as many', () => {
  // At logit 1 three in four of a kind's weight are bad, at -1 one in four, whatever the model's own scale said.
  const bad = Float64Array.from([1, 1, 1, -1])
  const good = Float64Array.from(Array.from({ length: 40 }, (_, at) => (at < 10 ? 1 : -1)))
  const { slope, intercept } = calibrate(bad, good)
  assert.ok(Math.abs(1 / (1 + Math.exp(-(slope + intercept))) - 0.75) < 1e-9)
  assert.ok(Math.abs(intercept) < 1e-9)
})
