import assert from 'node:assert/strict'
import { test } from 'node:test'
import { historySeries } from './drawHistory.ts'

const entry = (date: string, score: number, rulesetVersion = '2') => ({
  date,
  score,
  riskLevel: 'low' as const,
  rulesetVersion,
})

test('scores of other rulesets make lines of their own, below that of the report', () => {
  const history = [entry('2026-01-01', 20, '1'), entry('2026-01-03', 35), entry('2026-01-06', 40)]
  assert.deepEqual(historySeries({ history, rulesetVersion: '2' }), {
    series: [
      { rulesetVersion: '1', own: false, points: [{ at: 0, date: '2026-01-01', score: 20 }] },
      {
        rulesetVersion: '2',
        own: true,
        points: [
          { at: 2, date: '2026-01-03', score: 35 },
          { at: 5, date: '2026-01-06', score: 40 },
        ],
      },
    ],
    days: 5,
    leftOut: { undated: 0, early: 0, rulesets: 0 },
  })
})

test('without scores there are no lines', () => {
  assert.deepEqual(historySeries({ history: [], rulesetVersion: '2' }), {
    series: [],
    days: 0,
    leftOut: { undated: 0, early: 0, rulesets: 0 },
  })
})

test('invalid days, and scores that are too old or of an old ruleset, are left out and counted', () => {
  const history = [
    entry('someday', 1),
    entry('2020-01-01', 1),
    ...['a', 'b', 'c', 'd'].map((version, index) => entry(`2026-01-0${index + 1}`, 10, version)),
    entry('2026-02-01', 10),
  ]
  const { series, leftOut } = historySeries({ history, rulesetVersion: '2' })
  assert.deepEqual(
    series.map(({ rulesetVersion }) => rulesetVersion),
    ['b', 'c', 'd', '2'],
  )
  assert.deepEqual(leftOut, { undated: 1, early: 1, rulesets: 1 })
})
