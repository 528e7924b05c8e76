import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import type { Address } from '../address.ts'
import { boundConditions, DEFAULT_SLIPPAGE_BPS, type ProtectLimits } from './boundConditions.ts'
import { CONDITION_KINDS, type Condition, holds, MAX_WORD, type Measured, reading } from './condition.ts'
import { encodeCheck } from './encodeConditions.ts'

const at = (index: number): Address => `0x${String(index).padStart(40, '0')}`
const [ME, TOKEN, SPENDER] = [at(1), at(2), at(3)]
const word = fc.oneof(fc.bigInt({ min: 0n, max: 60n }), fc.bigInt({ min: 0n, max: MAX_WORD }), fc.constant(MAX_WORD))
const one: fc.Arbitrary<Measured> = fc
  .record({ kind: fc.constantFrom(...CONDITION_KINDS), before: fc.option(word), after: word })
  .map(({ kind, before, after }) => {
    const bit = (value: bigint) => (kind === 'operator' ? value % 2n : value)
    const read = reading(kind, { target: TOKEN, account: ME, other: SPENDER })
    return { ...read, before: before === null ? null : bit(before), after: bit(after) }
  })
const measured = fc.uniqueArray(one, { selector: ({ kind }) => kind, minLength: 1, maxLength: 18 })
const limitsOf: fc.Arbitrary<ProtectLimits> = fc
  .record({ slippageBps: fc.integer({ min: 0, max: 10_000 }), fee: fc.bigInt({ min: 0n, max: 90n }) })
  .map(({ slippageBps, fee }) => ({ slippageBps, feeOf: ({ kind }) => (kind === 'native-balance' ? fee : 0n) }))
const BALANCES = ['native-balance', 'token-balance', 'item-balance']
const GRANTS = ['allowance', 'operator', 'permit2-amount', 'permit2-expiry']

describe('bounds of a simulated outcome', () => {
  test('every condition holds for that outcome, is not inverted, and can fail', () => {
    fc.assert(
      fc.property(measured, limitsOf, (list, limits) => {
        const bounded = boundConditions(list, limits)
        for (const condition of bounded) {
          assert.ok(holds(condition, condition.after), condition.kind)
          assert.ok(condition.min <= condition.max)
          assert.ok(condition.min > 0n || condition.max < MAX_WORD, 'empty')
        }
        if (bounded.length > 0) encodeCheck(bounded)
      }),
      { numRuns: 5_000 },
    )
  })

  test('every harmful change breaks its condition', () => {
    const seen = new Map<string, number>()
    fc.assert(
      fc.property(measured, limitsOf, word, (list, limits, value) => {
        for (const condition of boundConditions(list, limits)) {
          const harmed = harmedBy(condition, value, list, limits)
          if (harmed === null) continue
          seen.set(condition.kind, (seen.get(condition.kind) ?? 0) + 1)
          assert.equal(holds(condition, harmed), false, `${condition.kind}: ${harmed}`)
        }
      }),
      { numRuns: 5_000 },
    )
    for (const kind of CONDITION_KINDS) assert.ok((seen.get(kind) ?? 0) > 100, `${kind}: ${seen.get(kind)}`)
  })

  test('a reading without a bound has no harmful change', () => {
    fc.assert(
      fc.property(one, limitsOf, (only, limits) => {
        if (boundConditions([only], limits).length > 0) return
        const fee = limits.feeOf(only)
        const arrived = only.before === null || only.after < only.before ? 0n : only.after - only.before
        const kept = only.after - (arrived * BigInt(limits.slippageBps)) / 10_000n - fee
        assert.ok(BALANCES.includes(only.kind) ? kept <= 0n : GRANTS.includes(only.kind), only.kind)
        if (only.kind === 'operator') assert.equal(only.after, 1n)
        if (only.kind === 'allowance') assert.equal(only.after, MAX_WORD)
      }),
      { numRuns: 5_000 },
    )
  })

  test('tighter limits never allow more', () => {
    fc.assert(
      fc.property(measured, limitsOf, fc.double({ min: 0, max: 1, noNaN: true }), (list, limits, share) => {
        const tight = { ...limits, slippageBps: Math.floor(limits.slippageBps * share) }
        const loose = new Map(boundConditions(list, limits).map((condition) => [condition.kind, condition]))
        for (const { kind, min, max } of boundConditions(list, tight)) {
          const other = loose.get(kind)
          if (other) assert.ok(min >= other.min && max <= other.max, kind)
        }
      }),
      { numRuns: 2_000 },
    )
  })
})

/** The least change for the worse, or another one where the value is any. Null: there is none. */
function harmedBy(
  condition: Condition,
  value: bigint,
  list: readonly Measured[],
  { slippageBps, feeOf }: ProtectLimits,
): bigint | null {
  const { kind, before, after } = condition
  if (BALANCES.includes(kind)) {
    const arrived = before !== null && after > before ? after - before : 0n
    const least = after - (arrived * BigInt(slippageBps)) / 10_000n - feeOf(condition)
    return least > 0n ? (value < least ? value : least - 1n) : null
  }
  if (kind === 'allowance') {
    const balance = list.find((other) => other.kind === 'token-balance')
    const paid = balance && balance.before !== null ? balance.before - balance.after : 0n
    return after + 1n + (paid > 0n ? (paid * BigInt(slippageBps)) / 10_000n : 0n)
  }
  if (GRANTS.includes(kind)) return after + (kind === 'permit2-expiry' ? 3_601n : 1n)
  return value === after ? null : value
}

const table: [string, Measured, ProtectLimits, { min: bigint; max: bigint } | null][] = [
  [
    'what is paid leaves exactly',
    { ...reading('token-balance', { target: TOKEN, account: ME }), before: 100n, after: 60n },
    { slippageBps: DEFAULT_SLIPPAGE_BPS, feeOf: () => 0n },
    { min: 60n, max: MAX_WORD },
  ],
  [
    'what arrives may fall short by the slippage',
    { ...reading('token-balance', { target: TOKEN, account: ME }), before: 100n, after: 1_100n },
    { slippageBps: DEFAULT_SLIPPAGE_BPS, feeOf: () => 0n },
    { min: 1_070n, max: MAX_WORD },
  ],
  [
    'coins also pay for gas',
    { ...reading('native-balance', { account: ME }), before: 1_000n, after: 1_000n },
    { slippageBps: 0, feeOf: () => 30n },
    { min: 970n, max: MAX_WORD },
  ],
  [
    'an operator stays none',
    { ...reading('operator', { target: TOKEN, account: ME, other: SPENDER }), before: 0n, after: 0n },
    { slippageBps: 0, feeOf: () => 0n },
    { min: 0n, max: 0n },
  ],
  [
    'an unlimited allowance has no bound',
    { ...reading('allowance', { target: TOKEN, account: ME, other: SPENDER }), before: 0n, after: MAX_WORD },
    { slippageBps: 0, feeOf: () => 0n },
    null,
  ],
]
for (const [name, row, limits, bounds] of table)
  test(name, () => {
    const [condition] = boundConditions([row], limits)
    assert.deepEqual(condition ? { min: condition.min, max: condition.max } : null, bounds)
  })

test('an assertion without conditions, or with an inverted one, cannot be encoded', () => {
  const row = { ...reading('native-balance', { account: ME }), before: 1n, after: 1n }
  assert.throws(() => encodeCheck([]), /needs a condition/)
  assert.throws(() => encodeCheck([{ ...row, min: 2n, max: 1n }]), /inverted/)
})
