import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { SCOPES, type Scope } from '../../domain/apiKey.ts'
import { MEMBER_ROUTES, ROUTES } from '../testing/testRoutes.ts'
import { startTestWorld, type TestWorld, TRANSACTION } from '../testing/testWorld.ts'

const SUBSETS = Array.from({ length: 2 ** SCOPES.length }, (_, bits) =>
  SCOPES.filter((_, index) => bits & (1 << index)),
)

describe('scopes', () => {
  for (const operator of [false, true]) {
    test(`every subset of scopes opens exactly the routes it should, ${operator ? '' : 'not '}of an operator`, async () => {
      await using world = await startTestWorld()
      for (const scopes of SUBSETS) {
        // The account has its minute again.
        world.clock.now += 60_000
        const key = await world.addKey({ scopes, operator })
        for (const { method, path, query = '', body, status, ...route } of ROUTES) {
          const permitted = scopes.some((scope) => route.scopes.includes(scope)) && (operator || !route.operator)
          const answer = await world.call(method, path + query, { key, body })
          assert.equal(answer.status, permitted ? status : 403, `${method} ${path} [${scopes}]`)
          if (!permitted) assert.equal(answer.json.error.code, 'INSUFFICIENT_SCOPE')
        }
      }
    })
  }

  test('the table above names every route that is not public', async () => {
    await using world = await startTestWorld()
    const { json } = await world.call('GET', '/openapi.json')
    const declared = Object.entries<Record<string, { security: unknown[] }>>(json.paths).flatMap(([path, operations]) =>
      Object.entries(operations).flatMap(([method, { security }]) =>
        security.length === 0 ? [] : [`${method.toUpperCase()} ${path.replace(/\{\w+\}/g, 'none')}`],
      ),
    )
    const tested = [...ROUTES, ...MEMBER_ROUTES].map(
      ({ method, path }) => `${method} ${path.replace(/0x[0-9a-fA-F]{40}/, 'none')}`,
    )
    assert.deepEqual(declared.sort(), tested.sort())
  })

  test('no key opens what is for members, whatever its scopes', async () => {
    await using world = await startTestWorld()
    const key = await world.addKey({ operator: true })
    for (const { method, path, body } of MEMBER_ROUTES) {
      const answer = await world.call(method, path, { key, body })
      assert.equal(answer.json.error.code, 'INSUFFICIENT_SCOPE', `${method} ${path}`)
      const stranger = await world.call(method, path, { body })
      assert.equal(stranger.json.error.code, 'SIGN_IN_REQUIRED', `${method} ${path}`)
    }
  })

  test('a key without admin may revoke itself and no other key', async () => {
    await using world = await startTestWorld()
    const own = await world.storage.addKey({ scopes: ['risk:read'] })
    const other = await world.storage.addKey()
    assert.equal((await world.call('DELETE', `/v1/auth/keys/${other.key.id}`, { key: own.token })).status, 403)
    const revoked = await world.call('DELETE', `/v1/auth/keys/${own.key.id}`, { key: own.token })
    assert.deepEqual(revoked.json.data, { id: own.key.id, revoked: true })
    const after = await world.call('DELETE', `/v1/auth/keys/${own.key.id}`, { key: own.token })
    assert.equal(after.json.error.code, 'EXPIRED_API_KEY')
  })
})

describe('order of checks', () => {
  /** A request with everything wrong; each step mends one thing, in the order of the contract. */
  test('404, 405, 401, scope, 429, plan, 415, 413, 400, 404', async () => {
    await using world = await startTestWorld({
      extend: (server) => {
        server.register(async (routes) => {
          const paid = { feature: 'Monitors', plans: ['enterprise'] as const }
          const schema = { body: { type: 'object', required: ['a'], properties: { a: { type: 'string' } } } }
          const config = { access: { scopes: ['webhooks:write'] as const, paid } }
          routes.post('/v1/everything', { config, schema }, async () => ({}))
        })
      },
    })
    const exhausted = (scopes: Scope[]) => world.addKey({ plan: 'free', scopes, accountId: `free-${scopes}` })
    const wrong = { raw: '{'.repeat(2_000_000), headers: { 'content-type': 'text/plain' } }
    const code = async (method: string, path: string, call: object) =>
      (await world.call(method, path, call)).json.error.code

    assert.equal(await code('PUT', '/v1/everythin', wrong), 'NOT_FOUND')
    assert.equal(await code('PUT', '/v1/auth/keys', wrong), 'METHOD_NOT_ALLOWED')
    assert.equal(await code('POST', '/v1/everything', wrong), 'INVALID_API_KEY')

    const unscoped = await exhausted(['risk:read'])
    await exhaust(world, unscoped, 403)
    assert.equal(await code('POST', '/v1/everything', { ...wrong, key: unscoped }), 'INSUFFICIENT_SCOPE')
    const tired = await exhausted(['webhooks:write', 'scan:read'])
    await exhaust(world, tired, 200)
    assert.equal(await code('POST', '/v1/everything', { ...wrong, key: tired }), 'RATE_LIMIT_EXCEEDED')
    const poor = await exhausted(['webhooks:write'])
    assert.equal(await code('POST', '/v1/everything', { ...wrong, key: poor }), 'PLAN_REQUIRED')

    const key = await world.addKey()
    assert.equal(await code('POST', '/v1/everything', { ...wrong, key }), 'UNSUPPORTED_MEDIA_TYPE')
    assert.equal(await code('POST', '/v1/everything', { raw: wrong.raw, key }), 'PAYLOAD_TOO_LARGE')
    assert.equal(await code('POST', '/v1/everything', { raw: '{', key }), 'VALIDATION_ERROR')
    assert.equal(await code('GET', '/v1/scans/%20', { key }), 'VALIDATION_ERROR')
    assert.equal(await code('GET', '/v1/scans/none', { key }), 'NOT_FOUND')
  })
})

