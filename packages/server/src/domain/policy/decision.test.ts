import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { dollarText, microUsd, sumMicroUsd, usdText } from './decision.ts'

const MAX_EXACT = Number.MAX_SAFE_INTEGER

describe('micro-dollars', () => {
  for (const [usd, micro] of [
    [0, 0],
    [1, 1_000_000],
    [0.1 + 0.2, 300_000],
    [0.0000001, 1],
    [0.0000000001, 0],
    [1.0000011, 1_000_002],
    [1e12, MAX_EXACT],
    [null, null],
    [-0.01, null],
    [Number.NaN, null],
    [Number.POSITIVE_INFINITY, null],
  ] as const)
    test(`${usd} USD are ${micro}`, () => assert.equal(microUsd(usd), micro))

  test('add up, never beyond what is exact; one that is not known makes the sum unknown', () => {
    assert.equal(sumMicroUsd([]), 0)
    assert.equal(sumMicroUsd([1, 2, 3]), 6)
    assert.equal(sumMicroUsd([MAX_EXACT, 5]), MAX_EXACT)
    assert.equal(sumMicroUsd([1, null, 3]), null)
  })

  for (const [micro, text, dollars] of [
    [0, '0', '$0'],
    [12_500_000, '12.5', '$12.5'],
    [1, '0.000001', '$0.000001'],
    [5_500_250_000, '5500.25', '$5,500.25'],
    [1_000_000_000_000, '1000000', '$1,000,000'],
    [10_000_000, '10', '$10'],
  ] as const)
    test(`${micro} are written ${text} and ${dollars}`, () =>
      assert.deepEqual([usdText(micro), dollarText(micro)], [text, dollars]))
})
