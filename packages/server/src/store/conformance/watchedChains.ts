import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Hex } from '@redoubt/risk/address.ts'
import type { NewEvent } from '../../domain/event.ts'
import type { BlockMark, WatchedChain } from '../../watch/ports.ts'
import { LeadershipLost } from '../../watch/ports.ts'
import type { Store } from '../openStore.ts'
import type { StoreWorld } from './world.ts'

const NOW = 1_790_000_000_000
const LEASE_MS = 10_000
const hash = (of: string): Hex => `0x${Buffer.from(of).toString('hex').padStart(64, '0')}`
const mark = (number: number, fork = ''): BlockMark => ({ number: BigInt(number), hash: hash(`${number}${fork}`) })

/** Each test has a chain and an account of its own. */
export function watchedChainsConform(theWorld: () => StoreWorld, store: () => Store): void {
  let chains = 0
  const world = async () => {
    const watched: WatchedChain = { chain: 'polygon', environment: 'test', instance: `sandbox ${++chains}` }
    const owner = { accountId: `acc_watched_${chains}`, environment: 'test' } as const
    const webhook = await store().webhooks.create(owner, {
      url: 'https://h.example/',
      endpoint: owner.accountId,
      events: ['approval.new'],
      secret: 's',
      now: NOW,
      entities: { spelled: [], keys: [] },
    })
    const event = (identity: string): NewEvent => ({
      ...owner,
      type: 'approval.new',
      entity: null,
      data: `{"of":"${identity}"}`,
      identity,
      at: NOW,
    })
    const advance = (to: BlockMark, parent: BlockMark, identities: string[] = [], keepFrom = 0n, node = 'a') => {
      const step = { block: to, parentHash: parent.hash, events: identities.map(event), keepFrom }
      return store().watchedChains.advance(watched, node, step)
    }
    const told = async () => {
      const { deliveries } = await store().outbox.list(webhook.id, { limit: 100, cursor: null })
      return deliveries.length
    }
    const lead = (node: string, now = NOW) => store().watchedChains.lead(watched, node, now, LEASE_MS)
    const attempt = async () => {
      const bodyOf = ({ data }: { data: string }) => data
      const all = { now: NOW, leaseMs: LEASE_MS, limit: 1_000, without: [], bodyOf }
      const leased = await store().outbox.lease(all)
      return leased.filter(({ webhookId }) => webhookId === webhook.id).map(({ body }) => JSON.parse(body).of)
    }
    const leaseAll = async () => {
      const all = { now: NOW, leaseMs: LEASE_MS, limit: 1_000, without: [], bodyOf: () => 'b' }
      return (await store().outbox.lease(all)).filter(({ webhookId }) => webhookId === webhook.id)
    }
    const ids = async () => {
      const query = { limit: 100, beyond: null, types: null, entity: null, since: null, until: null }
      const events = await store().events.list(owner, { ...query, order: 'oldest' })
      return new Map(events.map(({ id, data }) => [JSON.parse(data).of as string, id]))
    }
    return { watched, advance, told, lead, attempt, leaseAll, ids }
  }

  test('one node leads, until its lead ends or is given back', async () => {
    const { watched, lead } = await world()
    const nodes = await Promise.all(['a', 'b', 'c', 'd'].map((node) => lead(node)))
    assert.equal(nodes.filter(Boolean).length, 1)
    const leader = 'abcd'[nodes.indexOf(true)] ?? ''
    assert.equal(await lead(leader, NOW + 5_000), true)
    assert.equal(await lead('e', NOW + 5_000 + LEASE_MS - 1), false)
    assert.equal(await lead('e', NOW + 5_000 + LEASE_MS), true)
    await store().watchedChains.release(watched, leader)
    assert.equal(await lead(leader, NOW + 5_001 + LEASE_MS), false)
    await store().watchedChains.release(watched, 'e')
    assert.equal(await lead(leader, NOW + 5_001 + LEASE_MS), true)
  })

  test('the chain moves block by block, and only its leader moves it', async () => {
    const { watched, advance, lead } = await world()
    await lead('a')
    assert.deepEqual(await store().watchedChains.load(watched), [])
    await assert.rejects(advance(mark(8), mark(7)), LeadershipLost)
    await assert.rejects(store().watchedChains.begin(watched, 'b', mark(7)), LeadershipLost)
    await store().watchedChains.begin(watched, 'a', mark(7))
    await assert.rejects(advance(mark(8), mark(7), ['x'], 0n, 'b'), LeadershipLost)
    await assert.rejects(advance(mark(8), mark(6), ['x']), LeadershipLost)
    await assert.rejects(advance(mark(9), mark(7), ['x']), LeadershipLost)
    await advance(mark(8), mark(7))
    await advance(mark(9), mark(8), [], 8n)
    assert.deepEqual(await store().watchedChains.load(watched), [mark(8), mark(9)])
    await store().watchedChains.begin(watched, 'a', mark(70))
    assert.deepEqual(await store().watchedChains.load(watched), [mark(70)])
  })

  test('it is kept how far it is, what was seen of its last block, and which blocks were passed over', async () => {
    const { watched, advance, lead } = await world()
    const status = () => store().watchedChains.status(watched)
    assert.equal(await status(), null)
    await lead('a')
    assert.deepEqual(await status(), { number: null, inside: null, skippedBlocks: null })
    await store().watchedChains.begin(watched, 'a', mark(7))
    await advance(mark(8), mark(7))
    assert.deepEqual(await status(), { number: 8n, inside: null, skippedBlocks: null })
    const step = { block: mark(9), parentHash: mark(8).hash, events: [], keepFrom: 0n, inside: 'seen' as const }
    await store().watchedChains.advance(watched, 'a', step)
    assert.deepEqual(await status(), { number: 9n, inside: 'seen', skippedBlocks: null })
    const skippedBlocks = { from: 10n, to: 29n, at: NOW }
    await store().watchedChains.begin(watched, 'a', mark(29), skippedBlocks)
    await advance(mark(30), mark(29))
    assert.deepEqual(await status(), { number: 30n, inside: 'seen', skippedBlocks })
    const last = { block: mark(31), parentHash: mark(30).hash, events: [], keepFrom: 0n, inside: null }
    await store().watchedChains.advance(watched, 'a', last)
    assert.deepEqual(await status(), { number: 31n, inside: null, skippedBlocks })
  })

  test('two that believe to lead move it once, and a step that fails writes nothing', async () => {
    const { watched, advance, told, lead } = await world()
    await lead('a')
    await store().watchedChains.begin(watched, 'a', mark(1))
    const other = await theWorld().open()
    try {
      const step = { block: mark(2), parentHash: mark(1).hash, events: [], keepFrom: 0n }
      const both = await Promise.allSettled([
        advance(mark(2), mark(1), ['one']),
        other.watchedChains.advance(watched, 'a', step),
      ])
      assert.equal(both.filter(({ status }) => status === 'fulfilled').length, 1)
    } finally {
      await other.close()
    }
    const before = await told()
    await assert.rejects(advance(mark(4), mark(3), ['two']), LeadershipLost)
    assert.equal(await told(), before)
  })

  test('what happened is told once, in whatever block it is found again', async () => {
    const { watched, advance, told, lead } = await world()
    await lead('a')
    await store().watchedChains.begin(watched, 'a', mark(1))
    assert.equal(await advance(mark(2), mark(1), ['one', 'two']), 2)
    assert.equal(await advance(mark(3), mark(2), ['two', 'three']), 1)
    assert.equal(await told(), 3)
  })

  test('events of orphaned blocks are withdrawn, and told again where they happen again', async () => {
    const { watched, advance, told, lead } = await world()
    await lead('a')
    await store().watchedChains.begin(watched, 'a', mark(1))
    await advance(mark(2), mark(1), ['kept'])
    await advance(mark(3), mark(2), ['moved', 'gone'])
    await advance(mark(4), mark(3), ['gone too'])
    await assert.rejects(store().watchedChains.rollBack(watched, 'b', mark(2)), LeadershipLost)
    assert.equal(await store().watchedChains.rollBack(watched, 'a', mark(2)), 3)
    assert.deepEqual(await store().watchedChains.load(watched), [mark(1), mark(2)])
    assert.equal(await told(), 1)
    assert.equal(await advance(mark(3, 'b'), mark(2), ['moved']), 1)
    assert.equal(await told(), 2)
  })

  test('what is told again after it was withdrawn has the id that it had, which nothing else has', async () => {
    const { watched, advance, lead, ids } = await world()
    await lead('a')
    await store().watchedChains.begin(watched, 'a', mark(1))
    await advance(mark(2), mark(1), ['moved', 'other'])
    const before = await ids()
    assert.equal(new Set(before.values()).size, 2)
    await store().watchedChains.rollBack(watched, 'a', mark(1))
    assert.equal((await ids()).size, 0)
    await advance(mark(2, 'b'), mark(1), ['moved'])
    assert.deepEqual([...(await ids())], [['moved', before.get('moved')]])
    const stranger = await world()
    await stranger.lead('a')
    await store().watchedChains.begin(stranger.watched, 'a', mark(1))
    await stranger.advance(mark(2), mark(1), ['moved'])
    assert.notEqual((await stranger.ids()).get('moved'), before.get('moved'))
  })

  test('what was attempted stays told, and is not told again', async () => {
    const { watched, advance, told, lead, attempt } = await world()
    await lead('a')
    await store().watchedChains.begin(watched, 'a', mark(1))
    await advance(mark(2), mark(1), ['sent'])
    assert.deepEqual(await attempt(), ['sent'])
    await advance(mark(3), mark(2), ['waiting'])
    assert.equal(await store().watchedChains.rollBack(watched, 'a', mark(1)), 1)
    assert.equal(await told(), 1)
    assert.equal(await advance(mark(2, 'b'), mark(1), ['sent', 'waiting']), 1)
    assert.deepEqual(await attempt(), ['waiting'])
  })

  test('withdrawing waits for who writes attempts or gives back, and they for it, never in a circle', async () => {
    const { watched, advance, lead, leaseAll } = await world()
    await lead('a')
    await store().watchedChains.begin(watched, 'a', mark(1))
    for (let round = 0; round < 12; round++) {
      const fork = `round ${round}`
      const identities = Array.from({ length: 40 }, (_, no) => `circle ${chains} ${round} ${no}`)
      await advance(mark(2, fork), mark(1), identities)
      const leased = (await leaseAll()).reverse()
      const attempt = { delivered: true, nextAt: null, at: NOW, status: 200, error: null, durationMs: 1 }
      await Promise.all([
        store().watchedChains.rollBack(watched, 'a', mark(1)),
        ...[0, 1, 2, 3].map((part) => store().outbox.release(leased.slice(part * 5, 20 + part * 5), NOW)),
        store().outbox.record(leased.slice(10, 30).map((delivery) => ({ delivery, attempt }))),
      ])
    }
  })

  test('a block is final when its mark is dropped: its events stay', async () => {
    const { watched, advance, told, lead } = await world()
    await lead('a')
    await store().watchedChains.begin(watched, 'a', mark(1))
    await advance(mark(2), mark(1), ['final'])
    await advance(mark(3), mark(2), ['not yet'], 3n)
    assert.equal(await store().watchedChains.rollBack(watched, 'a', mark(1, 'b')), 1)
    assert.deepEqual(await store().watchedChains.load(watched), [mark(1, 'b')])
    assert.equal(await told(), 1)
    assert.equal(await advance(mark(2, 'b'), mark(1, 'b'), ['final']), 0)
  })

  test('what nobody watches is forgotten, and sandboxes that ended are', async () => {
    const { watched, lead } = await world()
    await lead('a')
    await store().watchedChains.begin(watched, 'a', mark(1))
    await store().watchedChains.forget(watched, 'a')
    assert.deepEqual(await store().watchedChains.load(watched), [])
    await lead('a')
    await store().watchedChains.begin(watched, 'a', mark(2))
    await store().watchedChains.prune(NOW + LEASE_MS)
    assert.deepEqual(await store().watchedChains.load(watched), [mark(2)])
    await store().watchedChains.prune(NOW + 2 * 60 * 60 * 1000)
    assert.deepEqual(await store().watchedChains.load(watched), [])
    const real: WatchedChain = { ...watched, instance: '' }
    await store().watchedChains.lead(real, 'a', NOW, LEASE_MS)
    await store().watchedChains.begin(real, 'a', mark(3))
    await store().watchedChains.prune(NOW + 2 * 60 * 60 * 1000)
    assert.deepEqual(await store().watchedChains.load(real), [mark(3)])
  })
}
