import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { loadConformance } from '../testing/testConformance.ts'
import { startTestWorld } from '../testing/testWorld.ts'

const PATH = '/v1/webhooks'
const ADDRESS = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const BODY = { url: 'https://hooks.example/a', events: ['entity.risk_changed', 'approval.new'] }

describe('webhooks', async () => {
  const assertConforms = await loadConformance()

  test('creating shows success and data, with the secret this once; the list shows neither it nor the entities', async () => {
    await using world = await startTestWorld()
    const key = await world.addKey({ scopes: ['webhooks:write'], plan: 'pro' })
    const created = await world.call('POST', PATH, { key, body: { ...BODY, entities: [ADDRESS.toLowerCase()] } })
    assert.equal(created.status, 201)
    assertConforms('POST', PATH, 201, created.json)
    assert.deepEqual(Object.keys(created.json), ['success', 'data'])
    const { id, secret, createdAt, ...rest } = created.json.data
    assert.deepEqual(rest, { ...BODY, entities: [ADDRESS], status: 'active' })
    assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
    const listed = await world.call('GET', PATH, { key })
    assertConforms('GET', PATH, 200, listed.json)
    assert.deepEqual(listed.json, {
      success: true,
      data: { webhooks: [{ id, ...BODY, status: 'active', lastTriggered: null, createdAt }] },
    })
    assert.ok(!world.log.join('').includes(secret))
  })

  test('a secret of one’s own is taken as it is, if UTF-8 can write it', async () => {
    await using world = await startTestWorld()
    const key = await world.addKey()
    const { json } = await world.call('POST', PATH, { key, body: { ...BODY, secret: 'péché 🐟' } })
    assert.equal(json.data.secret, 'péché 🐟')
    for (const secret of ['half \ud83d', 'a\0b'])
      for (const [path, body] of [
        [PATH, { ...BODY, secret }],
        [`${PATH}/${json.data.id}/rotate-secret`, { secret }],
      ] as const) {
        const refused = await world.call('POST', path, { key, body })
        assert.equal(refused.status, 400, path)
        assert.match(refused.json.error.message, /^body\.secret: expected text that UTF-8 can write/)
      }
  })

  test('who rotates a secret need not send a body', async () => {
    await using world = await startTestWorld()
    const key = await world.addKey()
    const { id } = (await world.call('POST', PATH, { key, body: BODY })).json.data
    for (const call of [{}, { raw: '', headers: { 'content-type': 'application/json' } }, { body: {} }]) {
      const rotated = await world.call('POST', `${PATH}/${id}/rotate-secret`, { key, ...call })
      assert.equal(rotated.status, 200, rotated.text)
      assert.match(rotated.json.data.secret, /^whsec_/)
    }
    const odd = await world.call('POST', `${PATH}/${id}/rotate-secret`, { key, body: { secret: 7 } })
    assert.equal(odd.json.error.code, 'VALIDATION_ERROR')
    assert.equal((await world.call('POST', `${PATH}/${id}/rotate-secret`, { key, raw: 'null' })).status, 400)
  })

  test('it is read, changed, tested, given another secret, activated and deleted by its account alone', async () => {
    await using world = await startTestWorld()
    const key = await world.addKey()
    const { id } = (await world.call('POST', PATH, { key, body: BODY })).json.data
    const call = async (method: string, path: string, body?: object, status = 200) => {
      const answer = await world.call(method, path, { key, body })
      assert.equal(answer.status, status, answer.text)
      assertConforms(method, path, status, answer.json)
      return answer.json.data
    }
    const one = `${PATH}/${id}`
    assert.equal((await call('PATCH', one, { events: ['approval.revoked'] })).events[0], 'approval.revoked')
    assert.equal((await call('GET', one)).url, BODY.url)
    const rotated = await call('POST', `${one}/rotate-secret`, {})
    assert.equal(rotated.earlierSecretUntil, new Date(world.clock.now + 86_400_000).toISOString())
    const sent = await call('POST', `${one}/test`, undefined, 201)
    assert.deepEqual([sent.type, sent.status, sent.attempts], ['webhook.test', 'pending', []])
    assert.deepEqual((await call('GET', `${one}/deliveries`)).deliveries, [sent])
    await call('POST', `${one}/deliveries/${sent.id}/retry`, undefined, 409)
    await call('POST', `${one}/deliveries/none/retry`, undefined, 404)
    assert.equal((await call('POST', `${one}/activate`)).status, 'active')
    for (const stranger of [
      await world.addKey({ accountId: 'account-2' }),
      await world.addKey({ environment: 'test' }),
    ]) {
      for (const [method, path] of [
        ['GET', one],
        ['DELETE', one],
        ['POST', `${one}/test`],
        ['GET', `${one}/deliveries`],
      ] as const) {
        assert.equal((await world.call(method, path, { key: stranger })).status, 404, `${method} ${path}`)
      }
      assert.deepEqual((await world.call('GET', PATH, { key: stranger })).json.data.webhooks, [])
    }
    assert.deepEqual(await call('DELETE', one), { id, deleted: true })
    await call('DELETE', one, undefined, 404)
  })

  test('its deliveries have pages whose places say nothing and are its own', async () => {
    await using world = await startTestWorld()
    const key = await world.addKey()
    const [one, other] = await Promise.all([1, 2].map(() => world.call('POST', PATH, { key, body: BODY })))
    const path = `${PATH}/${one?.json.data.id}`
    for (let made = 0; made < 3; made++) await world.call('POST', `${path}/test`, { key })
    const first = (await world.call('GET', `${path}/deliveries?limit=2`, { key })).json.data
    const rest = await world.call('GET', `${path}/deliveries?limit=2&cursor=${first.nextCursor}`, { key })
    const ids = [...first.deliveries, ...rest.json.data.deliveries].map(({ id }: { id: string }) => id)
    assert.deepEqual([new Set(ids).size, rest.json.data.nextCursor], [3, null])
    assert.ok(first.nextCursor.length > 30)
    for (const [webhook, cursor] of [
      [path, '2'],
      [`${PATH}/${other?.json.data.id}`, first.nextCursor],
    ]) {
      const { json } = await world.call('GET', `${webhook}/deliveries?cursor=${cursor}`, { key })
      assert.equal(json.error?.message, 'query.cursor: expected a cursor as answered')
    }
  })

  test('repeated with its Idempotency-Key a creation makes no second one and does not show the secret again', async () => {
    await using world = await startTestWorld()
    const key = await world.addKey()
    const request = { key, body: BODY, headers: { 'idempotency-key': 'once' } }
    const { id } = (await world.call('POST', PATH, request)).json.data
    const again = await world.call('POST', PATH, request)
    assert.equal(again.status, 409)
    assert.match(again.json.error.message, new RegExp(`already created ${id}`))
    assert.equal((await world.call('GET', PATH, { key })).json.data.webhooks.length, 1)
  })

  test('the Free plan has none', async () => {
    await using world = await startTestWorld()
    const { status, json } = await world.call('POST', PATH, { key: await world.addKey({ plan: 'free' }), body: BODY })
    assert.equal(status, 403)
    assert.deepEqual(json.error, {
      code: 'PLAN_REQUIRED',
      message: 'Webhooks needs the Pro or Enterprise plan; this account is on free.',
    })
  })

  test('an invalid request is refused with the member and the remedy', async () => {
    await using world = await startTestWorld()
    const key = await world.addKey()
    const cases: [object, RegExp][] = [
      [{ url: undefined }, /^body\.url: missing, expected an https URL/],
      [{ url: 'http://hooks.example/' }, /^body\.url: expected an https URL$/],
      [{ url: 'https://127.0.0.1/' }, /^body\.url: .*not public/],
      [{ url: 'https://[::ffff:169.254.169.254]/' }, /^body\.url: .*not public/],
      [{ url: `https://hooks.example/${'a'.repeat(2_048)}` }, /^body\.url: expected an https URL of at most 2048/],
      [{ events: undefined }, /^body\.events: missing, expected a list of one or more of entity\.risk_changed/],
      [{ events: [] }, /^body\.events: expected a list of one or more/],
      [{ events: ['approval.old'] }, /^body\.events\[0\]: expected one of/],
      [{ entities: ['nobody'] }, /^body\.entities\[0\]: /],
      [
        { entities: [`0x${'ab'.repeat(32)}`] },
        /^body\.entities\[0\]: expected an address or a URL; transaction hashes/,
      ],
      [{ entities: ['a'.repeat(8_193)] }, /^body\.entities\[0\]: expected an address or a URL of at most 8192/],
      [
        { entities: Array.from({ length: 300 }, (_, at) => `https://a.example/${at}/${'a'.repeat(900)}`) },
        /^body\.entities: expected at most 262144 bytes in all; list the rest in another webhook$/,
      ],
      [{ entities: [ADDRESS, ADDRESS.replace('d8dA', 'd8da')] }, /^body\.entities\[1\]: .*checksum .*copy it again/],
      [{ secret: '' }, /^body\.secret: expected 1 to 256 characters$/],
      [{ secret: 'a'.repeat(257) }, /^body\.secret: expected 1 to 256 characters$/],
    ]
    for (const [change, message] of cases) {
      const { json } = await world.call('POST', PATH, { key, body: { ...BODY, ...change } })
      assert.equal(json.error?.code, 'VALIDATION_ERROR', JSON.stringify(change))
      assert.match(json.error.message, message)
    }
  })
})

test('metrics tell how deliveries go: attempts by outcome, the lag of the oldest, and what is failing', async () => {
  await using world = await startTestWorld()
  const lines = async () =>
    (await world.call('GET', '/metrics')).text.split('\n').filter((line) => line.startsWith('redoubt_webhook_'))
  const attempts = (outcome: string, count: number) => `redoubt_webhook_attempts_total{outcome="${outcome}"} ${count}`
  const counted = [attempts('delivered', 3), attempts('refused', 2), attempts('unanswered', 1)]
  assert.deepEqual(await lines(), [...counted, 'redoubt_webhook_lag_seconds 0', 'redoubt_webhook_failing 0'])
  const key = await world.addKey()
  const { id } = (await world.call('POST', PATH, { key, body: BODY })).json.data
  await world.call('POST', `${PATH}/${id}/test`, { key })
  world.clock.now += 90_000
  assert.deepEqual(await lines(), [...counted, 'redoubt_webhook_lag_seconds 90', 'redoubt_webhook_failing 0'])
})
