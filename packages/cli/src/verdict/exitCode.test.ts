import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { EXIT, exitCodeOf, type FailOn, worstCode } from './exitCode.ts'

const LEVELS = ['safe', 'low', 'medium', 'high', 'critical'] as const

/** Codes of the five levels, of a complete answer and of an incomplete one. */
const TABLE: Record<FailOn, [complete: number[], incomplete: number[]]> = {
  low: [
    [0, 10, 11, 12, 13],
    [14, 10, 11, 12, 13],
  ],
  medium: [
    [0, 0, 11, 12, 13],
    [14, 14, 11, 12, 13],
  ],
  high: [
    [0, 0, 0, 12, 13],
    [14, 14, 14, 12, 13],
  ],
  critical: [
    [0, 0, 0, 0, 13],
    [14, 14, 14, 14, 13],
  ],
  never: [
    [0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0],
  ],
}
for (const [failOn, expected] of Object.entries(TABLE) as [FailOn, [number[], number[]]][])
  test(`--fail-on ${failOn}`, () => {
    const codes = [true, false].map((complete) =>
      LEVELS.map((riskLevel) => exitCodeOf({ riskLevel, complete }, failOn)),
    )
    assert.deepEqual(codes, expected)
  })

test('without --fail-on a medium verdict fails, and a level of a later service is never a success', () => {
  assert.equal(exitCodeOf({ riskLevel: 'medium', complete: true }), EXIT.medium)
  assert.equal(exitCodeOf({ riskLevel: 'low', complete: true }), EXIT.done)
  for (const failOn of ['low', 'critical'] as const)
    assert.equal(exitCodeOf({ riskLevel: 'extreme', complete: true }, failOn), EXIT.incomplete)
  assert.equal(worstCode([0, 12, 11]), 12)
})

test('the README has every code', () => {
  const readme = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8')
  const codes = [...readme.matchAll(/^\| (\d+) \| /gm)].map(([, code]) => Number(code))
  assert.deepEqual(
    codes,
    Object.values(EXIT).sort((a, b) => a - b),
  )
})
