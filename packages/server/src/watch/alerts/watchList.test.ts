import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Address } from '@redoubt/risk/address.ts'
import { getAddress } from 'viem/utils'
import { openStore } from '../../store/openStore.ts'
import { createFollower, createWatchList } from './watchList.ts'

const address = (digit: string): Address => `0x${digit.repeat(40)}`
const owner = { accountId: 'acc', environment: 'live' } as const
const settings = {
  monitoring: {
    incomingTransactions: true,
    outgoingTransactions: true,
    tokenApprovals: true,
    nftTransfers: true,
    contractInteractions: true,
  },
  alerts: {
    largeTransfer: { enabled: true, threshold: 1 },
    newApproval: { enabled: true, notifyUnlimited: true },
    suspiciousActivity: { enabled: true, riskThreshold: 60 },
  },
}

async function world() {
  const store = await openStore('sqlite::memory:', null)
  await store.migrate()
  const clock = { now: 1_790_000_000_000 }
  const list = createWatchList(store.watchRows, { seed: 5, now: () => clock.now })
  return {
    store,
    clock,
    list,
    has: async (digit: string, chain: 'bsc' | 'polygon') => (await list.current('live')).has(address(digit), 2, chain),
    webhook: (keys: string[]) =>
      store.webhooks.create(owner, {
        url: 'https://hooks.example/',
        endpoint: 'hooks.example:443',
        secret: 's',
        now: 1,
        events: ['approval.new'],
        entities: { spelled: keys, keys },
      }),
    scan: (digit: string, accountId = 'acc') =>
      store.entityScores.put({
        ...owner,
        accountId,
        entity: getAddress(address(digit)),
        entityType: 'wallet',
        chain: 'bsc',
        riskScore: 1,
        riskLevel: 'safe',
        confidence: 1,
        rulesetVersion: '1',
        complete: true,
        at: clock.now,
        failedSources: 0,
      }),
    [Symbol.asyncDispose]: () => store.close(),
  }
}

describe('the list of what is watched', () => {
  test('follows monitors and webhooks, and forgets what is gone in time', async () => {
    await using at = await world()
    assert.equal(await at.list.isWatching('bsc', 'live'), false)
    const { id } = await at.store.monitors.create(
      owner,
      { address: getAddress(address('a')), chain: 'bsc', ...settings },
      { max: 9, now: 1 },
    )
    await at.webhook([getAddress(address('b'))])
    assert.equal(await at.has('a', 'bsc'), false)
    at.clock.now += 500
    assert.deepEqual([await at.has('a', 'bsc'), await at.has('a', 'polygon')], [true, false])
    assert.deepEqual([await at.has('b', 'bsc'), await at.has('b', 'polygon')], [true, true])
    assert.deepEqual([await at.list.isWatching('bsc', 'live'), await at.list.isWatching('bsc', 'test')], [true, false])
    await at.store.monitors.delete(owner, id)
    at.clock.now += 20 * 60_000
    assert.deepEqual([await at.has('a', 'bsc'), await at.has('b', 'bsc')], [false, true])
  })

  test('has what an account scanned, before and after it got a webhook that lists nothing', async () => {
    await using at = await world()
    await at.scan('c')
    await at.scan('d', 'other')
    assert.equal(await at.has('c', 'bsc'), false)
    await at.webhook([])
    at.clock.now += 500
    assert.deepEqual(
      [await at.has('c', 'bsc'), await at.has('c', 'polygon'), await at.has('d', 'bsc')],
      [true, false, false],
    )
    await at.scan('e')
    at.clock.now += 500
    assert.equal(await at.has('e', 'bsc'), true)
  })
})

test('a row that appears behind those that were read is read', async () => {
  const rows = [{ seq: 1 }, { seq: 3 }, { seq: 6 }]
  const clock = { now: 0 }
  const follower = createFollower(() => clock.now)
  const seen = new Set<number>()
  const read = () =>
    follower.read(
      async (after) => rows.filter(({ seq }) => seq > after).slice(0, 2),
      2,
      ({ seq }) => seen.add(seq),
    )
  await read()
  rows.splice(1, 0, { seq: 2 })
  clock.now += 10_000
  await read()
  assert.deepEqual([...seen].sort(), [1, 2, 3, 6])
  rows.push({ seq: 8 })
  clock.now += 10_000
  await read()
  rows.splice(4, 0, { seq: 7 })
  clock.now += 9_999
  await read()
  assert.deepEqual([...seen].sort(), [1, 2, 3, 6, 7, 8])
})
