import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ORIGIN_SHARE } from '../../domain/plan.ts'
import { loadConformance } from '../testing/testConformance.ts'
import { CONTRACT } from '../testing/testContract.ts'
import { MESSAGE } from '../testing/testMessage.ts'
import { URL_BODY } from '../testing/testUrl.ts'
import { type Call, startTestWorld, type TestWorld, TRANSACTION } from '../testing/testWorld.ts'

const KEYS = '/v1/auth/keys'
const SCAN = '/v1/scan/transaction'
const APP = 'https://app.example'
const EVIL = 'https://evil.example'
const ALLOW = 'access-control-allow-origin'
const WALLET = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'

const from = (origin: string, more: Call = {}): Call => ({ ...more, headers: { ...more.headers, origin } })
const preflight = (world: TestWorld, path: string, origin: string) =>
  world.call('OPTIONS', path, { headers: { origin, 'access-control-request-method': 'POST' } })

describe('keys with origins', async () => {
  const assertConforms = await loadConformance()

  test('are created and listed with them; other origins and scopes are refused', async () => {
    await using world = await startTestWorld()
    const admin = await world.addKey()
    const body = { name: 'dapp', scopes: ['scan:read'], origins: [APP, 'http://localhost:*'] }
    const created = await world.call('POST', KEYS, { key: admin, body })
    assertConforms('POST', KEYS, 201, created.json)
    assert.deepEqual(created.json.data.origins, body.origins)
    const listed = await world.call('GET', KEYS, { key: admin })
    assert.deepEqual(
      listed.json.data.keys.map((key: { origins: unknown }) => key.origins),
      [body.origins, null],
    )
    const refused: [object, RegExp][] = [
      [{ origins: ['http://app.example'] }, /^body\.origins\[0\]: expected an exact https origin/],
      [{ origins: [APP, `${APP}/`] }, /^body\.origins\[1\]: expected an exact https origin/],
      [{ origins: ['https://App.example'] }, /^body\.origins\[0\]: expected an exact https origin/],
      [{ origins: ['*'] }, /^body\.origins\[0\]/],
      [{ origins: [] }, /^body\.origins: expected a list of 1 to 20 different origins/],
      [{ scopes: ['admin'] }, /^body\.scopes: expected only scan:read, risk:read, wallet:read .* leave admin out/],
      [{ scopes: ['scan:read', 'webhooks:write'] }, /leave webhooks:write out/],
    ]
    for (const [change, message] of refused) {
      const { json } = await world.call('POST', KEYS, { key: admin, body: { ...body, ...change } })
      assert.match(json.error.message, message)
    }
  })

  test('work from their origins, and from nowhere else', async () => {
    await using world = await startTestWorld()
    const key = await world.addKey({ scopes: ['scan:read'], origins: [APP, 'http://localhost:*'] })
    for (const origin of [APP, 'http://localhost:5173']) {
      const answer = await world.call('POST', SCAN, from(origin, { key, body: TRANSACTION }))
      assert.equal(answer.status, 200, origin)
      assert.equal(answer.headers.get(ALLOW), origin)
      assert.match(answer.headers.get('vary') ?? '', /origin/)
      assert.match(answer.headers.get('access-control-expose-headers') ?? '', /retry-after/)
      assert.equal(answer.headers.get('access-control-allow-credentials'), null)
    }
    for (const call of [{}, from(EVIL), from('null'), from('https://localhost:5173'), from(`${APP}:8443`)]) {
      const answer = await world.call('POST', SCAN, { ...call, key, body: TRANSACTION })
      assert.deepEqual([answer.status, answer.json.error.code], [403, 'INSUFFICIENT_SCOPE'])
      assert.match(answer.json.error.message, /works only from the origins/)
      assert.equal(answer.headers.get(ALLOW), null)
    }
  })

  test('open scans and scores, and nothing else', async () => {
    await using world = await startTestWorld()
    const key = await world.addKey({ scopes: ['scan:read', 'risk:read', 'wallet:read'], origins: [APP] })
    const status = async (method: string, path: string, body?: unknown) => {
      world.clock.now += 60_000
      const answer = await world.call(method, path, from(APP, { key, body }))
      assert.equal(answer.headers.get(ALLOW), APP, path)
      return answer.status
    }
    assert.equal(await status('POST', '/v1/scan/url', URL_BODY), 200)
    assert.equal(await status('POST', '/v1/scan/contract', CONTRACT), 200)
    assert.equal(await status('POST', '/v1/scan/message', MESSAGE), 200)
    assert.equal(await status('GET', `/v1/scan/wallet/${WALLET}`), 200)
    assert.equal(await status('GET', `/v1/risk/score/${WALLET}`), 200)
    assert.equal(await status('POST', '/v1/risk/scores', { entities: [WALLET] }), 200)
    const { key: own } = await world.storage.addKey({ scopes: ['scan:read'], origins: [APP] })
    for (const [method, path, body] of [
      ['GET', '/v1/scans'],
      ['GET', '/v1/scans/none'],
      ['GET', `/v1/risk/report/${WALLET}`],
      ['POST', '/v1/feedback', {}],
      ['GET', `/v1/wallet/approvals/${WALLET}`],
      ['GET', `/v1/wallet/profile/${WALLET}`],
      ['GET', `/v1/wallet/verify/${WALLET}`],
      ['GET', '/v1/auth/keys'],
      ['DELETE', `/v1/auth/keys/${own.id}`],
      ['GET', '/v1/events/stream'],
    ] as const)
      assert.equal(await status(method, path, body), 403, path)
  })

  test('errors carry the header too, 429 included; a revoked key’s page reads why', async () => {
    await using world = await startTestWorld()
    const { key: row, token: key } = await world.storage.addKey({ plan: 'free', scopes: ['scan:read'], origins: [APP] })
    const call = (more: Call) => world.call('POST', SCAN, from(APP, { key, ...more }))
    const answers = [
      await call({ body: {} }),
      await call({ raw: 'x', headers: { 'content-type': 'text/plain' } }),
      await call({ raw: ' '.repeat(1_048_577) }),
    ]
    for (let sent = 3; sent < 10; sent++) assert.equal((await call({ body: TRANSACTION })).status, 200)
    answers.push(await call({ body: TRANSACTION }))
    await world.storage.store.keys.revokeById(row.id)
    answers.push(await call({ body: TRANSACTION }))
    assert.deepEqual(
      answers.map(({ status }) => status),
      [400, 415, 413, 429, 401],
    )
    for (const { headers, status } of answers) assert.equal(headers.get(ALLOW), APP, `${status}`)
    assert.match(answers[3]?.json.error.message, /10 a minute from one client address/)
    assert.equal(answers[3]?.headers.get('retry-after'), '60')
  })

  test('keys without origins, unknown keys and public pages get no header', async () => {
    await using world = await startTestWorld()
    const key = await world.addKey()
    await world.addKey({ scopes: ['scan:read'], origins: [APP] })
    for (const [path, call] of [
      ['/v1/scans', { key }],
      ['/v1/scans', { key: 'svc_live_0123456789abcdefghijABCDEFGHIJ01' }],
      ['/v1/none', {}],
      ['/healthz', {}],
    ] as const)
      assert.equal((await world.call('GET', path, from(APP, call))).headers.get(ALLOW), null, path)
  })

  test('a preflight is answered without a key for origins of live keys', async () => {
    await using world = await startTestWorld()
    const { key } = await world.storage.addKey({ scopes: ['scan:read'], origins: [APP, 'http://localhost:*'] })
    for (const origin of [APP, 'http://localhost:3000']) {
      const answer = await preflight(world, SCAN, origin)
      assert.equal(answer.status, 200)
      assert.deepEqual(answer.json.data, { methods: ['POST'] })
      assert.equal(answer.headers.get(ALLOW), origin)
      assert.equal(answer.headers.get('access-control-allow-methods'), 'POST')
      assert.match(answer.headers.get('access-control-allow-headers') ?? '', /authorization, content-type/)
    }
    const foreign = await preflight(world, SCAN, EVIL)
    assert.deepEqual([foreign.status, foreign.headers.get(ALLOW)], [405, null])
    assert.equal((await preflight(world, '/v1/none', APP)).status, 404)
    assert.equal((await world.call('OPTIONS', SCAN, from(APP))).status, 405, 'no preflight')
    await world.storage.store.keys.revokeById(key.id)
    assert.equal((await preflight(world, SCAN, APP)).status, 405, 'revoked')
  })

  test('have half of the account’s budget together; its other keys have the rest', async () => {
    await using world = await startTestWorld({ trustedProxies: ['127.0.0.1'] })
    const of = { plan: 'free' as const, scopes: ['scan:read' as const] }
    const keys = [await world.addKey({ ...of, origins: [APP] }), await world.addKey({ ...of, origins: [EVIL] })]
    const server = await world.addKey(of)
    const scan = (key: string, origin: string, client: string) =>
      world.call('POST', SCAN, from(origin, { key, body: TRANSACTION, headers: { 'x-forwarded-for': client } }))
    for (let sent = 0; sent < 30; sent++) {
      const [key = '', origin] = sent % 2 ? [keys[1], EVIL] : [keys[0], APP]
      assert.equal((await scan(key, origin, `203.0.113.${sent}`)).status, 200)
    }
    const refused = await scan(keys[0] ?? '', APP, '203.0.113.99')
    assert.equal(refused.status, 429)
    assert.match(refused.json.error.message, /30 a minute for all keys with origins of an account on the free plan/)
    assert.match(refused.headers.get('ratelimit-policy') ?? '', /"minute";q=30/)
    const own = await world.call('POST', SCAN, { key: server, body: TRANSACTION })
    assert.deepEqual([own.status, own.headers.get('x-ratelimit-remaining')], [200, '29'])
  })

  test('what the account’s limit refuses does not count against their share', async () => {
    await using world = await startTestWorld({ trustedProxies: ['127.0.0.1'] })
    const of = { plan: 'free' as const, scopes: ['scan:read' as const] }
    const { key: page, token } = await world.storage.addKey({ ...of, origins: [APP] })
    const server = await world.addKey(of)
    for (let sent = 0; sent < 60; sent++) await world.call('GET', '/v1/scans', { key: server })
    for (let sent = 0; sent < 40; sent++) {
      const headers = { 'x-forwarded-for': `203.0.113.${sent}` }
      const refused = await world.call('POST', SCAN, from(APP, { key: token, body: TRANSACTION, headers }))
      assert.match(refused.json.error.message, /60 a minute for all keys of an account/)
    }
    const share = await world.storage.rateCounters.take(`${page.accountId} origins`, ORIGIN_SHARE.free, world.clock.now)
    assert.equal(share.remaining, ORIGIN_SHARE.free.perMinute - 1)
  })
})

