import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MAX_MEMBERS, MAX_PASSKEYS } from '../../domain/member.ts'
import { MAX_SESSIONS, SESSION_IDLE_MS, SESSION_MAX_MS } from '../../domain/session.ts'
import type { Store } from '../openStore.ts'
import type { StoreWorld } from './world.ts'

const NOW = 1_790_000_000_000
const DAY_MS = 86_400_000

export function membersConform(world: () => StoreWorld, store: () => Store): void {
  const account = async (name: string) => (await store().accounts.create({ name, plan: 'pro', operator: true })).id
  const member = (accountId: string, name: string, role: 'owner' | 'viewer' = 'owner') =>
    store().members.create({ accountId, name, role, now: NOW })
  const session = (memberId: string, now = NOW) =>
    store().sessions.create({ memberId, method: 'link', address: '::1', userAgent: 'a browser\0', now })

  test('members come back as they were made; names are unique in the service', async () => {
    const [ours, theirs] = [await account('mem-1'), await account('mem-2')]
    const ada = await member(ours, 'Ada')
    assert.match(ada.id, /^mem_[0-9a-f]{32}$/)
    const { id, ...rest } = ada
    const known = { accountId: ours, name: 'Ada', role: 'owner', hasPassword: false, passkeys: 0 }
    assert.deepEqual(rest, { ...known, createdAt: NOW, lastSignInAt: null })
    assert.deepEqual(await store().members.get(ours, id), ada)
    assert.equal(await store().members.get(theirs, id), null)
    await assert.rejects(member(theirs, 'Ada'), /taken/)
    await store().members.setPassword(id, '$hash')
    assert.deepEqual(await store().members.findByName('Ada'), {
      member: { ...ada, hasPassword: true },
      passwordHash: '$hash',
    })
    assert.equal(await store().members.findByName('Nobody'), null)
  })

  test('the last owner stays, also when two nodes remove one each', async () => {
    const accountId = await account('mem-3')
    const [one, two] = [await member(accountId, 'o1'), await member(accountId, 'o2')]
    const other = await world().open()
    try {
      const removed = await Promise.all([
        store().members.remove(accountId, one.id),
        other.members.setRole(accountId, two.id, 'viewer'),
      ])
      assert.equal(removed.filter((result) => result === 'last-owner').length, 1)
    } finally {
      await other.close()
    }
  })

  test('an account has no more members than it may', async () => {
    const accountId = await account('mem-4')
    for (let count = 0; count < MAX_MEMBERS; count++) await member(accountId, `m-${count}`)
    await assert.rejects(member(accountId, 'one more'), /limit/)
  })

  test('a session is found by its token alone, as long as it lasts, with what its member is now', async () => {
    const accountId = await account('mem-5')
    const { id } = await member(accountId, 'session-owner')
    const { token, opened } = await session(id)
    assert.equal(opened.session.userAgent, 'a browser')
    assert.deepEqual(opened.account, { id: accountId, name: 'mem-5', plan: 'pro', operator: true })
    assert.deepEqual(await store().sessions.find(token, NOW, true), opened)
    assert.equal(await store().sessions.find(`${token}x`, NOW, true), null)
    assert.equal(await store().sessions.find(token, NOW + SESSION_IDLE_MS, true), null)
    await store().members.create({ accountId, name: 'second owner', role: 'owner', now: NOW })
    await store().members.setRole(accountId, id, 'viewer')
    assert.equal((await store().sessions.find(token, NOW + 1, true))?.member.role, 'viewer')
    const half = SESSION_IDLE_MS / 2
    await store().sessions.find(token, NOW + half, false)
    assert.equal(await store().sessions.find(token, NOW + 2 * half, false), null, 'a look keeps nothing open')
    for (let at = NOW; at < NOW + SESSION_MAX_MS; at += half)
      assert.ok(await store().sessions.find(token, at, true), 'a use does')
    assert.equal(await store().sessions.find(token, NOW + SESSION_MAX_MS, true), null)
    assert.equal(await store().members.anySignedIn(), true)
  })

  test('sessions end one by one, all but one, with their member, and the longest unused beyond the bound', async () => {
    const accountId = await account('mem-6')
    await member(accountId, 'stays')
    const { id } = await member(accountId, 'goes')
    const first = await session(id)
    for (let count = 1; count <= MAX_SESSIONS; count++) await session(id, NOW + count)
    assert.equal(await store().sessions.find(first.token, NOW + 50, true), null)
    const kept = await session(id, NOW + 60)
    assert.equal(await store().sessions.end('mem_other', kept.opened.session.id), false)
    assert.equal(await store().sessions.endOthers(id, kept.opened.session.id), MAX_SESSIONS - 1)
    assert.deepEqual(
      (await store().sessions.list(id, NOW + 61)).map((one) => one.id),
      [kept.opened.session.id],
    )
    await store().oneTimeTokens.create({ purpose: 'link', memberId: id, expiresAt: null, now: NOW })
    await store().members.remove(accountId, id)
    assert.equal(await store().sessions.find(kept.token, NOW + 61, true), null)
  })

  test('a one-time token is taken once, by one of two nodes, for its purpose, in time', async () => {
    const { oneTimeTokens } = store()
    const make = (expiresAt: number | null) =>
      oneTimeTokens.create({ purpose: 'link', memberId: 'mem_x', expiresAt, now: NOW })
    const token = await make(NOW + 10)
    assert.equal(await oneTimeTokens.take('sign-in-challenge', token, NOW), null)
    const other = await world().open()
    try {
      const taken = await Promise.all([
        oneTimeTokens.take('link', token, NOW),
        other.oneTimeTokens.take('link', token, NOW),
      ])
      assert.deepEqual(
        taken.filter((one) => one !== null),
        [{ memberId: 'mem_x' }],
      )
    } finally {
      await other.close()
    }
    assert.equal(await oneTimeTokens.take('link', await make(NOW), NOW), null)
    const withdrawn = await make(null)
    await oneTimeTokens.withdraw('link', 'mem_x')
    assert.equal(await oneTimeTokens.take('link', withdrawn, NOW), null)
  })

  test('a passkey is known by its id, and its counter only grows', async () => {
    const { passkeys } = store()
    const passkey = {
      memberId: 'mem_p',
      name: 'laptop',
      publicKey: 'key',
      counter: 0,
      transports: ['usb'],
      createdAt: NOW,
    }
    await passkeys.add({ id: 'a', ...passkey })
    assert.deepEqual(await passkeys.find('a'), { id: 'a', ...passkey, lastUsedAt: null })
    await assert.rejects(passkeys.add({ id: 'a', ...passkey, memberId: 'mem_q' }), /already/)
    assert.equal(await passkeys.used('a', 0, NOW), true, 'it has no counter')
    assert.equal(await passkeys.used('a', 5, NOW), true)
    for (const counter of [5, 4, 0]) assert.equal(await passkeys.used('a', counter, NOW), false, String(counter))
    for (let count = 1; count < MAX_PASSKEYS; count++) await passkeys.add({ id: `p${count}`, ...passkey })
    await assert.rejects(passkeys.add({ id: 'more', ...passkey }), /limit/)
    assert.equal(await passkeys.remove('mem_q', 'a'), false)
    assert.equal(await passkeys.remove('mem_p', 'a'), true)
  })

  test('the audit log pages newest first, by account', async () => {
    const entry = {
      accountId: 'acc_audit',
      at: NOW,
      actor: { kind: 'member' as const, id: 'mem_1', name: 'ada' },
      address: '127.0.0.1',
      action: 'key.created' as const,
      detail: 'a\0',
    }
    for (const subject of ['1', '2', '3']) await store().auditLog.add({ ...entry, subject })
    await store().auditLog.add({ ...entry, accountId: 'acc_other', subject: '4' })
    const first = await store().auditLog.list({ accountId: 'acc_audit', limit: 2, cursor: null })
    const rest = await store().auditLog.list({ accountId: 'acc_audit', limit: 2, cursor: first.nextCursor })
    assert.deepEqual(
      [...first.entries, ...rest.entries].map(({ subject, detail }) => subject + detail),
      ['3a', '2a', '1a'],
    )
    assert.equal(rest.nextCursor, null)
    await assert.rejects(store().auditLog.list({ accountId: 'acc_audit', limit: 2, cursor: 'x' }), RangeError)
  })

  test('a shared scan is found by its token until it is over or revoked by its account', async () => {
    const { sharedScans } = store()
    const owner = { accountId: 'acc_share', environment: 'live' as const }
    const times = { createdAt: NOW, expiresAt: NOW + 10 }
    const { share, token } = await sharedScans.create({ ...owner, ...times, requestId: 'r', createdBy: 'key_1' })
    assert.deepEqual(await sharedScans.find(token, NOW), share)
    assert.equal(await sharedScans.find(share.id, NOW), null)
    assert.equal(await sharedScans.find(token, NOW + 10), null)
    assert.deepEqual(await sharedScans.list('acc_share', 'live', NOW), [share])
    assert.deepEqual(await sharedScans.list('acc_share', 'test', NOW), [])
    assert.equal(await sharedScans.revoke('acc_other', 'live', share.id), false)
    assert.equal(await sharedScans.revoke('acc_share', 'live', share.id), true)
    assert.equal(await sharedScans.find(token, NOW), null)
  })

  test('usage of several nodes adds up by day and key', async () => {
    const other = await world().open()
    try {
      for (const node of [store(), other, other]) node.usage.count('acc_use', 'live', 'key_1', NOW)
      store().usage.count('acc_use', 'live', 'key_2', NOW - DAY_MS)
      store().usage.count('acc_use', 'test', 'key_3', NOW)
      await other.usage.flush()
      const day = Math.floor(NOW / DAY_MS)
      assert.deepEqual(await store().usage.list('acc_use', 'live', day - 1), [
        { day, keyId: 'key_1', requests: 3 },
        { day: day - 1, keyId: 'key_2', requests: 1 },
      ])
    } finally {
      await other.close()
    }
  })

  test('pruning takes what is over and leaves what is not', async () => {
    const { oneTimeTokens, sessions, auditLog, usage, sharedScans } = store()
    const accountId = await account('mem-7')
    const { id } = await member(accountId, 'pruned')
    const { token } = await session(id)
    await oneTimeTokens.create({ purpose: 'link', memberId: id, expiresAt: NOW + 1, now: NOW })
    const lasting = await oneTimeTokens.create({ purpose: 'link', memberId: id, expiresAt: null, now: NOW })
    for (const rows of [oneTimeTokens, sessions, auditLog, usage, sharedScans]) await rows.prune(NOW + 1_000)
    assert.ok(await sessions.find(token, NOW + 1_000, false))
    assert.ok(await oneTimeTokens.take('link', lasting, NOW + 1_000))
    for (const rows of [oneTimeTokens, sessions, auditLog, usage, sharedScans]) await rows.prune(NOW + 500 * DAY_MS)
    assert.deepEqual(await sessions.list(id, NOW), [])
    assert.deepEqual((await auditLog.list({ accountId: 'acc_audit', limit: 5, cursor: null })).entries, [])
    assert.deepEqual(await usage.list('acc_use', 'live', 0), [])
  })
}
