import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Store } from '../openStore.ts'

const NOW = 1_790_000_000_000
const OWNER = { accountId: 'acc_mon', environment: 'live' } as const
const ADDRESS = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const MAX = { max: 1_000, now: NOW }
const wanted: Parameters<Store['monitors']['create']>[1] = {
  address: ADDRESS,
  chain: 'ethereum',
  monitoring: {
    incomingTransactions: true,
    outgoingTransactions: false,
    tokenApprovals: true,
    nftTransfers: false,
    contractInteractions: true,
  },
  alerts: {
    largeTransfer: { enabled: true, threshold: 0.5 },
    newApproval: { enabled: false, notifyUnlimited: true },
    suspiciousActivity: { enabled: true, riskThreshold: 60 },
  },
}

export function monitorsConform(store: () => Store): void {
  const strangers = [
    { accountId: 'acc_other', environment: 'live' },
    { accountId: 'acc_mon', environment: 'test' },
  ] as const

  test('a monitor comes back as it was given, to its owner alone', async () => {
    const { monitors } = store()
    const made = await monitors.create(OWNER, wanted, MAX)
    assert.match(made.id, /^mon_[0-9a-f]{32}$/)
    assert.deepEqual(made, { id: made.id, ...wanted, createdAt: NOW, updatedAt: NOW })
    assert.deepEqual(await monitors.get(OWNER, made.id), made)
    for (const stranger of strangers) {
      assert.deepEqual((await monitors.list(stranger, { limit: 10, cursor: null })).monitors, [])
      assert.equal(await monitors.get(stranger, made.id), null)
      assert.equal(await monitors.replace(stranger, made.id, wanted, NOW), null)
      assert.equal(await monitors.delete(stranger, made.id), false)
    }
    const other = { ...wanted, chain: 'bsc' as const }
    const changed = { ...made, chain: 'bsc' as const, updatedAt: NOW + 5 }
    assert.deepEqual(await monitors.replace(OWNER, made.id, other, NOW + 5), changed)
    assert.deepEqual(await monitors.get(OWNER, made.id), changed)
    assert.equal(await monitors.delete(OWNER, made.id), true)
    assert.equal(await monitors.delete(OWNER, made.id), false)
    assert.equal(await monitors.get(OWNER, made.id), null)
  })

  test('pages go newest first, and stay what they are while others are made and changed', async () => {
    const { monitors } = store()
    const owner = { accountId: 'acc_pages', environment: 'live' } as const
    const made = [1, 2, 3, 4, 5].map((now) => () => monitors.create(owner, wanted, { max: 9, now }))
    const ids: string[] = []
    for (const make of made) ids.unshift((await make()).id)
    const first = await monitors.list(owner, { limit: 2, cursor: null })
    await monitors.create(owner, wanted, MAX)
    await monitors.replace(owner, ids[4] ?? '', { ...wanted, chain: 'polygon' }, NOW)
    const second = await monitors.list(owner, { limit: 2, cursor: first.nextCursor })
    const third = await monitors.list(owner, { limit: 2, cursor: second.nextCursor })
    assert.deepEqual(
      [first, second, third].flatMap((page) => page.monitors.map(({ id }) => id)),
      ids,
    )
    assert.equal(third.nextCursor, null)
  })

  test('there are as many as the plan allows, in each environment', async () => {
    const { monitors } = store()
    const owner = { accountId: 'acc_most', environment: 'live' } as const
    await monitors.create(owner, wanted, { max: 1, now: NOW })
    await assert.rejects(monitors.create(owner, wanted, { max: 1, now: NOW }), /1 monitors .* delete one/)
    await monitors.create({ ...owner, environment: 'test' }, wanted, { max: 1, now: NOW })
  })

  test('nor more of those that are made at once', async () => {
    const { monitors } = store()
    const owner = { accountId: 'acc_hasty', environment: 'live' } as const
    const made = await Promise.allSettled(
      Array.from({ length: 12 }, () => monitors.create(owner, wanted, { max: 3, now: NOW })),
    )
    assert.equal(made.filter(({ status }) => status === 'fulfilled').length, 3)
    for (const one of made) if (one.status === 'rejected') assert.match(String(one.reason), /3 monitors .* delete one/)
    assert.equal((await monitors.list(owner, { limit: 20, cursor: null })).monitors.length, 3)
  })
}
