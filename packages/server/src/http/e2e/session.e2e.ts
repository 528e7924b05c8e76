import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createTestAuthenticator } from '../testing/testAuthenticator.ts'
import { loadConformance } from '../testing/testConformance.ts'
import { cookieOf, startTestWorld, type TestWorld, TRANSACTION } from '../testing/testWorld.ts'

const assertConforms = await loadConformance()
const PASSWORD = 'correct horse battery staple'
const MINUTE = 60_000

async function linkFor(world: TestWorld, expiresAt: number | null = null) {
  await world.addKey()
  const { store } = world.storage
  const { now } = world.clock
  const { id } = await store.members.create({ accountId: 'account-1', name: 'ada', role: 'owner', now })
  return { id, token: await store.oneTimeTokens.create({ purpose: 'link', memberId: id, expiresAt, now }) }
}

describe('a link', () => {
  test('signs in once, even when many try at once, and tells who is signed in', async () => {
    await using world = await startTestWorld()
    const { id, token } = await linkFor(world)
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => world.call('POST', '/v1/session/link', { body: { token } })),
    )
    const [answer, ...others] = answers.sort((one, other) => one.status - other.status)
    assert.deepEqual(
      others.map(({ json }) => json.error.code),
      Array(3).fill('SIGN_IN_FAILED'),
    )
    assert.match(
      answer?.headers.get('set-cookie') ?? '',
      /^redoubt_session=rds_[\w-]{43}; Max-Age=604800; Path=\/; HttpOnly; SameSite=Strict$/,
    )
    const session = await world.call('GET', '/v1/session', { headers: { cookie: answer ? cookieOf(answer) : '' } })
    assert.deepEqual(session.json.data, answer?.json.data)
    assert.deepEqual(session.json.data.member, { id, name: 'ada', role: 'owner' })
    assertConforms('GET', '/v1/session', 200, session.json)
  })

  test('is over when its time is, and when another one of the member was used', async () => {
    await using world = await startTestWorld()
    const { id, token } = await linkFor(world, world.clock.now + MINUTE)
    const { oneTimeTokens } = world.storage.store
    const later = await oneTimeTokens.create({ purpose: 'link', memberId: id, expiresAt: null, now: world.clock.now })
    world.clock.now += MINUTE
    assert.equal((await world.call('POST', '/v1/session/link', { body: { token } })).status, 401)
    const third = await oneTimeTokens.create({ purpose: 'link', memberId: id, expiresAt: null, now: world.clock.now })
    assert.equal((await world.call('POST', '/v1/session/link', { body: { token: later } })).status, 200)
    assert.equal((await world.call('POST', '/v1/session/link', { body: { token: third } })).status, 401)
  })

  test('gives a new session, whatever cookie the browser had, and ends the old one', async () => {
    await using world = await startTestWorld()
    const browser = await world.signIn()
    const { oneTimeTokens } = world.storage.store
    const wanted = { purpose: 'link' as const, memberId: browser.memberId, expiresAt: null, now: world.clock.now }
    for (const planted of [browser.cookie, `redoubt_session=rds_${'A'.repeat(43)}`]) {
      const body = { token: await oneTimeTokens.create(wanted) }
      const answer = await world.call('POST', '/v1/session/link', { body, headers: { cookie: planted } })
      assert.notEqual(cookieOf(answer), planted)
      assert.equal((await world.call('GET', '/v1/session', { headers: { cookie: planted } })).status, 401)
    }
  })
})

