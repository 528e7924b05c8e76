import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { scoreOutcomes } from '../engine/score.ts'
import { breakDown, type ReportSubject } from '../report/breakDown.ts'
import { buildReport } from '../report/buildReport.ts'
import { type TestRule, testOutcome } from '../report/testRules.ts'

// docs/SCORING.md says by examples what the method does; here they are executed.

type Gives = {
  score: number
  level: string
  confidence: number
  findings: Record<string, number>
  report?: Record<string, { score: number; weight: number; factors: Record<string, number> }>
}
type Example = { example: string; subject?: ReportSubject; failedSources?: number; rules: TestRule[]; gives: Gives }

const text = readFileSync(join(import.meta.dirname, '../../../../docs/SCORING.md'), 'utf8')
const examples = [...text.matchAll(/^```json\n([\s\S]*?)^```$/gm)].map(([, json = '']) => JSON.parse(json) as Example)

function run({ rules, subject, failedSources = 0 }: Example): Gives {
  const outcomes = rules.map(testOutcome)
  const score = scoreOutcomes(outcomes, { failedSources })
  const { riskScore, riskLevel, confidence, findings } = score
  const impacts = (all: readonly { id: string; impact: number }[]) =>
    Object.fromEntries(all.map(({ id, impact }) => [id, impact]))
  const given: Gives = { score: riskScore, level: riskLevel, confidence, findings: impacts(findings) }
  if (subject === undefined) return given
  const { riskBreakdown } = buildReport({
    entity: '0x1',
    subject,
    chain: 'ethereum',
    ...score,
    recommendation: 'SAFE',
    history: [],
    sources: [],
    rulesetVersion: '1',
    intelAsOf: '2026-01-01',
    block: null,
    unavailable: [],
    unknown: [],
    complete: true,
    canonical: '0x1',
    breakdown: breakDown(outcomes, riskScore),
    generatedAt: '2026-01-01T00:00:00.000Z',
  })
  const report = Object.fromEntries(
    Object.entries(riskBreakdown).map(([name, { score: alone, weight, factors }]) => [
      name,
      { score: alone, weight, factors: impacts(factors) },
    ]),
  )
  return { ...given, report }
}

describe('docs/SCORING.md', () => {
  for (const example of examples) test(example.example, () => assert.deepEqual(run(example), example.gives))

  test('has an example of each part of the method, and none twice', () => {
    assert.ok(examples.length >= 15)
    assert.equal(new Set(examples.map(({ example }) => example)).size, examples.length)
  })
})