async function exhaust(world: TestWorld, key: string, status: number): Promise<void> {
  for (let sent = 0; sent < 60; sent++) {
    assert.equal((await world.call('GET', '/v1/scans', { key })).status, status)
  }
}

describe('keys that are not keys', () => {
  const GOOD = 'svc_live_0123456789abcdefghijABCDEFGHIJ01'
  const headers: Record<string, Record<string, string>> = {
    'no header': {},
    'an empty header': { authorization: '' },
    'no scheme': { authorization: GOOD },
    'another scheme': { authorization: `Basic ${GOOD}` },
    'no token': { authorization: 'Bearer ' },
    'an unknown token': { authorization: `Bearer ${GOOD}` },
    'two tokens': { authorization: `Bearer ${GOOD} ${GOOD}` },
    'a very long token': { authorization: `Bearer ${'a'.repeat(8000)}` },
  }
  test('are INVALID_API_KEY', async () => {
    await using world = await startTestWorld()
    for (const [name, sent] of Object.entries(headers)) {
      const answer = await world.call('GET', '/v1/scans', { headers: sent })
      assert.equal(answer.json.error.code, 'INVALID_API_KEY', name)
      assert.equal(answer.headers.get('x-ratelimit-limit'), null, name)
    }
  })

  test('a bad header is not mended by a good query', async () => {
    await using world = await startTestWorld()
    const answer = await world.call('GET', `/v1/scans?api_key=${await world.addKey()}`, { key: GOOD })
    assert.equal(answer.status, 401)
  })

  test('the scheme is read in any case', async () => {
    await using world = await startTestWorld()
    const answer = await world.call('GET', '/v1/scans', {
      headers: { authorization: `bearer ${await world.addKey()}` },
    })
    assert.equal(answer.status, 200)
  })
})

test('an api_key in the query works and is seen nowhere: not in logs, errors, metrics or echoed members', async () => {
  await using world = await startTestWorld({
    scan: async () => {
      throw new Error('broken')
    },
  })
  const key = await world.addKey()
  const queries = [
    `api_key=${key}`,
    `limit=1&api_key=${key}`,
    `%61pi_key=${key}&limit=2`,
    `api%5Fkey=${key}&api_key=${key}`,
  ]
  const LENIENT = { prefer: 'handling=lenient' }
  let seen = ''
  for (const query of queries) {
    assert.equal((await world.call('GET', `/v1/scans?${query}`)).status, 200, query)
    for (const [method, path] of [
      ['GET', '/v1/scans/none'],
      ['GET', '/v1/none'],
      ['GET', '/v1/%zz'],
      ['PUT', '/v1/scans'],
      ['GET', `/v1/scans/${'a'.repeat(9000)}`],
      ['POST', '/v1/scan/transaction'],
    ] as const) {
      const body = method === 'POST' ? TRANSACTION : undefined
      const { text, headers } = await world.call(method, `${path}?${query}`, { body, headers: LENIENT })
      seen += text + JSON.stringify([...headers])
    }
    seen += (await world.call('GET', `/v1/scans?limit=x&${query}`)).text
    seen += (await world.call('GET', `/v1/scans?a=1&${query}`)).text
  }
  seen += (await world.call('GET', '/metrics')).text + world.log.join('')
  assert.match(seen, /request failed/, 'the failing scan was logged')
  assert.ok(!seen.includes(key) && !seen.includes(key.slice(9)))
})