describe('a password', () => {
  test('is set after a link, signs in, and ends every other session when it changes', async () => {
    await using world = await startTestWorld()
    const browser = await world.signIn({ name: 'ada' })
    const path = '/v1/members/me/password'
    for (const weak of ['short', 'aaaaaaaaaaaaaaaa', 'adaadaadaada'])
      assert.equal((await browser.call('PUT', path, { body: { password: weak } })).status, 400, weak)
    const set = await browser.call('PUT', path, { body: { password: PASSWORD } })
    assert.equal(set.status, 200, set.text)
    assert.equal((await browser.call('GET', '/v1/session')).status, 401, 'the old cookie')
    const cookie = cookieOf(set)
    assert.equal((await world.call('GET', '/v1/session', { headers: { cookie } })).status, 200, 'the new one')

    const body = { name: 'ada', password: PASSWORD }
    const signedIn = await world.call('POST', '/v1/session/password', { body })
    assert.equal(signedIn.status, 200, signedIn.text)
    assertConforms('POST', '/v1/session/password', 200, signedIn.json)
    const headers = {
      cookie: cookieOf(signedIn),
      'x-csrf-token': signedIn.json.data.csrfToken as string,
      origin: world.url,
    }
    const change = (given: object) => world.call('PUT', path, { body: given, headers })
    assert.equal((await change({ password: 'another long password' })).status, 400, 'needs the present one')
    const wrong = await change({ current: 'not my password', password: 'another long password' })
    assert.equal(wrong.json.error.code, 'SIGN_IN_FAILED')
    assert.equal((await change({ current: PASSWORD, password: 'another long password' })).status, 200)
    assert.equal((await world.call('GET', '/v1/session', { headers: { cookie } })).status, 401, 'the other session')
    const kept = await world.storage.store.members.findByName('ada')
    assert.match(kept?.passwordHash ?? '', /^\$(argon2id|scrypt)\$/)
  })

  test('that is wrong, and a name that is unknown, are answered alike; attempts are limited', async () => {
    await using world = await startTestWorld()
    const browser = await world.signIn({ name: 'ada' })
    await browser.call('PUT', '/v1/members/me/password', { body: { password: PASSWORD } })
    const attempt = (name: string) => world.call('POST', '/v1/session/password', { body: { name, password: 'wrong' } })
    const [known, unknown] = [await attempt('ada'), await attempt('nobody')]
    assert.deepEqual([known.status, known.text], [unknown.status, unknown.text])
    assert.equal(known.json.error.code, 'SIGN_IN_FAILED')
    for (let count = 1; count < 10; count++) assert.equal((await attempt('ada')).status, 401)
    for (let count = 1; count < 10; count++) assert.equal((await attempt('nobody')).status, 401)
    for (const name of ['ada', 'nobody']) {
      const limited = await attempt(name)
      assert.equal(limited.status, 429)
      assert.ok(Number(limited.headers.get('retry-after')) > 60)
    }
    world.clock.now += 15 * MINUTE
    assert.equal((await attempt('ada')).status, 401)
    const seen = await browser.call('GET', '/v1/audit')
    assert.equal(seen.status, 401, 'the password ended that session')
    const audit = await (await world.signIn()).call('GET', '/v1/audit?limit=100')
    const refused = audit.json.data.entries.filter(({ action }: { action: string }) => action === 'session.refused')
    assert.equal(refused.length, 11)
    assert.deepEqual(refused[0].actor, { kind: 'stranger', id: null, name: 'ada' })
    assert.doesNotMatch(audit.text, /wrong|nobody|horse/)
    assertConforms('GET', '/v1/audit', 200, audit.json)
  })
})

