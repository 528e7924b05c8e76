import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ScoreStore } from '../../domain/ports/entityScores.ts'
import type { EntityJudgement } from './entityJudgement.ts'
import { historyOf, pointOf } from './scoreHistory.ts'

const NOW = Date.UTC(2026, 10, 21, 12)
const OWNER = { accountId: 'acc_1', environment: 'live' } as const
const judged: EntityJudgement = {
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
  findings: [],
  rulesetVersion: '7',
  intelAsOf: '2026-01-01',
  block: null,
  sources: [],
  unavailable: [],
  unknown: [],
  complete: true,
  judgedAt: NOW,
}
const day = (
  date: string,
  score: number,
  rulesetVersion = '7',
  more: { complete?: boolean; failedSources?: number } = {},
) => ({
  date,
  score,
  riskLevel: 'low' as const,
  rulesetVersion,
  complete: true,
  failedSources: 0,
  ...more,
})
const keeping = (points: ReturnType<typeof day>[], asked: object[] = []): ScoreStore => ({
  put: async () => undefined,
  list: async (query) => {
    asked.push(query)
    return points
  },
})

describe('the history of scores', () => {
  test('a point bears what the score is of, whose it is, and by which rules', () => {
    assert.deepEqual(pointOf(judged, { ...OWNER }), {
      accountId: 'acc_1',
      environment: 'live',
      entity: '0xAb',
      entityType: 'wallet',
      chain: 'bsc',
      riskScore: 40,
      riskLevel: 'medium',
      confidence: 0.9,
      rulesetVersion: '7',
      complete: true,
      failedSources: 0,
      at: NOW,
    })
  })

  test('it is asked for by owner, canonical entity, type and network', async () => {
    const asked: object[] = []
    await historyOf(judged, OWNER, keeping([], asked))
    assert.deepEqual(asked, [{ ...OWNER, entity: '0xAb', entityType: 'wallet', chain: 'bsc', now: NOW, days: 400 }])
  })

  test('the judgement is the last word on its day, and there without any store', async () => {
    const dates = async (points: ReturnType<typeof day>[]) =>
      (await historyOf(judged, OWNER, keeping(points))).map(({ date, score }) => `${date} ${score}`)
    assert.deepEqual(await dates([]), ['2026-11-21 40'])
    assert.deepEqual(await dates([day('2026-11-20', 10), day('2026-11-21', 35)]), ['2026-11-20 10', '2026-11-21 40'])
  })

  test('what was kept of its day and looked at better stands for the day', async () => {
    const today = async (kept: ReturnType<typeof day>, more: Partial<EntityJudgement>) =>
      (await historyOf({ ...judged, ...more }, OWNER, keeping([kept]))).map(({ score }) => score)
    const whole = day('2026-11-21', 35)
    assert.deepEqual(await today(whole, { complete: false }), [35])
    assert.deepEqual(await today(whole, { unavailable: ['logs'] }), [35])
    assert.deepEqual(await today(day('2026-11-21', 35, '7', { complete: false }), { unavailable: ['logs'] }), [40])
    assert.deepEqual(await today(day('2026-11-21', 35, '7', { failedSources: 2 }), { unavailable: ['logs'] }), [40])
    assert.deepEqual(await today(day('2026-11-20', 35), { complete: false }), [35, 40])
  })

  test('a score about the spelling of an address is no score of the address', async () => {
    const base = { severity: 'high', title: 't', description: 'd.', impact: 65, evidence: {} } as const
    for (const id of ['wallet-checksum-mismatch', 'credentials-in-url']) {
      const mistyped = { ...judged, riskScore: 65, findings: [{ ...base, id }] }
      assert.equal(pointOf(mistyped, OWNER), null)
      const history = await historyOf(mistyped, OWNER, keeping([day('2026-11-21', 10)]))
      assert.deepEqual(
        history.map(({ score }) => score),
        [10],
      )
    }
    assert.notEqual(pointOf({ ...judged, findings: [{ ...base, id: 'new-wallet' }] }, OWNER), null)
  })

  test('scores of another ruleset stand beside it under their own version', async () => {
    const history = await historyOf(judged, OWNER, keeping([day('2026-11-20', 10, '6'), day('2026-11-21', 90, '6')]))
    assert.deepEqual(
      history.map(({ score, rulesetVersion }) => [score, rulesetVersion]),
      [
        [10, '6'],
        [90, '6'],
        [40, '7'],
      ],
    )
  })
})
