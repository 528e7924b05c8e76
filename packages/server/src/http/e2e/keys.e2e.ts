import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { loadConformance } from '../testing/testConformance.ts'
import { startTestWorld } from '../testing/testWorld.ts'

const KEYS = '/v1/auth/keys'

describe('API keys', async () => {
  const assertConforms = await loadConformance()

  test('create shows the key once; list shows the contract’s members and never the key', async () => {
    await using world = await startTestWorld()
    const admin = await world.addKey()
    const created = await world.call('POST', KEYS, {
      key: admin,
      body: { name: 'n', scopes: ['risk:read', 'risk:read'] },
    })
    assert.equal(created.status, 201)
    assertConforms('POST', KEYS, 201, created.json)
    assert.match(created.json.data.key, /^svc_live_[0-9A-Za-z]{32}$/)
    assert.deepEqual(created.json.data.scopes, ['risk:read'])

    const used = await world.call('GET', KEYS, { key: created.json.data.key })
    assert.equal(used.status, 403)
    await world.storage.store.keys.flush()
    const listed = await world.call('GET', KEYS, { key: admin })
    assertConforms('GET', KEYS, 200, listed.json)
    const [first] = listed.json.data.keys
    assert.equal(first.id, created.json.data.id)
    assert.equal(first.lastUsed, new Date(world.clock.now).toISOString())
    assert.ok(!listed.text.includes(created.json.data.key))
  })

  test('revoke: at once, again is 200, foreign and unknown ids are NOT_FOUND', async () => {
    await using world = await startTestWorld()
    const admin = await world.addKey()
    const { key, token } = await world.storage.addKey({ scopes: ['scan:read'] })
    const foreign = [
      await world.storage.addKey({ accountId: 'account-2' }),
      await world.storage.addKey({ environment: 'test' }),
    ]
    for (let times = 0; times < 2; times++) {
      const answer = await world.call('DELETE', `${KEYS}/${key.id}`, { key: admin })
      assert.deepEqual(answer.json.data, { id: key.id, revoked: true })
      assertConforms('DELETE', `${KEYS}/${key.id}`, 200, answer.json)
    }
    assert.equal((await world.call('GET', '/v1/scans', { key: token })).json.error.code, 'EXPIRED_API_KEY')
    for (const id of ['none', ...foreign.map((one) => one.key.id)]) {
      assert.equal((await world.call('DELETE', `${KEYS}/${id}`, { key: admin })).json.error.code, 'NOT_FOUND')
    }
    const listed = await world.call('GET', KEYS, { key: admin })
    assert.equal(listed.json.data.keys.length, 1)
  })

  test('a key says which key created it, and expires when it was told to', async () => {
    await using world = await startTestWorld()
    const { key: admin, token } = await world.storage.addKey()
    const expiresAt = new Date(world.clock.now + 60_000).toISOString()
    const body = { name: 'n', scopes: ['admin'], expiresAt }
    const created = await world.call('POST', KEYS, { key: token, body })
    assertConforms('POST', KEYS, 201, created.json)
    assert.deepEqual([created.json.data.createdBy, created.json.data.expiresAt], [admin.id, expiresAt])
    const { key, id } = created.json.data
    const child = await world.call('POST', KEYS, { key, body: { name: 'child', scopes: ['admin'] } })
    assert.deepEqual([child.json.data.createdBy, child.json.data.expiresAt], [id, expiresAt], 'it inherits the end')
    const late = { ...body, expiresAt: new Date(world.clock.now + 61_000).toISOString() }
    for (const [at, message] of [
      [late, /^body\.expiresAt: expected no later than .*, when the key that creates it expires/],
      [{ ...body, expiresAt: new Date(world.clock.now).toISOString() }, /expected a time in the future/],
      [{ ...body, expiresAt: 'tomorrow' }, /expected an ISO 8601 time/],
    ] as const)
      assert.match((await world.call('POST', KEYS, { key, body: at })).json.error.message, message)
    world.clock.now += 59_999
    assert.equal((await world.call('GET', KEYS, { key })).status, 200)
    world.clock.now += 1
    const expired = await world.call('GET', KEYS, { key })
    assert.deepEqual([expired.status, expired.json.error.code], [401, 'EXPIRED_API_KEY'])
    assert.equal((await world.call('GET', KEYS, { key: token })).json.data.keys.length, 1)
  })

  test('an account has 50 keys: one more is CONFLICT, which names the limit and the remedy', async () => {
    await using world = await startTestWorld()
    const key = await world.addKey()
    const body = { name: 'n', scopes: ['scan:read'] }
    const create = () => world.call('POST', KEYS, { key, body })
    let last = ''
    for (let made = 1; made < 50; made++) last = (await create()).json.data.id
    const refused = await create()
    assert.deepEqual([refused.status, refused.json.error.code], [409, 'CONFLICT'])
    assert.match(refused.json.error.message, /has 50 live keys already, which is the limit; revoke one/)
    await world.call('DELETE', `${KEYS}/${last}`, { key })
    assert.equal((await create()).status, 201)
  })

  test('with descendants, a leaked key takes what it created with it', async () => {
    await using world = await startTestWorld()
    const admin = await world.addKey()
    const create = async (key: string) =>
      (await world.call('POST', KEYS, { key, body: { name: 'n', scopes: ['admin'] } })).json.data
    const leaked = await create(admin)
    const child = await create(leaked.key)
    const grandchild = await create(child.key)
    const sister = await create(admin)
    const tokenOf = async (key: string) =>
      (await world.call('POST', '/v1/rpc-tokens', { key, body: { name: 'n' } })).json.data.token
    const tokens = [await tokenOf(leaked.key), await tokenOf(grandchild.key)]
    const path = `${KEYS}/${leaked.id}?descendants=true`
    const answer = await world.call('DELETE', path, { key: admin })
    assertConforms('DELETE', `${KEYS}/${leaked.id}`, 200, answer.json)
    assert.deepEqual(answer.json.data, { id: leaked.id, revoked: true, descendantsRevoked: 2 })
    for (const { key } of [leaked, child, grandchild])
      assert.equal((await world.call('GET', KEYS, { key })).json.error.code, 'EXPIRED_API_KEY')
    for (const token of tokens)
      assert.equal((await world.call('POST', `/v1/rpc/bsc/${token}`, { body: {} })).json.error.code, 'EXPIRED_API_KEY')
    assert.equal((await world.call('GET', KEYS, { key: sister.key })).status, 200)
    assert.equal((await world.call('DELETE', path, { key: admin })).json.data.descendantsRevoked, 0)
  })

  test('an RPC token expires no later than the key that creates it', async () => {
    await using world = await startTestWorld()
    const expiresAt = new Date(world.clock.now + 60_000).toISOString()
    const body = { name: 'n', scopes: ['admin'], expiresAt }
    const { key } = (await world.call('POST', KEYS, { key: await world.addKey(), body })).json.data
    const create = (more: object) => world.call('POST', '/v1/rpc-tokens', { key, body: { name: 'n', ...more } })
    assert.equal((await create({})).json.data.expiresAt, expiresAt)
    const late = await create({ expiresAt: new Date(world.clock.now + 61_000).toISOString() })
    assert.match(
      late.json.error.message,
      /^body\.expiresAt: expected no later than .*, when the key that creates it expires/,
    )
  })

  test('all keys but the calling one are revoked at once', async () => {
    await using world = await startTestWorld()
    const { key: kept, token } = await world.storage.addKey()
    const others = [await world.addKey(), await world.addKey({ scopes: ['scan:read'] })]
    const elsewhere = [await world.addKey({ environment: 'test' }), await world.addKey({ accountId: 'account-2' })]
    const path = `${KEYS}/revoke-others`
    assert.equal((await world.call('POST', path, { key: others[1] ?? '' })).json.error.code, 'INSUFFICIENT_SCOPE')
    const answer = await world.call('POST', path, { key: token })
    assertConforms('POST', path, 200, answer.json)
    assert.deepEqual(answer.json.data, { id: kept.id, othersRevoked: 2 })
    for (const key of others) assert.equal((await world.call('GET', KEYS, { key })).json.error.code, 'EXPIRED_API_KEY')
    for (const key of [token, ...elsewhere]) assert.equal((await world.call('GET', KEYS, { key })).status, 200)
  })

  test('DELETE takes no body but does not mind one, whatever it is', async () => {
    await using world = await startTestWorld()
    const key = await world.addKey()
    for (const [type, raw] of [
      ['application/json', ''],
      ['application/json', '{not json'],
      ['text/plain', 'hello'],
    ] as const) {
      const answer = await world.call('DELETE', `${KEYS}/none`, { key, raw, headers: { 'content-type': type } })
      assert.equal(answer.status, 404, type)
    }
  })

  test('a key of the sandbox cannot create one for live', async () => {
    await using world = await startTestWorld()
    const key = await world.addKey({ environment: 'test' })
    const body = { name: 'n', scopes: ['scan:read'] }
    const refused = await world.call('POST', KEYS, { key, body: { ...body, environment: 'live' } })
    assert.match(refused.json.error.message, /^body\.environment: expected test/)
    const created = await world.call('POST', KEYS, { key, body })
    assert.match(created.json.data.key, /^svc_test_/)
  })

  test('messages name the member and the remedy', async () => {
    await using world = await startTestWorld()
    const key = await world.addKey()
    const name = 'expected a name of 1 to 64 characters, no invisible or control characters and no space at either end'
    const messages: [unknown, string][] = [
      [[], 'body: expected a JSON object'],
      [{ scopes: ['admin'] }, `body.name: missing, ${name}`],
      [{ name: 1, scopes: ['admin'] }, `body.name: ${name}`],
      ...[
        '',
        ' ',
        ' a',
        'a\n',
        'a\u0000b',
        'a\u202eb',
        'a\u200bb',
        'a\u3164b',
        'a\u2800b',
        'a\u034fb',
        'a\ufe0fb',
        'a\u2028b',
        '🦊'.repeat(65),
      ].map((bad): [unknown, string] => [{ name: bad, scopes: ['admin'] }, `body.name: ${name}`]),
      [
        { name: 'n', scopes: [] },
        'body.scopes: expected a list of one or more of scan:read, risk:read, wallet:read, webhooks:write, admin',
      ],
      [
        { name: 'n', scopes: ['root'] },
        'body.scopes[0]: expected one of scan:read, risk:read, wallet:read, webhooks:write, admin',
      ],
    ]
    for (const [body, message] of messages) {
      const answer = await world.call('POST', KEYS, { key, body })
      assert.deepEqual(answer.json.error, { code: 'VALIDATION_ERROR', message })
    }
    for (const fine of ['n', 'back end 2', 'Zoë’s', '⚙\ufe0f ops', '東京 العربية', '🦊'.repeat(64)]) {
      assert.equal((await world.call('POST', KEYS, { key, body: { name: fine, scopes: ['admin'] } })).status, 201, fine)
    }
    const answer = await world.call('DELETE', `${KEYS}/%00`, { key })
    assert.equal(answer.json.error.message, 'path.keyId: expected the id of a key')
  })
})
