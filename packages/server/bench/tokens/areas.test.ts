import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  areaOf,
  areasByCompiler,
  areasByFamily,
  areasByTechnique,
  areaWithinFolds,
  familyAreas,
  type ScoredToken,
} from './areas.ts'
import { byFamily, mixedFamilies } from './byFamily.ts'
import { foldOf } from './outOfFold.ts'

const token = (family: string, label: 0 | 1, score: number, more: Partial<ScoredToken> = {}): ScoredToken => ({
  family,
  label,
  score,
  era: '0.8',
  compiler: null,
  techniques: [],
  ...more,
})
const five = (label: 0 | 1, score: number, more: Partial<ScoredToken> = {}) =>
  Array.from({ length: 5 }, (_, at) => token(`${label}${score}${at}`, label, score + at, more))

describe('families', () => {
  test('copies are one row with their mean score', () => {
    assert.deepEqual(byFamily([token('a', 1, 1), token('a', 1, 4), token('b', 0, 0)]), [
      { family: 'a', label: 1, score: 2.5, rows: 2 },
      { family: 'b', label: 0, score: 0, rows: 1 },
    ])
  })
  test('one with both labels is left out, and counted', () => {
    const rows = [token('a', 1, 1), token('a', 0, 4), token('b', 1, 2)]
    assert.deepEqual(
      byFamily(rows).map(({ family }) => family),
      ['b'],
    )
    assert.equal(mixedFamilies(rows), 1)
  })
  test('a thousand copies move an area as little as one', () => {
    const rows = [...five(1, 10), token('low', 1, -1), ...five(0, 0)]
    const copies = Array.from({ length: 1_000 }, () => token('low', 1, -1))
    assert.deepEqual(areaOf([...rows, ...copies]), areaOf(rows))
    assert.equal(areaOf(rows)?.auc, 0.833)
  })
})

describe('areas', () => {
  test('none is told of fewer than five families of a class', () => {
    assert.equal(areaOf([...five(1, 10), ...five(0, 0).slice(1)]), null)
    assert.deepEqual(areaOf([...five(1, 10), ...five(0, 0)]), { auc: 1, interval: [1, 1], scams: 5, honest: 5 })
  })
  test('within folds, the levels of different models do not matter', () => {
    const names = Array.from({ length: 40 }, (_, at) => `family ${at}`)
    const rows = names.map((name, at) => token(name, at % 2 === 0 ? 1 : 0, (at % 2 === 0 ? 1 : 0) + 10 * foldOf(name)))
    assert.equal(areaWithinFolds(rows), 1)
    assert.ok((areaOf(rows)?.auc ?? 1) < 1)
  })
  test('a technique is compared with every honest token, and with no other scam', () => {
    const rows = [...five(1, 10, { techniques: ['mint', 'limit'] }), ...five(1, -10), ...five(0, 0)]
    const areas = areasByTechnique(rows)
    assert.deepEqual(Object.keys(areas), ['limit', 'mint'])
    assert.equal(areas.mint?.auc, 1)
    assert.equal(areaOf(rows)?.auc, 0.5)
  })
  test('a compiler is compared with its own', () => {
    const rows = [
      ...five(1, 10, { compiler: '0.8.9' }),
      ...five(0, 0, { compiler: '0.8.9' }),
      ...five(0, 100, { era: '0.6', compiler: '0.6.12' }),
    ]
    assert.deepEqual(Object.keys(areasByCompiler(rows, 'era')), ['0.8'])
    assert.equal(areasByCompiler(rows, 'compiler')['0.8.9']?.auc, 1)
    assert.equal(areaOf(rows)?.auc, 0.5)
  })
  test('each scam family has its share of the honest below it', () => {
    const rows = [token('best', 1, 9), token('worst', 1, 0.5), ...five(0, 0)]
    assert.deepEqual(
      familyAreas(rows).map(({ family, area }) => [family, area]),
      [
        ['worst', 0.2],
        ['best', 1],
      ],
    )
    assert.deepEqual(areasByFamily(rows), { p10: 0.2, p25: 0.2, p50: 1, below: 0.5 })
  })
})
