import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { SCAM_SIGNS, type ScamSignalId } from '@redoubt/risk/contract/scamSignals.ts'
import { fitWeights, judge } from './fitWeights.ts'
import { withPairs } from './withPairs.ts'

const tokens = (times: number, ...ids: ScamSignalId[]) => Array.from({ length: times }, () => new Set(ids))

describe('pairs of signs', () => {
  test('are those that at least twelve tokens have and twelve lack', () => {
    const { pairs } = withPairs([...tokens(12, 'tax', 'limit'), ...tokens(11, 'tax', 'large'), ...tokens(1)])
    assert.deepEqual(pairs, [['limit', 'tax']])
    assert.deepEqual(withPairs(tokens(40, 'tax', 'limit')).pairs, [], 'all have it')
  })
  test('follow the signs in each row', () => {
    const { features } = withPairs([...tokens(12, 'tax', 'limit'), ...tokens(12, 'tax')])
    const row = (...ids: ScamSignalId[]) => SCAM_SIGNS.map((id) => Number(ids.includes(id)))
    assert.deepEqual(features[0], [...row('tax', 'limit'), 1])
    assert.deepEqual(features.at(-1), [...row('tax'), 0])
  })
  test('with an honest sign may only speak against a scam', () => {
    const found = withPairs([...tokens(12, 'tax', 'large'), ...tokens(12, 'tax', 'limit')])
    assert.deepEqual(
      found.pairs.map((pair, at) => [pair.join('+'), found.directions[SCAM_SIGNS.length + at]]),
      [
        ['limit+tax', 1],
        ['tax+large', -1],
      ],
    )
  })
  test('tell what neither sign alone tells', () => {
    const signs = [...tokens(30, 'tax', 'limit'), ...tokens(30, 'tax'), ...tokens(30, 'limit')]
    const labels = signs.map((_, at) => Number(at < 30))
    const { features, directions } = withPairs(signs)
    const fitted = fitWeights(features, labels, { signs: directions, ridge: 0.005 })
    const [both, tax, limit] = [0, 30, 60].map((at) => judge(features[at] ?? [], fitted))
    assert.ok((fitted.weights.at(-1) ?? 0) > 0)
    assert.ok((both ?? 0) > (tax ?? 0) + 1 && (both ?? 0) > (limit ?? 0) + 1)
  })
})
