import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ScorePoint } from '../../domain/entityScore.ts'
import type { Store } from '../openStore.ts'

const DAY = 86_400_000
/** Noon of a UTC day. */
const NOW = Date.UTC(2026, 10, 21, 12)

export function entityScoresConform(store: () => Store): void {
  const point = (accountId: string, more: Partial<ScorePoint> = {}): ScorePoint => ({
    accountId,
    environment: 'live',
    entity: '0x00000000000000000000000000000000000000Aa',
    entityType: 'wallet',
    chain: 'ethereum',
    riskScore: 42,
    riskLevel: 'medium',
    confidence: 0.87,
    rulesetVersion: '1',
    complete: true,
    failedSources: 0,
    at: NOW,
    ...more,
  })
  const put = async (...points: ScorePoint[]) => {
    for (const one of points) await store().entityScores.put(one)
  }
  const list = (accountId: string, more: Partial<ScorePoint> & { days?: number } = {}) =>
    store().entityScores.list({ ...point(accountId, more), now: NOW, days: 400, ...more })
  const scores = async (accountId: string, more: Partial<ScorePoint> & { days?: number } = {}) =>
    (await list(accountId, more)).map(({ date, score }) => [date, score])

  test('a score comes back with its day', async () => {
    await put(point('acc_score'))
    assert.deepEqual(await list('acc_score'), [
      {
        date: '2026-11-21',
        score: 42,
        riskLevel: 'medium',
        confidence: 0.87,
        rulesetVersion: '1',
        complete: true,
        failedSources: 0,
        at: NOW,
      },
    ])
  })

  test('the last score of a day stands for it, days come oldest first', async () => {
    await put(
      point('acc_days', { riskScore: 1 }),
      point('acc_days', { riskScore: 3, at: NOW + 2 }),
      point('acc_days', { riskScore: 2, at: NOW + 1 }),
      point('acc_days', { riskScore: 9, at: NOW - DAY }),
    )
    assert.deepEqual(await scores('acc_days'), [
      ['2026-11-20', 9],
      ['2026-11-21', 3],
    ])
  })

  test('a partial score never replaces a complete one of its day, and gives way to it', async () => {
    await put(point('acc_part', { riskScore: 40, complete: false }), point('acc_part', { riskScore: 10, at: NOW - 5 }))
    assert.deepEqual(await scores('acc_part'), [['2026-11-21', 10]])
    await put(point('acc_part', { riskScore: 40, complete: false, at: NOW + 5 }))
    assert.deepEqual(await scores('acc_part'), [['2026-11-21', 10]])
  })

  test('an outage never replaces what was scored with all sources, and gives way to it', async () => {
    const outage = (failedSources: number, more: Partial<ScorePoint> = {}) =>
      point('acc_outage', { riskScore: 20 + failedSources, failedSources, ...more })
    await put(outage(2), outage(1, { at: NOW - 5 }), outage(2, { at: NOW + 5 }))
    assert.deepEqual(await scores('acc_outage'), [['2026-11-21', 21]])
    await put(outage(0, { complete: false, at: NOW + 6 }), outage(3, { at: NOW + 7 }))
    assert.deepEqual(await scores('acc_outage'), [['2026-11-21', 21]])
    await put(outage(0, { at: NOW - 9 }), outage(1, { at: NOW + 9 }))
    assert.deepEqual(await scores('acc_outage'), [['2026-11-21', 20]])
  })

  test('each ruleset has a score of its own', async () => {
    await put(point('acc_rules'), point('acc_rules', { riskScore: 60, rulesetVersion: '2', at: NOW + 1 }))
    assert.deepEqual(
      (await list('acc_rules')).map(({ score, rulesetVersion }) => [score, rulesetVersion]),
      [
        [42, '1'],
        [60, '2'],
      ],
    )
  })

  test('other accounts, environments, types and networks are others', async () => {
    await put(point('acc_own'))
    for (const other of [
      { environment: 'test' as const },
      { entityType: 'contract' as const },
      { chain: 'bsc' as const },
      { chain: null },
      { entity: '0x00000000000000000000000000000000000000aA' },
    ]) {
      assert.deepEqual(await list('acc_own', other), [])
    }
    assert.deepEqual(await list('acc_stranger'), [])
  })

  test('a site has no network, and its address may be longer than an index takes', async () => {
    const entity = `https://example.org/${Array.from({ length: 18_000 }, (_, at) => (at * 7919) % 10).join('')}`
    const site = { entity, entityType: 'url', chain: null } as const
    await put(point('acc_site', site))
    assert.deepEqual(await scores('acc_site', site), [['2026-11-21', 42]])
    assert.deepEqual(await scores('acc_site', { ...site, entity: `${entity}0` }), [])
  })

  test('only so many days are answered, and old ones are pruned', async () => {
    await put(...[0, 29, 30, 400, 401].map((days) => point('acc_old', { at: NOW - days * DAY })))
    assert.equal((await scores('acc_old', { days: 30 })).length, 2)
    assert.equal(await store().entityScores.prune(NOW), 1)
    assert.equal((await scores('acc_old', { days: 1_000 })).length, 4)
  })
}
