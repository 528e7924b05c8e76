import assert from 'node:assert/strict'
import { test } from 'node:test'
import { layLegend } from './drawHistory.ts'

const one = (rulesetVersion: string, own = false) => ({ rulesetVersion, own, points: [] })
const by = { clean: (text: string) => text, widthOf: (text: string) => 5 * text.length }

test('a legend stays within the chart, on as many lines as it needs', () => {
  const series = [one('2026.8.1'), one('2026.9.1'), one('2026.10.1'), one('2026.11.1', true)]
  const entries = layLegend(series, 423, by)
  assert.deepEqual(
    entries.map(({ text }) => text.split(':')[0]),
    ['ruleset 2026.11.1', 'ruleset 2026.10.1', 'ruleset 2026.9.1', 'ruleset 2026.8.1'],
  )
  assert.ok(Math.max(...entries.map(({ row }) => row)) > 0)
  for (const { x, text } of entries) assert.ok(x + 11 + by.widthOf(text) <= 423, text)
  for (const [place, { x, row }] of entries.entries())
    for (const other of entries.slice(place + 1)) assert.ok(other.row > row || other.x > x)
})