describe('a token for EventSource', async () => {
  const assertConforms = await loadConformance()
  const TOKEN = '/v1/events/stream-token'
  const STREAM = '/v1/events/stream'

  /** The first bytes of a stream. */
  async function open(world: TestWorld, token: string, origin?: string) {
    const gone = new AbortController()
    const headers = origin === undefined ? {} : { origin }
    const response = await fetch(`${world.url}${STREAM}?api_key=${token}`, { headers, signal: gone.signal })
    const reader = response.body?.getReader()
    const first = new TextDecoder().decode((await reader?.read())?.value)
    return { status: response.status, allowed: response.headers.get(ALLOW), first, reader, leave: () => gone.abort() }
  }

  test('opens a stream within a minute, which goes on after it until the key ends', async () => {
    await using world = await startTestWorld({ heartbeatMs: 20 })
    const { key: row, token: key } = await world.storage.addKey()
    const asked = await world.call('POST', TOKEN, { key })
    assertConforms('POST', TOKEN, 200, asked.json)
    assert.equal(asked.json.data.expiresAt, new Date(world.clock.now + 60_000).toISOString())
    const { token } = asked.json.data
    world.clock.now += 59_999
    const stream = await open(world, token)
    assert.equal(stream.status, 200)
    assert.match(stream.first, /^retry: 2000\nid: /)
    assert.equal(stream.allowed, null)
    world.clock.now += 1
    assert.equal((await open(world, token)).status, 401)
    assert.match(new TextDecoder().decode((await stream.reader?.read())?.value), /still here/)
    await world.storage.store.keys.revokeById(row.id)
    let rest = ''
    for (let part = await stream.reader?.read(); part && !part.done; part = await stream.reader?.read())
      rest += new TextDecoder().decode(part.value)
    assert.match(rest, /event: end\ndata: \{"code":"EXPIRED_API_KEY"/)
    assert.ok(!world.log.join('').includes(token))
  })

  test('is bound to its origin, whose page may read the stream; it opens nothing else', async () => {
    await using world = await startTestWorld()
    const key = await world.addKey()
    const { json } = await world.call('POST', TOKEN, { key, body: { origin: APP } })
    const { token } = json.data
    const stream = await open(world, token, APP)
    assert.deepEqual([stream.status, stream.allowed], [200, APP])
    stream.leave()
    for (const origin of [EVIL, undefined]) {
      const refused = await open(world, token, origin)
      assert.deepEqual([refused.status, refused.allowed], [403, null])
    }
    for (const path of ['/v1/events', '/v1/scans', '/v1/auth/keys'])
      assert.equal((await world.call('GET', `${path}?api_key=${token}`)).status, 401, path)
    assert.equal((await open(world, `${token.slice(0, -2)}AA`)).status, 401)
    const wrong = await world.call('POST', TOKEN, { key, body: { origin: 'http://app.example' } })
    assert.match(wrong.json.error.message, /^body\.origin: expected an exact https origin/)
  })
})
