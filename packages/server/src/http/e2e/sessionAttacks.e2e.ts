import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Scope } from '../../domain/apiKey.ts'
import { ROLES, type Role } from '../../domain/member.ts'
import { MEMBER_ROUTES, ROUTES } from '../testing/testRoutes.ts'
import { startTestWorld, type TestBrowser } from '../testing/testWorld.ts'

const MINUTE = 60_000
const READS: readonly Scope[] = ['scan:read', 'risk:read', 'wallet:read']
/** For programs: a cookie does not even count there. */
const KEYS_ONLY = '/v1/events/stream-token'

/** What a role may call, said here once more and by other means than in the code. */
function mayCall(role: Role, method: string, scopes: readonly Scope[]): boolean {
  if (role === 'owner' || role === 'admin') return true
  const reads = scopes.some((scope) => READS.includes(scope))
  if (method === 'GET') return reads || scopes.includes('webhooks:write')
  return role === 'analyst' && reads
}

describe('roles', () => {
  for (const operator of [false, true])
    for (const role of ROLES)
      test(`${role} of ${operator ? 'an operator' : 'a tenant'} opens exactly what the role should`, async () => {
        await using world = await startTestWorld()
        await world.addKey({ accountId: 'theirs', operator })
        const browser = await world.signIn({ accountId: 'theirs', role })
        for (const { method, path, query = '', body, scopes, status, operator: ofOperator } of ROUTES) {
          const answer = await browser.call(method, path + query, { body })
          const may = mayCall(role, method, scopes) && (operator || !ofOperator)
          const expected = path === KEYS_ONLY ? 401 : may ? status : 403
          assert.equal(answer.status, expected, `${method} ${path} ${answer.text}`)
          if (expected === 403) assert.equal(answer.json.error.code, 'INSUFFICIENT_ROLE')
        }
        for (const { method, path, body, roles, status } of MEMBER_ROUTES) {
          const answer = await browser.call(method, path, { body })
          assert.equal(answer.status, roles.includes(role) ? status : 403, `${method} ${path} ${answer.text}`)
        }
        assert.equal((await browser.call('GET', '/v1/session')).status, 401, 'signed out by the last of them')
      })
})

describe('a page of another origin', () => {
  const forged = (browser: TestBrowser, other: TestBrowser): Record<string, Record<string, string>> => {
    const { cookie, headers } = browser
    const own = headers.origin ?? ''
    return {
      'no CSRF token': { cookie, origin: own },
      'a wrong CSRF token': { ...headers, 'x-csrf-token': 'x'.repeat(43) },
      'the CSRF token of another session': { ...headers, 'x-csrf-token': other.csrfToken },
      'a foreign Origin': { ...headers, origin: 'https://evil.example' },
      'the same host on another port': { ...headers, origin: own.replace(/\d+$/, '1') },
      'an opaque Origin': { ...headers, origin: 'null' },
      'another site': { ...headers, 'sec-fetch-site': 'cross-site' },
      'a neighbouring host': { ...headers, 'sec-fetch-site': 'same-site' },
      'neither Origin nor Sec-Fetch-Site': { cookie, 'x-csrf-token': browser.csrfToken },
    }
  }

  test('changes nothing with a cookie, on any route', async () => {
    await using world = await startTestWorld()
    const browser = await world.signIn()
    const other = await world.signIn()
    const unsafe = [...ROUTES, ...MEMBER_ROUTES].filter(({ method, path }) => method !== 'GET' && path !== KEYS_ONLY)
    for (const { method, path, body } of unsafe)
      for (const [how, headers] of Object.entries(forged(browser, other))) {
        const answer = await world.call(method, path, { body, headers })
        assert.equal(answer.json?.error?.code, 'CROSS_ORIGIN_REFUSED', `${method} ${path} with ${how}: ${answer.text}`)
        assert.equal(answer.headers.get('x-ratelimit-limit'), null, 'and counts against no limit')
      }
    assert.equal((await browser.call('GET', '/v1/session')).status, 200)
  })

  test('reads nothing with a cookie', async () => {
    await using world = await startTestWorld()
    const browser = await world.signIn()
    for (const headers of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }]) {
      const answer = await world.call('GET', '/v1/scans', { headers: { cookie: browser.cookie, ...headers } })
      assert.equal(answer.json.error.code, 'CROSS_ORIGIN_REFUSED')
      assert.equal(answer.headers.get('access-control-allow-origin'), null)
    }
    const typed = { cookie: browser.cookie, 'sec-fetch-site': 'none' }
    assert.equal((await world.call('GET', '/v1/scans', { headers: typed })).status, 200, 'an address that was typed')
  })

  test('signs no one in', async () => {
    await using world = await startTestWorld()
    for (const way of ['link', 'password', 'passkey/options', 'passkey/verify'])
      for (const headers of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }]) {
        const answer = await world.call('POST', `/v1/session/${way}`, { body: {}, headers: headers as never })
        assert.equal(answer.json.error.code, 'CROSS_ORIGIN_REFUSED', way)
      }
  })
})

