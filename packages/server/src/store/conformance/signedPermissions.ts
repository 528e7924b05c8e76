import assert from 'node:assert/strict'
import { test } from 'node:test'
import { monitorSettings } from '../../domain/monitor.ts'
import { MAX_SIGNED_PERMISSIONS, type SignedOwner, type SignedPermission } from '../../domain/signedPermission.ts'
import type { Store } from '../openStore.ts'

const WALLET = '0x00000000000000000000000000000000000000A1'
const NOW = 1_790_000_000_000
const TOKEN = `0x${'c'.repeat(40)}` as const

export function signedPermissionsConform(store: () => Store): void {
  const ownerOf = (accountId: string): SignedOwner => ({
    accountId,
    environment: 'live',
    chain: 'ethereum',
    wallet: WALLET.toLowerCase() as SignedOwner['wallet'],
  })
  const permission = (place: string): SignedPermission => ({
    place,
    subject: {
      kind: 'signature',
      signature: {
        standard: 'permit-signature',
        keeper: TOKEN,
        holder: TOKEN,
        id: 2n ** 255n,
        assets: [{ token: TOKEN, amount: 5n }],
        description: '5 TKN',
        unlimited: false,
        deadline: null,
        scan: { requestId: 'r1', scannedAt: NOW, origin: null, primaryType: 'Permit', riskLevel: 'low' },
      },
    },
    requestId: 'r1',
    scannedAt: NOW,
    origin: null,
    riskLevel: 'low',
    left: null,
    holderState: null,
    block: null,
    told: 0,
  })
  const monitored = async (accountId: string, tokenApprovals = true): Promise<SignedOwner> => {
    const wanted = { address: WALLET, chain: 'ethereum', ...monitorSettings({ tokenApprovals }) } as const
    await store().monitors.create({ accountId, environment: 'live' }, wanted, { max: 9, now: NOW })
    return ownerOf(accountId)
  }
  const rows = () => store().signedPermissions

  test('only what a monitored wallet signs is watched, and once', async () => {
    assert.deepEqual(await rows().join(ownerOf('acc_sp_none'), [permission('a')], NOW), { joined: 0, leftOut: 0 })
    const off = await monitored('acc_sp_off', false)
    assert.deepEqual(await rows().join(off, [permission('a')], NOW), { joined: 0, leftOut: 0 })
    const owner = await monitored('acc_sp')
    assert.deepEqual(await rows().join(owner, [permission('a'), permission('b')], NOW), { joined: 2, leftOut: 0 })
    assert.deepEqual(await rows().join(owner, [permission('b'), permission('c')], NOW + 9e9), { joined: 1, leftOut: 0 })
  })

  test('what is due is leased once, as it was given, and told with its new state or not at all', async () => {
    const due = (await rows().lease(NOW, 1_000, 100)).filter(({ owner }) => owner.accountId === 'acc_sp')
    assert.deepEqual(
      due.map((one) => one.permission),
      [permission('a'), permission('b')],
    )
    assert.deepEqual(await rows().lease(NOW, 1_000, 100), [])
    const [first, second] = due
    assert.ok(first && second)
    const event = {
      accountId: 'acc_sp',
      environment: 'live' as const,
      type: 'monitor.permission',
      entity: WALLET,
      data: '{}',
      identity: 'one',
      at: NOW,
    }
    await rows().settle(first, { events: [event], next: null, dueAt: 0 })
    await rows().settle(second, {
      events: [event],
      next: { ...second.permission, left: 'open', block: 7n, told: 1 },
      dueAt: NOW + 5,
    })
    // Another process that had leased it too: what it found is told already.
    const late = { events: [{ ...event, identity: 'late' }], next: second.permission, dueAt: NOW + 5 }
    assert.equal(await rows().settle(second, late), 0)
    assert.equal(await rows().settle(second, { ...late, next: null }), 0)
    // It is gone, and nothing of it is told.
    await rows().settle(first, { events: [{ ...event, identity: 'two' }], next: null, dueAt: 0 })
    const page = {
      order: 'newest',
      limit: 9,
      beyond: null,
      types: null,
      entity: null,
      since: null,
      until: null,
    } as const
    assert.equal((await store().events.list({ accountId: 'acc_sp', environment: 'live' }, page)).length, 1)
    const again = await rows().lease(NOW + 5, 1_000, 100)
    assert.deepEqual(
      again.map(({ permission: { place, left, block } }) => [place, left, block]),
      [['b', 'open', 7n]],
    )
  })

  test('a worse signature for a nonce that is watched takes its place, and the later deadline counts', async () => {
    const owner = await monitored('acc_sp_worse')
    const asked = (more: { riskLevel: 'low' | 'high'; deadline: number }, requestId: string): SignedPermission => {
      const one = permission('a')
      assert.ok(one.subject.kind === 'signature')
      const scan = { ...one.subject.signature.scan, requestId, riskLevel: more.riskLevel }
      return {
        ...one,
        requestId,
        riskLevel: more.riskLevel,
        subject: { kind: 'signature', signature: { ...one.subject.signature, deadline: more.deadline, scan } },
      }
    }
    const mild = asked({ riskLevel: 'low', deadline: 10 }, 'mild')
    const bad = asked({ riskLevel: 'high', deadline: 99 }, 'bad')
    const long = asked({ riskLevel: 'low', deadline: 500 }, 'long')
    await rows().join(owner, [mild], NOW)
    for (const later of [bad, long]) assert.deepEqual(await rows().join(owner, [later], NOW), { joined: 0, leftOut: 0 })
    const [watched] = (await rows().lease(NOW, 1_000, 100)).filter((one) => one.owner.accountId === 'acc_sp_worse')
    const { subject, requestId, riskLevel } = watched?.permission ?? assert.fail('it is not watched')
    assert.deepEqual([requestId, riskLevel], ['bad', 'high'])
    assert.equal(subject.kind === 'signature' && subject.signature.deadline, 500)
  })

  test('an account watches as many as it may, and hears of the others', async () => {
    const owner = await monitored('acc_sp_full')
    const many = Array.from({ length: MAX_SIGNED_PERMISSIONS - 1 }, (_, at) => permission(`p${at}`))
    for (let at = 0; at < many.length; at += 50) await rows().join(owner, many.slice(at, at + 50), NOW + 9e9)
    assert.deepEqual(await rows().join(owner, [permission('x'), permission('y'), permission('p1')], NOW + 9e9), {
      joined: 1,
      leftOut: 1,
    })
  })
}
