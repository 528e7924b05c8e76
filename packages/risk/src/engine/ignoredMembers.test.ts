import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isOfEntity } from '../report/breakDown.ts'
import type { Finding } from './finding.ts'
import { raiseForIgnoredMembers } from './ignoredMembers.ts'
import type { RiskLevel } from './riskLevel.ts'

const finding = (severity: Finding['severity'], impact: number): Finding => ({
  id: `${severity}-finding`,
  severity,
  title: 'A finding',
  description: 'It was found.',
  impact,
  evidence: {},
})
const judged = (riskScore: number, riskLevel: RiskLevel, findings: Finding[] = []) => ({
  riskScore,
  riskLevel,
  findings,
})

describe('raiseForIgnoredMembers', () => {
  test('without ignored members nothing changes', () => {
    const score = judged(0, 'safe')
    assert.equal(raiseForIgnoredMembers(score, []), score)
  })

  for (const [before, level, after, raised] of [
    [0, 'safe', 40, 'medium'],
    [39, 'low', 40, 'medium'],
    [40, 'medium', 40, 'medium'],
    [65, 'high', 65, 'high'],
    [100, 'critical', 100, 'critical'],
  ] as const)
    test(`${before} becomes ${after}`, () => {
      const { riskScore, riskLevel, findings } = raiseForIgnoredMembers(judged(before, level), ['callData'])
      assert.deepEqual([riskScore, riskLevel], [after, raised])
      assert.deepEqual(
        findings.map(({ id, severity, impact, evidence }) => [id, severity, impact, evidence]),
        [['unknown-request-members', 'medium', after - before, { members: ['callData'] }]],
      )
      assert.match(findings[0]?.description ?? '', /ignore them: callData\./)
    })

  test('the finding takes its place among the others, worst first', () => {
    const others = [finding('critical', 85), finding('medium', 36), finding('low', 10)]
    const { findings } = raiseForIgnoredMembers(judged(85, 'critical', others), ['callData'])
    assert.deepEqual(
      findings.map(({ id }) => id),
      ['critical-finding', 'medium-finding', 'unknown-request-members', 'low-finding'],
    )
  })

  test('such a score is not what the entity scores, and many names are counted', () => {
    const { findings } = raiseForIgnoredMembers(judged(0, 'safe'), ['a', 'b', 'c', 'd', 'e', 'f', 'g'])
    assert.equal(isOfEntity(findings), false)
    assert.match(findings[0]?.description ?? '', /a, b, c, d and 3 more\./)
  })
})
