import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ScanRecord } from '../../domain/scanRecord.ts'
import type { Store } from '../openStore.ts'

const DAY = 86_400_000
const NOW = 1_790_000_000_000

export function scanRecordsConform(store: () => Store): void {
  const record = (accountId: string, requestId: string, createdAt = NOW): ScanRecord => ({
    requestId,
    accountId,
    environment: 'live',
    keyId: 'key_1',
    kind: 'transaction',
    chain: 'ethereum',
    subject: '0x00000000000000000000000000000000000000Aa',
    riskScore: 42,
    riskLevel: 'medium',
    rulesetVersion: '1',
    input: '{"value":"115792089237316195423570985008687907853269984665640564039457584007913129639935"}',
    result: '{"warnings":["ünïcode 🦄","quote \'\\""]}',
    createdAt,
  })

  const pages = async (accountId: string, limit: number) => {
    const all: string[][] = []
    let cursor: string | null = null
    do {
      const page = await store().scanRecords.list({ accountId, environment: 'live', limit, cursor })
      all.push(page.records.map(({ requestId }) => requestId))
      cursor = page.nextCursor
    } while (cursor !== null)
    return all
  }

  test('a scan comes back as it was put in', async () => {
    await store().scanRecords.add(record('acc_back', 'r1'))
    assert.deepEqual(await store().scanRecords.get('acc_back', 'live', 'r1'), record('acc_back', 'r1'))
  })

  test('a scan is private to its account and environment', async () => {
    await store().scanRecords.add(record('acc_private', 'r1'))
    assert.equal(await store().scanRecords.get('acc_other', 'live', 'r1'), null)
    assert.equal(await store().scanRecords.get('acc_private', 'test', 'r1'), null)
    const query = { environment: 'live', limit: 10, cursor: null } as const
    assert.deepEqual(await store().scanRecords.list({ ...query, accountId: 'acc_other' }), {
      records: [],
      nextCursor: null,
    })
  })

  test('of scans with the same request id the first keeps it and the others, even at once, get their own', async () => {
    assert.equal(await store().scanRecords.add(record('acc_twice', 'r1')), 'r1')
    const ids = await Promise.all(
      [1, 2, 3].map((score) => store().scanRecords.add({ ...record('acc_twice', 'r1'), riskScore: score })),
    )
    assert.equal(new Set([...ids, 'r1']).size, 4)
    for (const [index, id] of ids.entries()) {
      assert.equal((await store().scanRecords.get('acc_twice', 'live', id))?.riskScore, index + 1)
    }
    assert.equal((await store().scanRecords.get('acc_twice', 'live', 'r1'))?.riskScore, 42)
    assert.deepEqual((await pages('acc_twice', 10)).flat().sort(), [...ids, 'r1'].sort())
    assert.equal(await store().scanRecords.add({ ...record('acc_twice', 'r1'), environment: 'test' }), 'r1')
    assert.equal(await store().scanRecords.add(record('acc_twice_other', 'r1')), 'r1')
  })

  test('pages are newest first, complete and disjoint, also among equal times', async () => {
    const times = [5, 1, 3, 3, 3, 2, 4]
    for (const [index, time] of times.entries()) {
      await store().scanRecords.add(record('acc_pages', `r${index}`, NOW + time))
    }
    const order = ['r0', 'r6', 'r4', 'r3', 'r2', 'r5', 'r1']
    for (const limit of [1, 2, 3, 6, 7, 8]) {
      const found = await pages('acc_pages', limit)
      assert.deepEqual(found.flat(), order)
      assert.equal(found.length, Math.ceil(order.length / limit))
    }
  })

  test('what an origin asked a wallet to pay is read newest first, for that account, wallet and origin alone', async () => {
    const token = `0x${'a'.repeat(40)}` as const
    const payment = { token, symbol: '🦄', decimals: null, to: token, amount: 2n ** 256n - 1n }
    const ask = (accountId: string, requestId: string, more: object = {}) =>
      store().scanRecords.add({
        ...record(accountId, requestId),
        payments: { origin: 'https://pay.example', digest: requestId, payments: [payment] },
        ...more,
      })
    for (const id of ['r1', 'r2', 'r3']) await ask('acc_asked', id)
    await ask('acc_asked', 'other-wallet', { subject: '0x00' })
    await ask('acc_asked', 'other-environment', { environment: 'test' })
    await ask('acc_asked', 'no-payment', { payments: null })
    await ask('acc_asked_other', 'r1')
    const query = { accountId: 'acc_asked', environment: 'live', subject: record('', '').subject } as const
    const asked = (origin: string, limit = 9) => store().scanRecords.asked({ ...query, origin, limit })
    const row = (digest: string) => ({ digest, chain: 'ethereum', askedAt: NOW, payments: [payment] })
    assert.deepEqual(await asked('https://pay.example'), [row('r3'), row('r2'), row('r1')])
    assert.deepEqual(await asked('https://pay.example', 1), [row('r3')])
    assert.deepEqual(await asked('https://other.example'), [])
    await store().scanRecords.prune(NOW + 31 * DAY, 30)
    assert.deepEqual(await asked('https://pay.example'), [])
  })

  test('messages of one wallet are read newest first, for that account, environment and wallet alone', async () => {
    const add = (accountId: string, requestId: string, more: object = {}) =>
      store().scanRecords.add({ ...record(accountId, requestId), kind: 'message', ...more })
    for (const id of ['m1', 'm2', 'm3']) await add('acc_messages', id)
    await add('acc_messages', 'other-wallet', { subject: '0x00' })
    await add('acc_messages', 'other-environment', { environment: 'test' })
    await add('acc_messages', 'other-kind', { kind: 'transaction' })
    await add('acc_messages_other', 'm1')
    const query = { accountId: 'acc_messages', environment: 'live', subject: record('', '').subject } as const
    const messages = async (limit: number) =>
      (await store().scanRecords.messagesOf({ ...query, limit })).map(({ requestId }) => requestId)
    assert.deepEqual(await messages(9), ['m3', 'm2', 'm1'])
    assert.deepEqual(await messages(2), ['m3', 'm2'])
  })

  test('a cursor stays valid while scans are added', async () => {
    for (const index of [1, 2, 3]) await store().scanRecords.add(record('acc_live', `r${index}`, NOW + index))
    const query = { accountId: 'acc_live', environment: 'live', limit: 2 } as const
    const first = await store().scanRecords.list({ ...query, cursor: null })
    await store().scanRecords.add(record('acc_live', 'r4', NOW + 4))
    const second = await store().scanRecords.list({ ...query, cursor: first.nextCursor })
    assert.deepEqual(
      second.records.map(({ requestId }) => requestId),
      ['r1'],
    )
  })

  for (const cursor of ['', 'x', '1-', '1-2-3', '-1-2', `1-${'9'.repeat(30)}`, "1-1' or '1'='1"]) {
    test(`the cursor ${JSON.stringify(cursor)} is refused`, async () => {
      const query = { accountId: 'acc_live', environment: 'live', limit: 2, cursor } as const
      await assert.rejects(store().scanRecords.list(query), RangeError)
    })
  }

  test('beyond the bytes of an account the oldest scans go, in this environment and in no other', async () => {
    const bulky = (accountId: string, requestId: string, at: number) => ({
      ...record(accountId, requestId, NOW + at),
      // Random digits are halved by compression, and no more.
      result: JSON.stringify(Array.from({ length: 200 }, () => Math.random().toString(16).slice(2))),
    })
    const keep = { maxBytes: 40_000 }
    await store().scanRecords.add(bulky('acc_bound_other', 'r0', 0))
    await store().scanRecords.add({ ...bulky('acc_bound', 'r0', 0), environment: 'test' })
    for (let at = 0; at < 60; at++) await store().scanRecords.add({ ...bulky('acc_bound', `r${at}`, at), ...keep })
    const kept = (await pages('acc_bound', 100)).flat()
    assert.ok(kept.length > 10 && kept.length < 60, `${kept.length} are kept`)
    assert.deepEqual(
      kept,
      Array.from({ length: kept.length }, (_, index) => `r${59 - index}`),
    )
    assert.notEqual(await store().scanRecords.get('acc_bound', 'test', 'r0'), null)
    assert.notEqual(await store().scanRecords.get('acc_bound_other', 'live', 'r0'), null)
    // A smaller plan.
    await store().scanRecords.add({ ...bulky('acc_bound', 'last', 60), maxBytes: 10_000 })
    for (let at = 61; at < 70; at++)
      await store().scanRecords.add({ ...bulky('acc_bound', `r${at}`, at), maxBytes: 10_000 })
    assert.ok((await pages('acc_bound', 100)).flat().length < 8)
  })

  test('what pruning deletes makes room again', async () => {
    const old = (index: number) => record('acc_room', `r${index}`, NOW - 40 * DAY + index)
    for (let index = 0; index < 5; index++) await store().scanRecords.add({ ...old(index), maxBytes: 4_000 })
    await store().scanRecords.prune(NOW, 30)
    for (let index = 0; index < 5; index++)
      await store().scanRecords.add({ ...record('acc_room', `new${index}`, NOW + index), maxBytes: 4_000 })
    assert.equal((await pages('acc_room', 100)).flat().length, 5)
  })

  test('pruning deletes what is older than the retention, in every account', async () => {
    for (let i = 0; i < 5; i++) await store().scanRecords.add(record(`acc_old_${i}`, 'r1', NOW - 31 * DAY + i))
    await store().scanRecords.add(record('acc_kept', 'r1', NOW - 30 * DAY))
    assert.equal(await store().scanRecords.prune(NOW, 30), 5)
    assert.equal(await store().scanRecords.get('acc_old_0', 'live', 'r1'), null)
    assert.notEqual(await store().scanRecords.get('acc_kept', 'live', 'r1'), null)
  })
}
