import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { CHAINS } from '@redoubt/risk/chain.ts'
import type { EventQuery } from '../../domain/ports/events.ts'
import { openStore, type Store } from '../../store/openStore.ts'
import type { EntityJudgement } from '../../usecases/reports/entityJudgement.ts'
import type { WatchedEntity } from '../ports.ts'
import { createRescoring } from './rescore.ts'

const SITE = 'https://watched.example/'
const watched: WatchedEntity = { environment: 'live', entity: SITE, chain: null }
const HOUR = 3_600_000
const ALL: EventQuery = {
  order: 'oldest',
  limit: 100,
  beyond: null,
  types: null,
  entity: null,
  since: null,
  until: null,
}

/** A judged site; only its score matters here. */
const judged = (riskScore: number, unavailable: string[] = []): EntityJudgement => ({
  entity: SITE,
  entityType: 'url',
  subject: 'url',
  canonical: SITE,
  chain: null,
  riskScore,
  riskLevel: 'low',
  confidence: 0.9,
  recommendation: 'PROCEED',
  findings: [],
  threats: [],
  breakdown: null,
  block: null,
  sources: [],
  unavailable,
  unknown: [],
  complete: true,
  rulesetVersion: '1',
  intelAsOf: '2026-01-01',
  judgedAt: Date.now(),
})

describe('scoring again', () => {
  const folder = mkdtempSync(join(tmpdir(), 'redoubt-rescore-'))
  const nodes: Store[] = []
  const owners = ['acc_a', 'acc_b'].map((accountId) => ({ accountId, environment: 'live' as const }))
  /** Answer of the next scan; anything but a judgement is thrown. */
  let says: () => EntityJudgement = () => judged(20)
  const outcomes: string[] = []
  let problems = 0
  let rescorings: ReturnType<typeof createRescoring>[] = []

  before(async () => {
    for (let node = 0; node < 2; node++) nodes.push(await openStore(`sqlite:${join(folder, 'x.db')}`, null))
    await nodes[0]?.migrate()
    rescorings = nodes.map((store) =>
      createRescoring({
        store: store.notifiedScores,
        scores: store.entityScores,
        chains: () => CHAINS,
        intervalMs: HOUR,
        soonMs: 0,
        async judge() {
          return says()
        },
        isAwake: () => true,
        onSettled: () => {},
        onRescored: (outcome) => void outcomes.push(outcome),
        onProblem: () => {
          problems++
        },
      }),
    )
    for (const owner of owners)
      await nodes[0]?.webhooks.create(owner, {
        url: 'https://h.example/',
        endpoint: 'h',
        events: ['entity.risk_changed'],
        secret: 's',
        now: 0,
        entities: { spelled: [SITE], keys: [SITE] },
      })
    for (const rescoring of rescorings) rescoring.start()
  })
  after(async () => {
    for (const rescoring of rescorings) await rescoring.close()
    for (const store of nodes) await store.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const first = () => nodes[0] ?? assert.fail()
  const until = async (ask: () => boolean) => {
    while (!ask()) await new Promise((resolve) => setTimeout(resolve, 10))
  }
  /** Both nodes look at the same time; ends when one has scored it. */
  const round = async () => {
    const before = outcomes.length
    await first().notifiedScores.postpone(watched, 0)
    for (const rescoring of rescorings) for (const owner of owners) rescoring.changed(owner)
    await until(() => outcomes.length > before)
  }
  const told = async () => {
    const all = await Promise.all(owners.map((owner) => first().events.list(owner, ALL)))
    return all.map((events) => events.map(({ data }) => JSON.parse(data).change))
  }

  test('each account that watches is told, once, whichever node scores', async () => {
    await round()
    assert.deepEqual(await told(), [[], []])
    says = () => judged(50)
    for (let again = 0; again < 5; again++) await round()
    assert.deepEqual(await told(), [[30], [30]])
  })

  test('what cannot be scored is tried again later, and is told of nothing', async () => {
    says = () => {
      throw new Error('no endpoint answers')
    }
    const before = problems
    await round()
    await until(() => outcomes.includes('failed') && problems > before)
    assert.deepEqual(await first().notifiedScores.lease(Date.now() + 14 * 60_000, 0, 9), [])
    says = () => judged(90, ['page'])
    await round()
    assert.deepEqual(await told(), [[30], [30]])
  })

  test('a touched contract is scored, but not again at once', async () => {
    says = () => judged(10)
    await first().notifiedScores.postpone(watched, Date.now() + HOUR)
    const before = outcomes.length
    const [one] = rescorings
    const strangers = Array.from({ length: 450 }, (_, at) => `https://nobody.example/${at}`)
    await one?.touch(watched, [...strangers, watched.entity])
    // It was scored a moment ago: it is due in minutes.
    assert.equal(outcomes.length, before)
    assert.deepEqual(await first().notifiedScores.lease(Date.now() + 4 * 60_000, 0, 9), [])
    assert.deepEqual(await first().notifiedScores.lease(Date.now() + 5 * 60_000, 0, 9), [watched])
  })

  test('a scan of an account is its own', async () => {
    rescorings[0]?.stored(judged(10), owners[0] ?? assert.fail())
    let seen = await told()
    while (seen[0]?.length === 1) {
      await new Promise((resolve) => setTimeout(resolve, 10))
      seen = await told()
    }
    assert.deepEqual(seen, [[30, -40], [30]])
  })
})
