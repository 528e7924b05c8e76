import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { monitorSettings, type StoredStatus } from '../../domain/monitor.ts'
import { MONITOR_LIMITS } from '../../domain/plan.ts'
import { openMemoryStore } from '../testing/memoryStore.ts'
import { createMonitors } from './monitors.ts'

const OWNER = { accountId: 'acc_1', environment: 'live' } as const
const PRO = { ...OWNER, plan: 'pro' } as const
const WANTED = {
  address: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
  chain: 'bsc' as const,
  ...monitorSettings(),
}

/** Monitors over a real store in memory; chains are as far as `kept` says. */
async function world(kept: StoredStatus | null = null) {
  const store = await openMemoryStore()
  const clock = { now: 1_790_000_000_000 }
  const asked: string[] = []
  const monitors = createMonitors({
    ...store,
    now: () => clock.now,
    requireNetwork: () => {},
    kept: async (chain, environment) => {
      asked.push(`${chain} ${environment}`)
      return kept
    },
  })
  return { monitors, clock, asked, [Symbol.asyncDispose]: () => store[Symbol.asyncDispose]() }
}

describe('monitors of an account', () => {
  test('a plan has so many in each environment', async () => {
    await using made = await world()
    await assert.rejects(made.monitors.create({ ...OWNER, plan: 'free' }, WANTED), { code: 'CONFLICT' })
    for (let at = 0; at < MONITOR_LIMITS.pro; at++) await made.monitors.create(PRO, WANTED)
    await assert.rejects(made.monitors.create(PRO, WANTED), { code: 'CONFLICT', message: /100 monitors/ })
    await made.monitors.create({ ...PRO, environment: 'test' }, WANTED)
    await made.monitors.create({ ...PRO, plan: 'enterprise' }, WANTED)
  })

  test('each says how far its network is watched', async () => {
    const skippedBlocks = { from: 1n, to: 4n, at: 5 }
    await using made = await world({ number: 9n, inside: 'seen', skippedBlocks })
    const { id, watch } = await made.monitors.create(PRO, WANTED)
    assert.deepEqual(watch, { number: 9n, inside: 'seen', skippedBlocks })
    assert.deepEqual((await made.monitors.get(OWNER, id))?.watch, watch)
    assert.deepEqual(new Set(made.asked), new Set(['bsc live']))
  })

  test('before the first block there is nothing to say', async () => {
    for (const kept of [null, { number: null, inside: null, skippedBlocks: null }]) {
      await using made = await world(kept)
      assert.equal((await made.monitors.create(PRO, WANTED)).watch, null)
    }
  })

  test('replaced, it keeps its id and says when', async () => {
    await using made = await world()
    const { id, createdAt } = await made.monitors.create(PRO, WANTED)
    made.clock.now += 5
    const replaced = await made.monitors.replace(OWNER, id, { ...WANTED, chain: 'polygon' })
    assert.deepEqual([replaced?.chain, replaced?.createdAt, replaced?.updatedAt], ['polygon', createdAt, createdAt + 5])
    assert.equal(await made.monitors.replace({ ...OWNER, accountId: 'acc_2' }, id, WANTED), null)
    assert.equal(await made.monitors.delete(OWNER, id), true)
    assert.equal(await made.monitors.get(OWNER, id), null)
  })

  test('pages open for their account alone', async () => {
    await using made = await world()
    for (let at = 0; at < 3; at++) await made.monitors.create(PRO, WANTED)
    const first = await made.monitors.list(OWNER, { limit: 2, cursor: null })
    const page = { limit: 2, cursor: first.nextCursor }
    assert.equal((await made.monitors.list(OWNER, page)).monitors.length, 1)
    const stranger = made.monitors.list({ ...OWNER, accountId: 'acc_2' }, page)
    await assert.rejects(stranger, { code: 'VALIDATION_ERROR', message: /^query\.cursor: / })
  })
})