describe('a passkey', () => {
  test('is added while the sign-in is fresh, signs in, and is not fooled', async () => {
    await using world = await startTestWorld({ publicOrigin: 'http://localhost:8080' })
    const origin = 'http://localhost:8080'
    const { token } = await linkFor(world)
    const first = await world.call('POST', '/v1/session/link', { body: { token }, headers: { origin } })
    const headers = { cookie: cookieOf(first), 'x-csrf-token': first.json.data.csrfToken as string, origin }
    const key = createTestAuthenticator(origin)
    const options = async () =>
      (await world.call('POST', '/v1/members/me/passkeys/options', { headers })).json.data.options
    const add = (response: object) =>
      world.call('POST', '/v1/members/me/passkeys/verify', { body: { name: 'laptop', response }, headers })
    assert.equal((await add(key.create({ challenge: 'bWFkZSB1cA' }))).status, 400, 'a challenge of its own')
    const registration = key.create(await options())
    const added = await add(registration)
    assert.equal(added.status, 200, added.text)
    assert.equal((await add(registration)).status, 400, 'the challenge was used')
    assert.equal((await add(key.create(await options()))).json.error.code, 'CONFLICT')

    const challenge = async () =>
      (await world.call('POST', '/v1/session/passkey/options', { headers: { origin } })).json.data.options
    const enter = (response: object) =>
      world.call('POST', '/v1/session/passkey/verify', { body: { response }, headers: { origin } })
    const assertion = key.get(await challenge())
    const entered = await enter(assertion)
    assert.equal(entered.status, 200, entered.text)
    assertConforms('POST', '/v1/session/passkey/verify', 200, entered.json)
    const refused = {
      'a second time': assertion,
      'by a copy whose counter stands still': key.get(await challenge(), { replay: true }),
      'for a page of another origin': key.get(await challenge(), { at: 'http://evil.example' }),
      'by another authenticator': {
        ...createTestAuthenticator(origin).get(await challenge()),
        id: key.id,
        rawId: key.id,
      },
      'by one that is not registered': createTestAuthenticator(origin).get(await challenge()),
    }
    for (const [how, response] of Object.entries(refused))
      assert.equal((await enter(response)).json?.error?.code, 'SIGN_IN_FAILED', how)
    const late = key.get(await challenge())
    world.clock.now += 6 * MINUTE
    assert.equal((await enter(late)).status, 401, 'after five minutes')

    world.clock.now += 30 * MINUTE
    const stale = await world.call('POST', '/v1/members/me/passkeys/options', { headers })
    assert.equal(stale.json.error.code, 'INSUFFICIENT_ROLE', 'who found a session open adds no key to it')
    const removed = await world.call('DELETE', `/v1/members/me/passkeys/${key.id}`, { headers })
    assert.equal(removed.status, 200)
    assert.equal((await enter(key.get(await challenge()))).status, 401)
  })
})

describe('members', () => {
  test('are invited by a link that signs them in, and all of it is in the audit log', async () => {
    await using world = await startTestWorld()
    const owner = await world.signIn({ name: 'ada' })
    const invited = await owner.call('POST', '/v1/members', { body: { name: 'bob', role: 'analyst' } })
    assert.equal(invited.status, 201, invited.text)
    assertConforms('POST', '/v1/members', 201, invited.json)
    const { url, token } = invited.json.data.link
    assert.equal(url, `${world.url}/dashboard/sign-in#token=${token}`)
    const taken = await owner.call('POST', '/v1/members', { body: { name: 'bob', role: 'viewer' } })
    assert.equal(taken.json.error.code, 'CONFLICT')
    const entered = await world.call('POST', '/v1/session/link', { body: { token } })
    assert.equal(entered.json.data.member.role, 'analyst')
    const list = await owner.call('GET', '/v1/members')
    assertConforms('GET', '/v1/members', 200, list.json)
    await owner.call('POST', '/v1/auth/keys', { body: { name: 'ci', scopes: ['scan:read'] } })
    const { entries } = (await owner.call('GET', '/v1/audit')).json.data
    assert.deepEqual(
      entries.map(({ action, actor, detail }: Record<string, { name: string }>) => [action, actor?.name, detail]),
      [
        ['key.created', 'ada', 'ci, live: scan:read'],
        ['session.opened', 'bob', 'link'],
        ['member.invited', 'ada', 'bob, analyst'],
        ['session.opened', 'ada', 'link'],
      ],
    )
  })

  test('see their sessions and end one', async () => {
    await using world = await startTestWorld()
    const browser = await world.signIn()
    const { oneTimeTokens } = world.storage.store
    const token = await oneTimeTokens.create({
      purpose: 'link',
      memberId: browser.memberId,
      expiresAt: null,
      now: world.clock.now,
    })
    const other = await world.call('POST', '/v1/session/link', { body: { token }, headers: { 'user-agent': 'phone' } })
    const list = await browser.call('GET', '/v1/session/list')
    assertConforms('GET', '/v1/session/list', 200, list.json)
    const phone = list.json.data.sessions.find(({ userAgent }: { userAgent: string }) => userAgent === 'phone')
    assert.equal((await browser.call('DELETE', `/v1/session/${phone.id}`)).status, 200)
    assert.equal((await world.call('GET', '/v1/session', { headers: { cookie: cookieOf(other) } })).status, 401)
    assert.equal((await browser.call('GET', '/v1/session')).status, 200)
  })
})

