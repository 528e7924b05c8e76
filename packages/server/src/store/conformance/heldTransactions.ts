import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { NewEvent } from '../../domain/event.ts'
import type { HeldTransaction, Hold, NewHeldTransaction } from '../../domain/rpc/heldTransaction.ts'
import { DEFAULT_GUARD } from '../../domain/rpc/rpcToken.ts'
import type { Store } from '../openStore.ts'
import type { StoreWorld } from './world.ts'

// Later than what other suites leave due.
const NOW = 1_790_000_000_000
const SENDER = '0x00000000000000000000000000000000000000aa'
const QUIETLY = { max: 20, maxByToken: 9, eventOf: null }
const HOLD: Hold = {
  rule: 'incomplete',
  wallet: null,
  reason: 'Held.',
  asked: null,
  unit: null,
  missing: ['simulation'],
}
let accounts = 0
const newOwner = () => ({ accountId: `acc_held_${++accounts}`, environment: 'live' }) as const
const hashOf = (number: number) => `0x${number.toString(16).padStart(64, '0')}` as const

function given(nonce: number, change: Partial<NewHeldTransaction> = {}): NewHeldTransaction {
  return {
    chain: 'ethereum',
    hash: hashOf(nonce + 1),
    transaction: {
      type: 2,
      chainId: 1,
      from: SENDER,
      to: SENDER,
      nonce,
      value: '1',
      data: '0x',
      gas: '21000',
      gasPrice: null,
      maxFeePerGas: '9',
      maxPriorityFeePerGas: '1',
    },
    status: 'held',
    reason: { rule: 'policy', message: 'Held.', wallet: SENDER, rules: [] },
    verdict: null,
    requestId: 'request',
    releaseAt: NOW + 1_000,
    expiresAt: NOW + 10_000,
    raw: '0x02c0de',
    guard: DEFAULT_GUARD,
    sentBy: null,
    now: NOW,
    ...change,
  }
}

