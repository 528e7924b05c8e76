import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { auc, aucInterval, recallAt } from './roc.ts'

const LABELS = [1, 1, 0, 0]

describe('area', () => {
  test('is the share of pairs in which the scam scores higher, ties by half', () => {
    assert.equal(auc([4, 3, 2, 1], LABELS), 1)
    assert.equal(auc([1, 2, 3, 4], LABELS), 0)
    assert.equal(auc([1, 3, 2, 0], LABELS), 0.75)
    assert.equal(auc([2, 2, 2, 2], LABELS), 0.5)
  })
})

describe('recall', () => {
  const honest = Array.from({ length: 100 }, (_, at) => at)
  const recall = (share: number, scams: readonly number[]) =>
    recallAt(share, [...scams, ...honest], [...scams.map(() => 1), ...honest.map(() => 0)])
  test('counts scams above all but the share of the honest', () => {
    assert.equal(recall(0.05, [94, 95, 99, 200]), 0.75, 'five honest ones are above 94')
    assert.equal(recall(0.01, [98, 98.5, 99, 200]), 0.75)
    assert.equal(recall(0, [98.5, 99, 200]), 1 / 3)
  })
  test('a tie with the threshold is no hit', () => assert.equal(recall(0.05, [94]), 0))
})

describe('interval', () => {
  const scores = [0.9, 0.8, 0.3, 0.7, 0.6, 0.5, 0.4, 0.2]
  const labels = [1, 1, 1, 1, 0, 0, 0, 0]
  test('holds the area, is no point, and is the same each time', () => {
    const [low, high] = aucInterval(scores, labels) ?? [1, 0]
    const area = auc(scores, labels)
    assert.ok(low < area && area < high, `${low} ${area} ${high}`)
    assert.deepEqual(aucInterval(scores, labels), [low, high])
  })
  test('a perfect order has no width', () => assert.deepEqual(aucInterval([4, 3, 2, 1], LABELS), [1, 1]))
  test('more of the same is narrower', () => {
    const width = (times: number) => {
      const repeat = (of: number[]) => Array.from({ length: times }, () => of).flat()
      const [low, high] = aucInterval(repeat(scores), repeat(labels)) ?? [0, 0]
      return high - low
    }
    assert.ok(width(10) < width(1))
  })
  test('one token of a class cannot be resampled', () => assert.equal(aucInterval([2, 1, 0], [1, 0, 0]), null))
})
