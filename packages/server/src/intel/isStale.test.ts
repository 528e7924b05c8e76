import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isStale } from './staticList.ts'

const HOUR = 3_600_000
const NOW = 1_000 * HOUR
const list = (label: 'sanctioned' | 'phishing', age: number | null) => ({
  label,
  refreshMs: HOUR,
  refreshedAt: age === null ? null : NOW - age * HOUR,
})

const CASES: [string, ReturnType<typeof list>, boolean][] = [
  ['a list that was never loaded', list('phishing', null), true],
  ['a list that missed two refreshes', list('phishing', 3), false],
  ['a list that missed three', list('phishing', 3.1), true],
  ['sanctions of two days ago, whatever their schedule', list('sanctioned', 48), false],
  ['older sanctions', list('sanctioned', 48.1), true],
]
for (const [name, source, stale] of CASES)
  test(`${name}: ${stale ? 'stale' : 'fresh'}`, () => assert.equal(isStale(source, NOW), stale))
