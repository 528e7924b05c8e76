import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { PlannedCall } from './argumentPlan.ts'
import { paidWays } from './steppedCalls.ts'

const way = (group: string): PlannedCall => ({
  data: '0x',
  args: [],
  value: 0n,
  number: null,
  group,
  names: false,
  flag: null,
})
const compared = (...wei: bigint[]) => ({ compared: { words: [], wei, hashes: false } })

describe('calls with coin', () => {
  it('bring what the code asks for, and one coin', () => {
    assert.deepEqual(
      paidWays(compared(250n), [way('')]).map(({ value }) => value),
      [250n, 10n ** 18n],
    )
  })

  it('are made in the likeliest ways only, and never for a fortune', () => {
    const found = paidWays(compared(10n ** 30n), ['a', 'b', 'c', 'd'].map(way))
    assert.deepEqual(new Set(found.map(({ value }) => value)), new Set([10n ** 18n]))
    assert.equal(found.length, 3)
  })
})
