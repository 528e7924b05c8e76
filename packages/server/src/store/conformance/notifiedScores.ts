import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CHAINS } from '@redoubt/risk/chain.ts'
import type { Notified } from '../../domain/compareScores.ts'
import type { NewEvent } from '../../domain/event.ts'
import type { WatchedEntity } from '../../watch/ports.ts'
import type { Store } from '../openStore.ts'
import type { StoreWorld } from './world.ts'

const NOW = 1_790_000_000_000
const AT = { now: NOW, soon: 1_000, later: 100_000, chains: CHAINS }
const ADDRESS = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const SITE = 'https://a.example/'
const BASE = { rulesetVersion: '1', score: 20, confidence: 0.9, unavailable: ['history'] }
const KNOWN: Notified = { base: BASE, threats: ['scam'], doubtedSince: 5 }

/** Each test has an account and sites of its own. */
export function notifiedScoresConform(world: () => StoreWorld, store: () => Store): void {
  let accounts = 0
  const setUp = () => {
    const owner = { accountId: `acc_notified_${++accounts}`, environment: 'live' } as const
    const site: WatchedEntity = { environment: 'live', entity: `${SITE}${accounts}`, chain: null }
    const webhook = (keys: string[], events = ['entity.risk_changed']) =>
      store().webhooks.create(owner, {
        url: 'https://h.example/',
        endpoint: owner.accountId,
        events,
        secret: 's',
        now: NOW,
        entities: { spelled: keys, keys },
      })
    const scored = (entity: string, chain: 'bsc' | null, riskScore: number, more: object = {}) =>
      store().entityScores.put({
        ...owner,
        entity,
        chain,
        riskScore,
        entityType: chain === null ? 'url' : 'wallet',
        riskLevel: 'low',
        confidence: 0.8,
        rulesetVersion: '1',
        complete: true,
        failedSources: 0,
        at: NOW - 1_000,
        ...more,
      })
    const event: NewEvent = {
      ...owner,
      type: 'entity.risk_changed',
      entity: site.entity,
      data: '{}',
      identity: null,
      at: NOW,
    }
    /** What is known; nothing changes but when it is due. */
    const known = async (watched: WatchedEntity, dueAt = NOW + 1e9) => {
      let seen: Notified | null = null
      await store().notifiedScores.settle(owner, watched, { now: NOW, dueAt }, (before) => {
        seen = before
        return { known: before, events: [] }
      })
      return seen
    }
    const due = async (now: number) =>
      (await store().notifiedScores.lease(now, 10, 1_000)).filter(({ entity }) => entity === site.entity)
    return { owner, site, webhook, scored, event, known, due }
  }
  const scores = () => store().notifiedScores

  test('what a webhook names is watched, addresses on all networks, until it names it no more', async () => {
    const { owner, site, webhook, known } = setUp()
    const { id } = await webhook([site.entity, ADDRESS, `0x${'ab'.repeat(32)}`])
    await scores().sync(owner, AT)
    const first = { base: null, threats: [], doubtedSince: null }
    assert.deepEqual(await known(site), first)
    for (const chain of CHAINS) assert.deepEqual(await known({ environment: 'live', entity: ADDRESS, chain }), first)
    assert.equal(await known({ environment: 'live', entity: `0x${'ab'.repeat(32)}`, chain: 'bsc' }), null)
    await store().webhooks.update(owner, id, { entities: { spelled: [site.entity], keys: [site.entity] } })
    await scores().sync(owner, AT)
    assert.equal(await known({ environment: 'live', entity: ADDRESS, chain: 'bsc' }), null)
    assert.deepEqual(await known(site), first)
    assert.ok((await scores().owners()).some(({ accountId }) => accountId === owner.accountId))
    await store().webhooks.delete(owner, id)
    await scores().sync(owner, AT)
    assert.equal(await known(site), null)
  })

  test('one that names nothing has what was scanned and is monitored; the newest whole score is the base', async () => {
    const { owner, site, webhook, scored, known } = setUp()
    await scored(site.entity, null, 30, { at: NOW - 2 * 86_400_000 })
    await scored(site.entity, null, 40)
    await scored(site.entity, null, 90, { rulesetVersion: '2', complete: false })
    await scored(ADDRESS, 'bsc', 50, { failedSources: 1 })
    await webhook([])
    await scores().sync(owner, AT)
    const base = { rulesetVersion: '1', confidence: 0.8, unavailable: [] }
    assert.deepEqual(await known(site), { base: { ...base, score: 40 }, threats: null, doubtedSince: null })
    const address = { environment: 'live', entity: ADDRESS, chain: 'bsc' } as const
    assert.deepEqual(await known(address), {
      base: { ...base, unavailable: null, score: 50 },
      threats: null,
      doubtedSince: null,
    })
    assert.equal(await known({ ...address, chain: 'polygon' }), null)
  })

  test('only webhooks that want events of risk watch', async () => {
    const { owner, site, webhook, known } = setUp()
    await webhook([site.entity], ['approval.new'])
    await scores().sync(owner, AT)
    assert.equal(await known(site), null)
    assert.equal(await scores().isWanted(owner, site.entity), false)
    await webhook([site.entity], ['entity.threat_detected'])
    assert.equal(await scores().isWanted(owner, site.entity), true)
    assert.equal(await scores().isWanted(owner, ADDRESS), false)
    await webhook([])
    assert.equal(await scores().isWanted(owner, ADDRESS), true)
    assert.equal(await scores().isWanted({ ...owner, environment: 'test' }, ADDRESS), false)
  })

  test('what is settled is known, with the events that tell of it, or nothing is', async () => {
    const { owner, site, webhook, event, known } = setUp()
    await webhook([site.entity])
    await scores().sync(owner, AT)
    const settle = (events: NewEvent[]) =>
      scores().settle(owner, site, { now: NOW, dueAt: NOW + 50 }, () => ({ known: KNOWN, events }))
    await assert.rejects(settle([event, { ...event, data: null as never }]))
    assert.deepEqual(await known(site), { base: null, threats: [], doubtedSince: null })
    assert.equal(await settle([event]), 1)
    assert.deepEqual(await known(site), KNOWN)
    const told = await store().events.list(owner, {
      order: 'oldest',
      limit: 9,
      beyond: null,
      types: null,
      entity: null,
      since: null,
      until: null,
    })
    assert.equal(told.length, 1)
  })

  test('nodes that settle at the same time see what the other told', async () => {
    const { owner, site, webhook, event } = setUp()
    await webhook([site.entity])
    await scores().sync(owner, AT)
    const nodes = [store(), await world().open(), await world().open()]
    try {
      const told = await Promise.all(
        nodes.map((node) =>
          node.notifiedScores.settle(owner, site, { now: NOW, dueAt: NOW }, (before) => ({
            known: KNOWN,
            events: before.base === null ? [event] : [],
          })),
        ),
      )
      assert.deepEqual(told.sort(), [0, 0, 1])
    } finally {
      for (const node of nodes.slice(1)) await node.close()
    }
  })

  test('what is due is one node’s, until its lease ends or it is settled', async () => {
    const { owner, site, webhook, known, due } = setUp()
    await webhook([site.entity])
    await scores().sync(owner, AT)
    assert.deepEqual(await due(NOW + 999), [])
    const both = await Promise.all([due(NOW + 1_000), due(NOW + 1_000)])
    assert.deepEqual(both.flat(), [site])
    assert.deepEqual(await due(NOW + 1_009), [])
    assert.deepEqual(await due(NOW + 1_010), [site])
    await known(site, NOW + 2_000)
    assert.deepEqual(await due(NOW + 1_999), [])
    assert.deepEqual(await due(NOW + 2_000), [site])
    await scores().postpone(site, NOW + 3_000)
    assert.deepEqual(await due(NOW + 2_999), [])
    assert.deepEqual(await due(NOW + 3_000), [site])
  })

  test('accounts take turns, however much one of them watches', async () => {
    const [many, one] = [setUp(), setUp()]
    const own = (found: WatchedEntity[]) => found.filter(({ entity }) => entity.includes('turns'))
    const site = (entity: string): WatchedEntity => ({
      environment: 'live',
      entity: `https://turns/${entity}`,
      chain: null,
    })
    // Long before what other tests left.
    for (let count = 0; count < 30; count++) await scores().add(many.owner, site(`many/${count}`), 10 + count)
    for (let count = 0; count < 3; count++) await scores().add(one.owner, site(`one/${count}`), 1_000)
    const leased: WatchedEntity[] = []
    for (let look = 0; look < 6; look++) leased.push(...own(await scores().lease(2_000, 1_000, 1)))
    const of = (name: string) => leased.filter(({ entity }) => entity.includes(name)).map(({ entity }) => entity)
    assert.deepEqual(
      of('/many/'),
      [0, 1, 2].map((count) => site(`many/${count}`).entity),
    )
    assert.equal(new Set(of('/one/')).size, 3)
    assert.equal(own(await scores().lease(2_000, 1_000, 100)).length, 27)
    assert.deepEqual(own(await scores().lease(2_000, 1_000, 100)), [])
  })

  test('many first scores are spread by their number, those that were there stay in time', async () => {
    const { owner, site, webhook } = setUp()
    const due = async (now: number) =>
      (await scores().lease(now, 1, 10_000)).filter(({ entity }) => entity.startsWith(`${site.entity}/spread`)).length
    await webhook(Array.from({ length: 120 }, (_, count) => `${site.entity}/spread/${count}`))
    await scores().sync(owner, AT)
    assert.equal(await due(NOW + AT.soon), 60)
    assert.equal(await due(NOW + 2 * AT.soon), 120)
  })

  test('what is touched is due now, but not more often than it may be', async () => {
    const { owner, site, webhook, known, due } = setUp()
    await webhook([site.entity])
    await scores().sync(owner, AT)
    await known(site)
    assert.equal(
      await scores().touch(site, ['https://other.example/', site.entity], { now: NOW + 10, gapMs: 50 }),
      true,
    )
    assert.deepEqual(await due(NOW + 49), [])
    assert.deepEqual(await due(NOW + 50), [site])
    await known(site)
    assert.equal(await scores().touch(site, [site.entity], { now: NOW + 200, gapMs: 50 }), true)
    assert.deepEqual(await due(NOW + 200), [site])
    assert.equal(await scores().touch(site, ['https://nobody.example/'], { now: NOW, gapMs: 0 }), false)
    assert.equal(await scores().touch({ ...site, environment: 'test' }, [site.entity], { now: NOW, gapMs: 0 }), false)
    assert.equal(await scores().touch(site, [], { now: NOW, gapMs: 0 }), false)
  })

  test('several accounts may watch the same, each with what it knows', async () => {
    const { owner, site } = setUp()
    const other = { accountId: `${owner.accountId}_b`, environment: 'live' } as const
    for (const one of [owner, other]) await scores().add(one, site, NOW)
    await scores().add(owner, site, NOW)
    assert.deepEqual((await scores().watchers(site)).sort(), [owner.accountId, other.accountId].sort())
    await scores().settle(owner, site, { now: NOW, dueAt: NOW }, () => ({ known: KNOWN, events: [] }))
    let seen: Notified | null = null
    await scores().settle(other, site, { now: NOW, dueAt: NOW }, (before) => {
      seen = before
      return { known: before, events: [] }
    })
    assert.deepEqual(seen, { base: null, threats: null, doubtedSince: null })
  })
}