describe('ranks', () => {
  test('members cannot raise their own role, and admins cannot touch admins or owners', async () => {
    await using world = await startTestWorld()
    const owner = await world.signIn()
    const admin = await world.signIn({ role: 'admin' })
    const equal = await world.signIn({ role: 'admin' })
    const viewer = await world.signIn({ role: 'viewer' })
    const refused: [string, string, unknown?][] = [
      ['POST', '/v1/members', { name: 'more', role: 'owner' }],
      ['POST', '/v1/members', { name: 'more', role: 'admin' }],
      ['PATCH', `/v1/members/${admin.memberId}`, { role: 'owner' }],
      ['PATCH', `/v1/members/${viewer.memberId}`, { role: 'owner' }],
      ['PATCH', `/v1/members/${viewer.memberId}`, { role: 'admin' }],
      ['PATCH', `/v1/members/${owner.memberId}`, { role: 'viewer' }],
      ['POST', `/v1/members/${owner.memberId}/link`],
      ['POST', `/v1/members/${equal.memberId}/link`],
      ['DELETE', `/v1/members/${owner.memberId}`],
      ['DELETE', `/v1/members/${equal.memberId}`],
    ]
    for (const [method, path, body] of refused) {
      const answer = await admin.call(method, path, { body })
      assert.equal(answer.json.error.code, 'INSUFFICIENT_ROLE', `${method} ${path}`)
    }
    assert.equal(
      (await admin.call('PATCH', `/v1/members/${viewer.memberId}`, { body: { role: 'analyst' } })).status,
      200,
    )
  })

  test('the last owner stays, also when two leave at once', async () => {
    await using world = await startTestWorld()
    const one = await world.signIn()
    const last = await one.call('DELETE', `/v1/members/${one.memberId}`)
    assert.equal(last.json.error.code, 'CONFLICT')
    const other = await world.signIn()
    const both = await Promise.all([
      one.call('PATCH', `/v1/members/${one.memberId}`, { body: { role: 'viewer' } }),
      other.call('DELETE', `/v1/members/${other.memberId}`),
    ])
    assert.deepEqual(both.map(({ status }) => status).sort(), [200, 409])
  })

  test('a role that is taken, and a member that is removed, end at the next request', async () => {
    await using world = await startTestWorld()
    const owner = await world.signIn()
    const admin = await world.signIn({ role: 'admin' })
    const made = await admin.call('POST', '/v1/auth/keys', { body: { name: 'left behind', scopes: ['scan:read'] } })
    await owner.call('PATCH', `/v1/members/${admin.memberId}`, { body: { role: 'viewer' } })
    assert.equal((await admin.call('GET', '/v1/members')).status, 403)
    const removed = await owner.call('DELETE', `/v1/members/${admin.memberId}?revokeKeys=true`)
    assert.equal(removed.json.data.keysRevoked, 1)
    assert.equal((await admin.call('GET', '/v1/session')).status, 401)
    const key = await world.call('GET', '/v1/scans', { key: made.json.data.key })
    assert.equal(key.json.error.code, 'EXPIRED_API_KEY')
  })
})

