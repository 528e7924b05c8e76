import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { NetworkUnavailable } from '../../domain/sourceErrors.ts'
import { ApiError } from '../../errors.ts'
import { type BatchItem, createBatchScores } from './batchScores.ts'
import type { EntityJudgement, EntityQuestion } from './entityJudgement.ts'
import { renderScore } from './renderScore.ts'
import type { ScoreEntity } from './scoreEntity.ts'

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
  findings: [],
  rulesetVersion: '7',
  intelAsOf: '2026-01-01',
  block: null,
  sources: [],
  unavailable: [],
  unknown: [],
  complete: true,
  breakdown: null,
  threats: [],
  judgedAt: 0,
}
const item = (entity: string, deadlineMs = 10_000): BatchItem => ({
  entity,
  question: { text: entity, entity: { type: 'url', url: entity }, chain: 'ethereum', fresh: false, deadlineMs },
})

/** A batch over scores that take a turn of the event loop each; `asked` are their questions. */
function world(score?: (question: EntityQuestion) => Promise<void>) {
  const clock = { now: 1_000 }
  const asked: EntityQuestion[] = []
  const problems: unknown[] = []
  const seen = { now: 0, max: 0 }
  const scoreEntity: ScoreEntity = async (question) => {
    asked.push(question)
    seen.now++
    seen.max = Math.max(seen.max, seen.now)
    try {
      await setImmediate()
      await score?.(question)
      const own = { ...judged, entity: question.text }
      return { scored: { judged: own, score: renderScore(own), text: '' }, age: 2_700 }
    } finally {
      seen.now--
    }
  }
  const batch = createBatchScores(scoreEntity, { onProblem: (error) => problems.push(error), now: () => clock.now })
  const run = (items: BatchItem[], signal = new AbortController().signal) =>
    batch(items, { deadlineMs: 5_000, requestId: 'r1', environment: 'live', accountId: 'acc_1', signal })
  return { clock, asked, problems, seen, run }
}

describe('createBatchScores', () => {
  test('answers in order, each with its own score or error', async () => {
    const { run, problems } = world(async ({ text }) => {
      if (text.includes('down')) throw new NetworkUnavailable('bsc', 1)
    })
    const refused = new ApiError('VALIDATION_ERROR', { detail: 'body.entities[1]: expected an address' })
    const results = await run([
      item('https://a.example/'),
      { entity: '?', question: refused },
      item('https://down.example/'),
    ])
    assert.deepEqual(
      results.map((one) => [one.entity, one.ok ? one.result.riskScore : one.error.code]),
      [
        ['https://a.example/', 40],
        ['?', 'VALIDATION_ERROR'],
        ['https://down.example/', 'UPSTREAM_UNAVAILABLE'],
      ],
    )
    assert.ok(results[0]?.ok && results[0].result.age === 2, 'whole seconds')
    assert.deepEqual(problems, [])
  })

  test('a defect is told to the operator, and of it only the request id to the caller', async () => {
    const defect = new Error('secret detail')
    const { run, problems } = world(() => Promise.reject(defect))
    const [only] = await run([item('https://a.example/')])
    assert.ok(only !== undefined && !only.ok)
    assert.equal(only.error.code, 'INTERNAL_ERROR')
    assert.doesNotMatch(only.error.message, /secret/)
    assert.match(only.error.message, /r1/)
    assert.deepEqual(problems, [defect])
  })

  test('four at a time', async () => {
    const { run, seen } = world()
    await run(Array.from({ length: 11 }, (_, place) => item(`https://${place}.example/`)))
    assert.equal(seen.max, 4)
  })

  test('shares one deadline; with too little left nothing is begun', async () => {
    const { run, asked, clock } = world(async () => {
      clock.now = 1_000 + 4_801
    })
    const results = await run([...Array(6)].map((_, place) => item(`https://${place}.example/`, 3_000)))
    assert.deepEqual(
      asked.map(({ deadlineMs }) => deadlineMs),
      [3_000, 3_000, 3_000, 3_000],
    )
    assert.deepEqual(
      results.map((one) => (one.ok ? 'scored' : one.error.code)),
      [...Array(4).fill('scored'), 'UPSTREAM_TIMEOUT', 'UPSTREAM_TIMEOUT'],
    )
  })

  test('gets as long as is left', async () => {
    const { run, asked, clock } = world(async () => {
      clock.now += 1_000
    })
    await run([...Array(5)].map((_, place) => item(`https://${place}.example/`)))
    assert.equal(asked[0]?.deadlineMs, 5_000)
    assert.ok((asked[4]?.deadlineMs ?? 0) < 5_000)
  })

  test('ends when the caller goes away', async () => {
    const { run, asked } = world()
    const gone = AbortSignal.abort(new Error('The client went away'))
    const failing = world(() => Promise.reject(new Error('gone')))
    await assert.rejects(failing.run([item('https://a.example/')], gone), /went away/)
    assert.deepEqual(await run([]), [])
    assert.equal(asked.length, 0)
  })
})