describe('a shared scan', () => {
  test('is read without signing in, until it is over or revoked, and nothing else is', async () => {
    await using world = await startTestWorld()
    const browser = await world.signIn()
    const made = await browser.call('POST', '/v1/scan/transaction', { body: TRANSACTION })
    const share = async () => {
      const body = { expiresInHours: 1 }
      return browser.call('POST', `/v1/scans/${made.json.meta.requestId}/share`, { body })
    }
    const { json, status } = await share()
    assert.equal(status, 201)
    assertConforms('POST', '/v1/scans/x/share', 201, json)
    const path = `/v1/shared/${json.data.token}`
    const shown = await world.call('GET', path)
    assert.equal(shown.status, 200, shown.text)
    assertConforms('GET', path, 200, shown.json)
    assert.equal(shown.json.data.result.riskScore, made.json.data.riskScore)
    assert.doesNotMatch(shown.text, new RegExp(`${browser.memberId}|account-1|keyId`))
    for (const other of [`${json.data.token}x`, json.data.id, made.json.meta.requestId])
      assert.equal((await world.call('GET', `/v1/shared/${other}`)).status, 404)
    assert.equal((await world.call('GET', `/v1/scans/${made.json.meta.requestId}`)).status, 401)
    const list = await browser.call('GET', '/v1/shares')
    assertConforms('GET', '/v1/shares', 200, list.json)
    assert.equal((await browser.call('DELETE', `/v1/shares/${json.data.id}`)).status, 200)
    assert.equal((await world.call('GET', path)).status, 404, 'revoked')
    const second = (await share()).json.data
    world.clock.now += 60 * MINUTE
    assert.equal((await world.call('GET', `/v1/shared/${second.token}`)).status, 404, 'over')
  })
})

test('a session opens what keys open, in the environment that the header names, and its requests are counted', async () => {
  await using world = await startTestWorld()
  const browser = await world.signIn({ name: 'ada' })
  const headers = { 'x-environment': 'test' }
  const key = await browser.call('POST', '/v1/auth/keys', { body: { name: 'mine', scopes: ['scan:read'] }, headers })
  assert.equal(key.status, 201, key.text)
  assert.deepEqual([key.json.data.environment, key.json.data.createdBy], ['test', browser.memberId])
  assert.equal((await browser.call('GET', '/v1/scans', { headers: { 'x-environment': 'prod' } })).status, 400)
  await world.call('GET', '/v1/scans', { key: key.json.data.key })
  const usage = await browser.call('GET', '/v1/usage', { headers })
  assertConforms('GET', '/v1/usage', 200, usage.json)
  assert.deepEqual(
    usage.json.data.callers.map(({ name, today }: { name: string; today: number }) => [name, today]),
    [
      ['ada', 2],
      ['mine', 1],
    ],
  )
  assert.equal(usage.json.data.minute.limit, 1_000)
  const networks = await world.call('GET', '/v1/networks', { key: await world.addKey({ operator: true }) })
  assertConforms('GET', '/v1/networks', 200, networks.json)
})
