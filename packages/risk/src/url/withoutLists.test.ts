import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withoutLists } from './trustOfSite.ts'

const score = (riskScore: number) => ({
  riskScore,
  riskLevel: 'safe' as const,
  confidence: 0.9,
  findings: [],
  missingDecisiveFacts: [],
})

test('without lists nothing is safe, and a finding says why', () => {
  for (const points of [0, 19]) {
    const { riskScore, riskLevel, findings } = withoutLists(score(points))
    assert.deepEqual([riskScore, riskLevel], [20, 'low'])
    assert.deepEqual(
      [findings[0]?.id, findings[0]?.severity, findings[0]?.impact],
      ['not-enough-known', 'low', 20 - points],
    )
    assert.match(findings[0]?.description ?? '', /what the lists say of it/)
  }
})

test('an already doubtful verdict is left as it is', () => {
  const doubtful = { ...score(45), riskLevel: 'medium' as const }
  assert.equal(withoutLists(doubtful), doubtful)
})
