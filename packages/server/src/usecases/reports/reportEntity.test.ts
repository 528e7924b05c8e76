import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ScoreStore } from '../../domain/ports/entityScores.ts'
import type { EntityJudgement, EntityQuestion } from './entityJudgement.ts'
import { renderScore } from './renderScore.ts'
import { createReportEntity } from './reportEntity.ts'
import type { ScoreEntity } from './scoreEntity.ts'

const AT = Date.UTC(2026, 10, 21, 12)
const HASH = `0x${'ab'.repeat(32)}` as const
const context = { environment: 'live', accountId: 'acc_1', signal: new AbortController().signal } as const
const question = (entity: EntityQuestion['entity']): EntityQuestion => ({
  text: 'https://a.example/',
  entity,
  chain: 'ethereum',
  fresh: false,
  deadlineMs: 5_000,
})
const site = question({ type: 'url', url: 'https://a.example/' })
const none = () => ({ score: 0, riskLevel: 'safe' as const, confidence: 1, unknown: [] })
const judged: EntityJudgement = {
  entity: 'https://a.example/',
  entityType: 'url',
  subject: 'url',
  canonical: 'https://a.example/',
  chain: null,
  riskScore: 40,
  riskLevel: 'medium',
  confidence: 0.9,
  recommendation: 'CAUTION',
  findings: [
    { id: 'young-domain', severity: 'low', title: 'Young', description: 'It is young.', impact: 30, evidence: {} },
    { id: 'urls-name', severity: 'low', title: 'Name', description: 'Its name is odd.', impact: 10, evidence: {} },
  ],
  rulesetVersion: '7',
  intelAsOf: '2026-01-01',
  block: null,
  sources: [],
  unavailable: ['tls'],
  unknown: [],
  breakdown: {
    categories: { ownership: none(), code: none(), liquidity: none(), associations: none() },
    creditsTaken: 0,
    missingDecisiveFacts: [],
  },
  complete: true,
  threats: [],
  judgedAt: AT,
}

function world(of: EntityJudgement = judged) {
  let asked = 0
  const score: ScoreEntity = async () => {
    asked++
    return { scored: { judged: of, score: renderScore(of), text: '' }, age: 0 }
  }
  const store: ScoreStore = {
    put: async () => undefined,
    list: async () => [
      { date: '2026-11-20', score: 10, riskLevel: 'safe', rulesetVersion: '6', complete: true, failedSources: 0 },
    ],
  }
  return { report: createReportEntity(score, store), count: () => asked }
}

describe('createReportEntity', () => {
  test('is the judgement of the score, at its time, and says the same each time', async () => {
    const { report } = world()
    const made = await report(site, context)
    const { riskScore, riskLevel, generatedAt, confidence, recommendation } = made.summary
    assert.deepEqual([riskScore, riskLevel, confidence, recommendation], [40, 'medium', 0.9, 'CAUTION'])
    assert.equal(generatedAt, '2026-11-21T12:00:00.000Z')
    assert.deepEqual([made.entity, made.entityType, made.unavailable], [judged.entity, 'url', ['tls']])
    assert.deepEqual(await report(site, context), made)
  })

  test('has factors that sum to the score, and weights to 100', async () => {
    const { riskBreakdown } = await world().report(site, context)
    const categories = Object.values(riskBreakdown)
    const impacts = categories.flatMap(({ factors }) => factors.map(({ impact }) => impact))
    assert.equal(
      impacts.reduce((all, one) => all + one, 0),
      40,
    )
    assert.equal(
      categories.reduce((all, { weight }) => all + weight, 0),
      100,
    )
  })

  test('shows what the entity scored before, the judgement last', async () => {
    const { history } = await world().report(site, context)
    assert.deepEqual(
      history.map(({ date, score }) => `${date} ${score}`),
      ['2026-11-20 10', '2026-11-21 40'],
    )
  })

  test('a transaction has none, and is not scored to find that out', async () => {
    const { report, count } = world()
    const refused = { code: 'VALIDATION_ERROR', message: /a transaction has no report/ }
    await assert.rejects(report(question({ type: 'transaction', hash: HASH }), context), refused)
    assert.equal(count(), 0)
    await assert.rejects(world({ ...judged, subject: null }).report(site, context), refused)
  })
})
