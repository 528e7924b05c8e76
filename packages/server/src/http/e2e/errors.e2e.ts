import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { NetworkUnavailable, StoreUnavailable } from '../../domain/sourceErrors.ts'
import { ApiError, ERRORS, type ErrorCode } from '../../errors.ts'
import type { App } from '../context.ts'
import { loadConformance } from '../testing/testConformance.ts'
import { type Answer, startTestWorld, type TestWorld, TRANSACTION } from '../testing/testWorld.ts'

const SCAN = '/v1/scan/transaction'
type Provoke = (world: TestWorld) => Promise<Answer>

/** A scan that fails in the way its caller asks for by the amount it sends. */
const FAILURES: Record<string, () => Error> = {
  '4': () => new ApiError('OVERLOADED', { detail: 'Too many reports wait to be drawn.', retryAfter: 5 }),
  '1': () => new NetworkUnavailable('ethereum', 7),
  '5': () => new StoreUnavailable('unreachable', { cause: new Error('secret-table') }),
  '6': () => new StoreUnavailable('full'),
  '2': () => new ApiError('UPSTREAM_TIMEOUT', { subject: '0x01', deadlineMs: 200 }),
  '3': () => new TypeError('cannot read secret-table of undefined'),
}

const scanOf = async (world: TestWorld, value: string) =>
  world.call('POST', SCAN, { key: await world.addKey(), body: { ...TRANSACTION, value } })

/** One way to provoke each code, with what its message and headers must say. */
const PROVOKED: Record<ErrorCode, { provoke: Provoke; says: RegExp; header?: [string, RegExp] }> = {
  VALIDATION_ERROR: {
    provoke: async (world) =>
      world.call('POST', SCAN, { key: await world.addKey(), body: { ...TRANSACTION, from: '0x12' } }),
    says: /^body\.from: expected 0x followed by 40 hex digits$/,
  },
  INVALID_API_KEY: {
    provoke: (world) => world.call('GET', '/v1/scans'),
    says: /Bearer/,
    header: ['www-authenticate', /Bearer/],
  },
  EXPIRED_API_KEY: {
    provoke: async (world) => world.call('GET', '/v1/scans', { key: await world.addKey({ revokedAt: 1 }) }),
    says: /revoked/,
  },
  INSUFFICIENT_SCOPE: {
    provoke: async (world) => world.call('GET', '/v1/scans', { key: await world.addKey({ scopes: ['risk:read'] }) }),
    says: /scan:read/,
    header: ['x-ratelimit-limit', /^1000$/],
  },
  SIGN_IN_REQUIRED: { provoke: (world) => world.call('GET', '/v1/session'), says: /not signed in/ },
  SIGN_IN_FAILED: {
    provoke: (world) => world.call('POST', '/v1/session/link', { body: { token: 'used' } }),
    says: /redoubt dashboard link/,
  },
  INSUFFICIENT_ROLE: {
    provoke: async (world) => (await world.signIn({ role: 'viewer' })).call('GET', '/v1/audit'),
    says: /^Your role, viewer, does not allow this; ask an owner of the account\.$/,
    header: ['x-ratelimit-limit', /^1000$/],
  },
  CROSS_ORIGIN_REFUSED: {
    provoke: async (world) =>
      (await world.signIn()).call('GET', '/v1/scans', { headers: { origin: 'https://a.example' } }),
    says: /Use an API key/,
  },
  PLAN_REQUIRED: {
    provoke: async (world) => world.call('GET', '/v1/paid', { key: await world.addKey({ plan: 'free' }) }),
    says: /Webhooks needs the Pro or Enterprise plan; this account is on free/,
  },
  NOT_FOUND: { provoke: (world) => world.call('GET', '/v1/nothing'), says: /No such endpoint: GET \/v1\/nothing\./ },
  METHOD_NOT_ALLOWED: {
    provoke: (world) => world.call('PATCH', '/v1/auth/keys'),
    says: /PATCH is not allowed here; use GET, HEAD, POST/,
    header: ['allow', /^GET, HEAD, POST$/],
  },
  CONFLICT: {
    provoke: async (world) => {
      const call = { key: await world.addKey(), headers: { 'idempotency-key': 'once' } }
      await world.call('POST', '/v1/auth/keys', { ...call, body: { name: 'a', scopes: ['scan:read'] } })
      return world.call('POST', '/v1/auth/keys', { ...call, body: { name: 'b', scopes: ['scan:read'] } })
    },
    says: /another request/,
  },
  PAYLOAD_TOO_LARGE: {
    provoke: async (world) => world.call('POST', SCAN, { key: await world.addKey(), raw: ' '.repeat(1_048_577) }),
    says: /1048576 bytes/,
  },
  UNSUPPORTED_MEDIA_TYPE: {
    provoke: async (world) =>
      world.call('POST', SCAN, { key: await world.addKey(), raw: 'a=b', headers: { 'content-type': 'text/plain' } }),
    says: /application\/json/,
  },
  RATE_LIMIT_EXCEEDED: {
    provoke: async (world) => {
      const key = await world.addKey({ plan: 'free' })
      for (let sent = 0; sent < 60; sent++) await world.call('GET', '/v1/scans', { key })
      return world.call('GET', '/v1/scans', { key })
    },
    says: /60 a minute for all keys of an account on the free plan/,
    header: ['retry-after', /^60$/],
  },
  INTERNAL_ERROR: { provoke: (world) => scanOf(world, '3'), says: /request id [0-9a-f-]{36}/ },
  OVERLOADED: { provoke: (world) => scanOf(world, '4'), says: /^Too many reports/, header: ['retry-after', /^5$/] },
  STORAGE_UNAVAILABLE: {
    provoke: (world) => scanOf(world, '5'),
    says: /^The database is not reachable\. Try again in 5 s\.$/,
    header: ['retry-after', /^5$/],
  },
  STORAGE_FULL: { provoke: (world) => scanOf(world, '6'), says: /no space left/, header: ['retry-after', /^5$/] },
  UPSTREAM_UNAVAILABLE: { provoke: (world) => scanOf(world, '1'), says: /ethereum/, header: ['retry-after', /^7$/] },
  UPSTREAM_TIMEOUT: { provoke: (world) => scanOf(world, '2'), says: /200 ms/ },
}

