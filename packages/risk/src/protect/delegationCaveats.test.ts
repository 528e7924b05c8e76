import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Address } from '../address.ts'
import { boundConditions } from './boundConditions.ts'
import { holds, type Measured, reading } from './condition.ts'
import { delegationCaveats } from './delegationCaveats.ts'

const at = (index: number): Address => `0x${String(index).padStart(40, '0')}`
const [ME, TOKEN] = [at(1), at(2)]
const amount = fc.bigInt({ min: 0n, max: 10n ** 24n })

/** As the enforcers decide (version 1.3.0). */
const accepts = (decrease: boolean, change: bigint, before: bigint, after: bigint) =>
  decrease ? change <= before && after >= before - change : after >= before + change

test('a caveat accepts exactly what its condition accepts, from the simulated balance on', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('native-balance' as const, 'token-balance' as const, 'item-balance' as const),
      amount,
      amount,
      amount,
      fc.integer({ min: 0, max: 10_000 }),
      (kind, before, after, mined, slippageBps) => {
        const row: Measured = { ...reading(kind, { target: TOKEN, account: ME, id: 7n }), before, after }
        const conditions = boundConditions([row], { slippageBps, feeOf: () => 0n })
        const { caveats, left } = delegationCaveats(conditions, ME)
        assert.deepEqual([caveats.length, left.length], [conditions.length, 0])
        for (const { decrease, amount: change, condition } of caveats) {
          assert.equal(accepts(decrease, change, before, after), true, 'the simulated outcome')
          assert.equal(accepts(decrease, change, before, mined), holds(condition, mined))
        }
      },
    ),
    { numRuns: 5_000 },
  )
})

test('the packed terms are as long as the enforcers demand, and begin with the direction', () => {
  const rows: Measured[] = [
    { ...reading('native-balance', { account: ME }), before: 9n, after: 5n },
    { ...reading('token-balance', { target: TOKEN, account: ME }), before: 1n, after: 5n },
    { ...reading('item-balance', { target: TOKEN, account: ME, id: 7n }), before: 5n, after: 5n },
    { ...reading('allowance', { target: TOKEN, account: ME, other: at(3) }), before: 0n, after: 5n },
  ]
  const { caveats, left } = delegationCaveats(boundConditions(rows, { slippageBps: 0, feeOf: () => 0n }), ME)
  const sizes = caveats.map(({ terms, decrease }) => [(terms.length - 2) / 2, terms.slice(2, 4), decrease])
  assert.deepEqual(sizes, [
    [53, '01', true],
    [73, '00', false],
    [105, '01', true],
  ])
  assert.deepEqual(
    left.map(({ kind }) => kind),
    ['allowance'],
  )
})