export function heldTransactionsConform(world: () => StoreWorld, store: () => Store): void {
  const held = () => store().heldTransactions
  const leaseOf = async (owner: { accountId: string }, now: number, limit = 1_000) =>
    (await held().lease({ now, leaseMs: 100, limit })).filter(({ accountId }) => accountId === owner.accountId)
  const eventOf =
    (owner: ReturnType<typeof newOwner>) =>
    ({ id, hash }: HeldTransaction): NewEvent => ({
      ...owner,
      type: 'policy.held',
      entity: SENDER,
      data: JSON.stringify({ id, hash }),
      identity: `held ${id}`,
      at: NOW,
    })

  test('one comes back as it was given, once, to its owner alone, and is told of once', async () => {
    const owner = newOwner()
    const made = await held().hold(owner, given(7), { max: 9, maxByToken: 9, eventOf: eventOf(owner) })
    assert.match(made.id, /^held_[0-9a-f]{32}$/)
    assert.deepEqual(await held().hold(owner, given(7), { max: 9, maxByToken: 9, eventOf: eventOf(owner) }), made)
    assert.deepEqual(await held().get(owner, made.id), made)
    assert.deepEqual(await held().byHash(owner, 'ethereum', made.hash), made)
    assert.equal(await held().byHash(owner, 'bsc', made.hash), null)
    assert.deepEqual((await held().list(owner, { limit: 5, cursor: null, status: null })).held, [made])
    assert.deepEqual((await held().list(owner, { limit: 5, cursor: null, status: 'released' })).held, [])
    const stranger = { ...owner, environment: 'test' } as const
    assert.equal(await held().get(stranger, made.id), null)
    assert.equal(await held().cancel(stranger, made.id, NOW), null)
    assert.deepEqual(await held().pendingOf(stranger, 'ethereum', SENDER, NOW), [])
    const query = {
      order: 'newest',
      limit: 9,
      beyond: null,
      types: null,
      entity: null,
      since: null,
      until: null,
    } as const
    assert.equal((await store().events.list(owner, query)).length, 1)
  })

  test('another transaction of the same nonce takes its place, and wallets see those that wait', async () => {
    const owner = newOwner()
    const first = await held().hold(owner, given(3), QUIETLY)
    const quiet = { ...DEFAULT_GUARD, onHold: 'error' as const }
    await held().hold(owner, given(4, { guard: quiet }), QUIETLY)
    const second = await held().hold(owner, given(3, { hash: hashOf(99) }), QUIETLY)
    assert.equal((await held().get(owner, first.id))?.status, 'superseded')
    assert.deepEqual(await held().pendingOf(owner, 'ethereum', SENDER, NOW), [second])
    const place = { chain: 'ethereum', sender: SENDER, nonce: 3 } as const
    assert.deepEqual(await held().supersede(owner, { ...place, except: second.hash }, NOW), [])
    const [gone] = await held().supersede(owner, { ...place, except: hashOf(5) }, NOW)
    assert.deepEqual([gone?.held.id, gone?.held.status], [second.id, 'superseded'])
    await held().hold(owner, given(3, { status: 'released', hash: hashOf(50) }), QUIETLY)
    assert.equal((await held().pendingOf(owner, 'ethereum', SENDER, NOW)).length, 1)
    assert.deepEqual(await held().pendingOf(owner, 'ethereum', SENDER, NOW + 3_600_000), [])
  })

  test('a transaction that a node judges is superseded too, and not sent any more', async () => {
    const owner = newOwner()
    await held().hold(owner, given(1), QUIETLY)
    const [leased] = await leaseOf(owner, NOW + 1_000)
    assert.ok(leased)
    const second = await held().hold(owner, given(1, { hash: hashOf(77) }), QUIETLY)
    assert.equal((await held().get(owner, leased.held.id))?.status, 'superseded')
    assert.equal(await held().renew(leased, { now: NOW + 1_010, leaseMs: 100 }), null)
    assert.equal(await held().settle(leased, { status: 'held', releaseAt: NOW + 5_000 }, NOW + 1_020, null), false)
    assert.deepEqual(await held().pendingOf(owner, 'ethereum', SENDER, NOW), [second])
  })

  test('one whose replacement the network did not take waits on as it did, with its bytes', async () => {
    const owner = newOwner()
    const made = await held().hold(owner, given(6), QUIETLY)
    const place = { chain: 'ethereum', sender: SENDER, nonce: 6, except: hashOf(60) } as const
    const superseded = await held().supersede(owner, place, NOW + 1)
    await held().restore(newOwner(), superseded, NOW + 2)
    assert.equal((await held().get(owner, made.id))?.status, 'superseded')
    await held().restore(owner, superseded, NOW + 2)
    assert.deepEqual(await held().get(owner, made.id), { ...made, updatedAt: NOW + 2 })
    const [leased] = await leaseOf(owner, NOW + 1_000)
    assert.deepEqual([leased?.held.id, leased?.raw], [made.id, '0x02c0de'])
    assert.ok(leased && (await held().settle(leased, { status: 'released' }, NOW + 1_010, null)))
    await held().restore(owner, superseded, NOW + 1_020)
    assert.equal((await held().get(owner, made.id))?.status, 'released', 'what ended otherwise stays so')
  })

  test('one node takes what is due, another one after the lease, and only the last may settle it', async () => {
    const owner = newOwner()
    const { id } = await held().hold(owner, given(1), QUIETLY)
    assert.deepEqual(await leaseOf(owner, NOW + 999), [])
    const [first] = await leaseOf(owner, NOW + 1_000)
    assert.deepEqual([first?.held.id, first?.raw, first?.guard], [id, '0x02c0de', DEFAULT_GUARD])
    assert.deepEqual(await leaseOf(owner, NOW + 1_050), [])
    assert.equal(await held().cancel(owner, id, NOW + 1_050), null)
    const [second] = await leaseOf(owner, NOW + 1_100)
    assert.ok(first && second)
    assert.equal(await held().settle(first, { status: 'released' }, NOW + 1_110, eventOf(owner)(first.held)), false)
    assert.equal(await held().renew(first, { now: NOW + 1_110, leaseMs: 100 }), null)
    const renewed = await held().renew(second, { now: NOW + 1_110, leaseMs: 100 })
    assert.ok(renewed)
    assert.equal(await held().renew(second, { now: NOW + 1_110, leaseMs: 100 }), null)
    assert.equal(await held().cancel(owner, id, NOW + 1_205), null)
    assert.equal(await held().settle(renewed, { status: 'held', releaseAt: NOW + 5_000 }, NOW + 1_120, null), true)
    assert.equal((await held().get(owner, id))?.releaseAt, NOW + 5_000)
    const [third] = await leaseOf(owner, NOW + 5_000)
    assert.ok(third)
    assert.equal(await held().settle(third, { status: 'released' }, NOW + 5_001, null), true)
    assert.equal((await held().get(owner, id))?.status, 'released')
    assert.deepEqual(await leaseOf(owner, NOW + 100_000), [])
  })

  test('nodes that lease at once share the work', async () => {
    const owner = newOwner()
    for (let nonce = 0; nonce < 12; nonce++) await held().hold(owner, given(nonce), QUIETLY)
    const other = await world().open()
    try {
      const nodes = [store(), other, store(), other]
      const taken = await Promise.all(
        nodes.map((node) => node.heldTransactions.lease({ now: NOW + 2_000, leaseMs: 60_000, limit: 5 })),
      )
      const ids = taken.flat().map((leased) => leased.held.id)
      assert.equal(new Set(ids).size, ids.length)
      assert.ok(ids.length >= 12)
    } finally {
      await other.close()
    }
  })

  test('an approval makes one due at once, and a cancelled one can be sent again', async () => {
    const owner = newOwner()
    const { id } = await held().hold(owner, given(2, { releaseAt: null }), QUIETLY)
    const how = { now: NOW, leaseMs: 100, approvedBy: 'key_admin', covered: [HOLD] }
    const leased = await held().leaseApproved(owner, id, how)
    assert.deepEqual([leased?.held.approvedBy, leased?.held.covered], ['key_admin', [HOLD]])
    assert.equal(await held().leaseApproved(owner, id, how), null)
    assert.equal((await held().cancel(owner, id, NOW + 100))?.status, 'cancelled')
    assert.equal(await held().cancel(owner, id, NOW + 100), null)
    assert.notEqual((await held().hold(owner, given(2), QUIETLY)).id, id)
  })

  test('what no secret opens any more comes without its transaction', async () => {
    const owner = newOwner()
    await held().hold(owner, given(2), QUIETLY)
    const node = await world().open('77'.repeat(32))
    try {
      const leased = await node.heldTransactions.lease({ now: NOW + 2_000, leaseMs: 1, limit: 1_000 })
      assert.equal(leased.find(({ accountId }) => accountId === owner.accountId)?.raw, null)
    } finally {
      await node.close()
    }
  })

  test('one RPC token takes a part of the places, and others and keys have the rest', async () => {
    const owner = newOwner()
    for (let nonce = 0; nonce < 9; nonce++) await held().hold(owner, given(nonce, { sentBy: 'rpc_1' }), QUIETLY)
    await assert.rejects(held().hold(owner, given(9, { sentBy: 'rpc_1' }), QUIETLY), /This RPC token/)
    // Another transaction of a nonce takes a place that it has.
    await held().hold(owner, given(3, { hash: hashOf(500), sentBy: 'rpc_1' }), QUIETLY)
    await held().hold(owner, given(10, { sentBy: 'rpc_2' }), QUIETLY)
    await held().hold(owner, given(11), QUIETLY)
  })

  test('an account holds so many and no more; what ended long ago is deleted', async () => {
    const owner = newOwner()
    for (let nonce = 0; nonce < 20; nonce++) await held().hold(owner, given(nonce), QUIETLY)
    await assert.rejects(held().hold(owner, given(20), QUIETLY), RangeError)
    const [oldest] = (await held().list(owner, { limit: 1, cursor: null, status: null })).held
    await held().cancel(owner, oldest?.id ?? '', NOW)
    assert.ok((await held().prune(NOW + 31 * 86_400_000)) >= 1)
    assert.equal(await held().get(owner, oldest?.id ?? ''), null)
    assert.equal((await held().list(owner, { limit: 1, cursor: null, status: 'held' })).held.length, 1)
  })
}