describe('the cookie', () => {
  test('gives way to a key in the header, good or bad', async () => {
    await using world = await startTestWorld()
    const viewer = await world.signIn({ role: 'viewer' })
    assert.equal((await viewer.call('GET', '/v1/audit', { key: await world.addKey() })).status, 200)
    const owner = await world.signIn()
    const bad = await owner.call('GET', '/v1/scans', { key: 'svc_live_wrong' })
    assert.equal(bad.json.error.code, 'INVALID_API_KEY')
    assert.equal((await owner.call('GET', '/v1/scans?api_key=wrong')).json.error.code, 'INVALID_API_KEY')
  })

  test('opens no wallet’s RPC', async () => {
    await using world = await startTestWorld({
      extend: (server) => {
        server.register(async (routes) => {
          routes.post('/v1/rpc/probe/of/:chain', { config: { access: { scopes: ['scan:read'] } } }, async () => ({}))
        })
      },
    })
    const owner = await world.signIn()
    assert.equal((await owner.call('POST', '/v1/rpc/probe/of/bsc', { body: {} })).json.error.code, 'INVALID_API_KEY')
    assert.equal(
      (await world.call('POST', '/v1/rpc/probe/of/bsc', { body: {}, key: await world.addKey() })).status,
      200,
    )
  })

  test('is not believed where there are two, which a neighbouring host may have planted', async () => {
    await using world = await startTestWorld()
    const [one, two] = [await world.signIn(), await world.signIn()]
    const answer = await one.call('GET', '/v1/session', { headers: { cookie: `${two.cookie}; ${one.cookie}` } })
    assert.equal(answer.status, 401)
  })

  test('is for https alone where the service is reached by https, and its origin is that of the proxy', async () => {
    await using world = await startTestWorld({ publicOrigin: 'https://redoubt.example' })
    await world.addKey()
    const { store } = world.storage
    const { now } = world.clock
    const { id } = await store.members.create({ accountId: 'account-1', name: 'ada', role: 'owner', now })
    const token = await store.oneTimeTokens.create({ purpose: 'link', memberId: id, expiresAt: null, now })
    const headers = { origin: 'https://redoubt.example' }
    const answer = await world.call('POST', '/v1/session/link', { body: { token }, headers })
    assert.match(answer.headers.get('set-cookie') ?? '', /; HttpOnly; SameSite=Strict; Secure$/)
    const foreign = await world.call('POST', '/v1/session/link', { body: { token }, headers: { origin: world.url } })
    assert.equal(foreign.json.error.code, 'CROSS_ORIGIN_REFUSED')
  })

  test('of a session that is idle, over, or signed out opens nothing', async () => {
    await using world = await startTestWorld()
    const idle = await world.signIn()
    world.clock.now += 12 * 60 * MINUTE
    assert.equal((await idle.call('GET', '/v1/session')).json.error.code, 'SIGN_IN_REQUIRED')
    const used = await world.signIn()
    for (let hour = 0; hour < 7 * 24; hour += 8) {
      assert.equal((await used.call('GET', '/v1/session')).status, 200, `hour ${hour}`)
      world.clock.now += 8 * 60 * MINUTE
    }
    assert.equal((await used.call('GET', '/v1/session')).status, 401, 'after seven days in any case')
    const left = await world.signIn()
    const out = await left.call('DELETE', '/v1/session')
    assert.match(out.headers.get('set-cookie') ?? '', /^redoubt_session=; Max-Age=0;/)
    assert.equal((await left.call('GET', '/v1/session')).status, 401)
  })
})
