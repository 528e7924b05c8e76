import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { scoreOutcomes } from '../engine/score.ts'
import { breakDown } from './breakDown.ts'
import { type TestRule, testOutcome } from './testRules.ts'

function broken(...rules: TestRule[]) {
  const outcomes = rules.map(testOutcome)
  const { riskScore } = scoreOutcomes(outcomes)
  return { riskScore, ...breakDown(outcomes, riskScore) }
}
const times = (count: number, rule: TestRule) => Array.from({ length: count }, () => rule)

describe('A category by itself', () => {
  test('scores what its findings make by the whole method: ceilings hold', () => {
    const mediums = broken(...times(4, { severity: 'medium' }), { severity: 'critical', category: 'liquidity' })
    assert.deepEqual([mediums.categories.code.score, mediums.categories.code.riskLevel], [79, 'high'])
    const lows = broken(...times(8, { severity: 'low' }), { severity: 'critical', category: 'liquidity' })
    assert.deepEqual([lows.categories.code.score, lows.categories.code.riskLevel], [39, 'low'])
  })
  test('never scores above the whole', () => {
    const { riskScore, categories } = broken(
      ...times(2, { severity: 'low' }),
      ...[{ severity: 'info', credit: 15, category: 'associations' } as const],
    )
    assert.deepEqual([riskScore, categories.code.score], [4, 4])
  })
  test('is not known when nothing was found and what decides, or most of it, could not be looked at', () => {
    const decisive = broken(
      { severity: 'high', decisive: true, status: 'unknown' },
      { severity: 'high', status: 'clear' },
    )
    const { score, riskLevel, unknown } = decisive.categories.code
    assert.deepEqual(
      [score, riskLevel, unknown, decisive.missingDecisiveFacts],
      [40, 'not-known', ['trade'], ['trade']],
    )
    const max = broken(
      { severity: 'high', category: 'liquidity', status: 'unknown' },
      ...times(9, { severity: 'critical', status: 'clear' }),
    )
    assert.deepEqual(max.categories.liquidity, { score: 0, riskLevel: 'not-known', confidence: 0, unknown: ['trade'] })
    assert.deepEqual([max.categories.code.riskLevel, max.missingDecisiveFacts], ['safe', []])
  })
  test('names the unknown facts beside the findings', () => {
    const { code } = broken({ severity: 'high' }, { severity: 'high', status: 'unknown' }).categories
    assert.deepEqual([code.score, code.riskLevel, code.confidence, code.unknown], [65, 'high', 0.5, ['trade']])
  })
  test('is safe where none of its rules apply', () => {
    const { code } = broken({ severity: 'high', status: 'not-applicable' }).categories
    assert.deepEqual([code.score, code.riskLevel, code.confidence], [0, 'safe', 1])
  })
  test('may be another than the rule’s own', () => {
    const outcomes = [testOutcome({ severity: 'high' }, 0)]
    const { categories } = breakDown(outcomes, 65, () => 'ownership')
    assert.deepEqual([categories.ownership.score, categories.code.score], [65, 0])
  })
})

describe('What credits took off', () => {
  const credit = (points: number): TestRule => ({ severity: 'info', credit: points })
  const taken = (...rules: TestRule[]) => broken(...rules).creditsTaken
  test('is their points, 20 at most together', () => {
    assert.equal(taken(...times(5, { severity: 'low' }), credit(15)), 15)
    assert.equal(taken(...times(8, { severity: 'low' }), credit(20), credit(15)), 20)
  })
  test('is nothing where a floor held, or nothing was there', () => {
    assert.equal(taken({ severity: 'medium' }, credit(15), credit(15)), 0)
    assert.equal(taken({ severity: 'low', status: 'clear' }, credit(15)), 0)
    assert.equal(taken({ severity: 'low' }, credit(15)), 10)
  })
})
