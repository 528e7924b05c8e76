import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Finding } from '@redoubt/risk/engine/finding.ts'
import fc from 'fast-check'
import type { EntityJudgement } from './entityJudgement.ts'
import { renderScore } from './renderScore.ts'

const finding = (id: string, impact: number): Finding => ({
  id,
  severity: 'low',
  title: id,
  description: `${id} is so.`,
  impact,
  evidence: {},
})
const judged = (findings: Finding[]): EntityJudgement => ({
  entity: 'trader.eth',
  entityType: 'wallet',
  subject: 'wallet',
  breakdown: null,
  threats: [],
  canonical: '0xAb',
  chain: 'bsc',
  riskScore: 40,
  riskLevel: 'medium',
  confidence: 0.9,
  recommendation: 'REVIEW',
  findings,
  rulesetVersion: '7',
  intelAsOf: '2026-01-01',
  block: { number: '9', hash: '0x01' },
  sources: [],
  unavailable: ['history'],
  unknown: ['age'],
  complete: false,
  judgedAt: Date.UTC(2026, 0, 2),
})

describe('renderScore', () => {
  test('shows the five factors that weigh most, whichever way they go, and counts them all', () => {
    const all = [10, 40, -15, 5, 60, 12, 3].map((impact, place) => finding(`rule-${place}`, impact))
    const { factors, factorCount } = renderScore(judged(all))
    assert.deepEqual(
      factors.map(({ id, impact }) => [id, impact]),
      [
        ['rule-4', 60],
        ['rule-1', 40],
        ['rule-2', -15],
        ['rule-5', 12],
        ['other-findings', 18],
      ],
    )
    assert.match(factors[4]?.description ?? '', /^3 more findings: rule-0, rule-3 and rule-6\./)
    assert.equal(factorCount, 7)
  })

  test('says when and where it was judged, and what is missing', () => {
    const score = renderScore(judged([]))
    assert.deepEqual(
      [score.lastUpdated, score.blockNumber, score.blockHash, score.complete, score.unknown, score.unavailable],
      ['2026-01-02T00:00:00.000Z', '9', '0x01', false, ['age'], ['history']],
    )
    assert.deepEqual(renderScore({ ...judged([]), block: null, chain: null }).blockNumber, null)
  })

  test('the same findings in any order are the same bytes', () => {
    const findings = fc.uniqueArray(
      fc.record({ id: fc.stringMatching(/^[a-c]{1,2}$/), impact: fc.integer({ min: -20, max: 100 }) }),
      { maxLength: 12, selector: ({ id }) => id },
    )
    fc.assert(
      fc.property(findings, (given) => {
        const all = given.map(({ id, impact }) => finding(id, impact))
        assert.equal(JSON.stringify(renderScore(judged(all))), JSON.stringify(renderScore(judged([...all].reverse()))))
      }),
    )
  })
})