/** No route of today belongs to a plan; this one shows what such a route answers. */
function addPaidRoute(server: App): void {
  server.register(async (routes) => {
    const paid = { feature: 'Webhooks', plans: ['pro', 'enterprise'] as const }
    routes.get('/v1/paid', { config: { access: { scopes: ['webhooks:write'], paid } } }, async () => 'paid')
  })
}

describe('every error code', async () => {
  const assertConforms = await loadConformance()
  for (const [code, { provoke, says, header }] of Object.entries(PROVOKED)) {
    test(code, async () => {
      await using world = await startTestWorld({
        extend: addPaidRoute,
        scan: async ({ transaction }) => {
          throw FAILURES[String(transaction.value)]?.() ?? new Error('not asked for')
        },
      })
      const answer = await provoke(world)
      assert.equal(answer.status, ERRORS[code as ErrorCode].status)
      const { message } = answer.json.error
      assert.deepEqual(answer.json, { success: false, error: { code, message } })
      assert.match(message, says)
      assert.match(answer.headers.get('x-request-id') ?? '', /^[0-9a-f-]{36}$/)
      if (header) assert.match(answer.headers.get(header[0]) ?? '', header[1])
      assert.doesNotMatch(answer.text, /secret-table/)
      if (code === 'INTERNAL_ERROR') assert.match(world.log.join(''), /secret-table/)
      if (answer.status >= 500) assertConforms('POST', SCAN, answer.status, answer.json)
    })
  }
})

test('a paid route answers the plans that have it', async () => {
  await using world = await startTestWorld({ extend: addPaidRoute })
  assert.equal((await world.call('GET', '/v1/paid', { key: await world.addKey({ plan: 'pro' }) })).status, 200)
})

test('a route that declares no access cannot be called', async () => {
  await using world = await startTestWorld({
    extend: (server) => {
      server.register(async (routes) => {
        routes.get('/v1/forgotten', async () => 'open')
      })
    },
  })
  assert.equal((await world.call('GET', '/v1/forgotten')).status, 500)
})
