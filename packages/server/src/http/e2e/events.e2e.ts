import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, test } from 'node:test'
import { loadConformance } from '../testing/testConformance.ts'
import { startTestWorld, type TestWorld } from '../testing/testWorld.ts'

const PATH = '/v1/events'
const WEBHOOK = { url: 'https://hooks.example/a', events: ['approval.new'] }
const ADDRESS = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'

const APPROVAL = {
  wallet: ADDRESS,
  token: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  tokenSymbol: 'USDC',
  spender: '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D',
  spenderLabel: null,
  amount: 'unlimited',
  riskLevel: 'medium',
  standard: 'erc20',
  tokenId: null,
  chain: 'ethereum',
  transactionHash: `0x${'12'.repeat(32)}`,
  blockNumber: '21000000',
  blockTimestamp: '2026-11-21T11:59:48.000Z',
  logIndex: 7,
  initiator: ADDRESS,
  claimed: false,
  leftOut: 0,
  unknown: ['spenderLabel'],
}

const tell = (world: TestWorld, count: number, more: object = {}) =>
  world.storage.tell({
    accountId: 'account-1',
    environment: 'live',
    type: 'approval.new',
    entity: ADDRESS,
    identity: null,
    data: `{"count":${count}}`,
    at: world.clock.now + count,
    ...more,
  })
const countsOf = (json: { data: { events: { data: { count: number } }[] } }) =>
  json.data.events.map(({ data }) => data.count)

describe('events', async () => {
  const assertConforms = await loadConformance()

  test('one is shown with its entity and the webhooks that it goes to', async () => {
    await using world = await startTestWorld()
    const key = await world.addKey({ scopes: ['webhooks:write'], plan: 'pro' })
    const webhook = (await world.call('POST', '/v1/webhooks', { key, body: WEBHOOK })).json.data
    await tell(world, 1, { data: JSON.stringify(APPROVAL) })
    const { status, json } = await world.call('GET', PATH, { key })
    assert.equal(status, 200)
    assertConforms('GET', PATH, 200, json)
    const [event] = json.data.events
    assert.deepEqual(json.data, { events: [event], nextCursor: null, hasMore: false })
    const { id, cursor, deliveries, ...rest } = event
    assert.deepEqual(rest, {
      type: 'approval.new',
      timestamp: new Date(world.clock.now + 1).toISOString(),
      data: APPROVAL,
      entity: ADDRESS,
    })
    assert.deepEqual(deliveries, [{ id: deliveries[0].id, webhookId: webhook.id, status: 'pending' }])
    const one = await world.call('GET', `${PATH}/${id}`, { key })
    assertConforms('GET', `${PATH}/${id}`, 200, one.json)
    assert.deepEqual({ ...one.json.data, cursor }, event)
    assert.equal((await world.call('GET', `${PATH}/evt_none`, { key })).status, 404)
  })

  test('pages are complete and disjoint in either order, also while events arrive', async () => {
    await using world = await startTestWorld()
    const key = await world.addKey()
    for (let count = 0; count < 5; count++) await tell(world, count)
    const expected = { newest: [4, 3, 2, 1, 0], oldest: [0, 1, 2, 3, 4, 9, 9] }
    for (const order of ['newest', 'oldest'] as const) {
      const seen: number[] = []
      let cursor = ''
      for (let more = true; more; ) {
        const { json } = await world.call('GET', `${PATH}?order=${order}&limit=2${cursor}`, { key })
        seen.push(...countsOf(json))
        cursor = `&cursor=${json.data.nextCursor}`
        more = json.data.hasMore
        if (seen.length === 2) await tell(world, 9, { type: 'approval.revoked' })
      }
      assert.deepEqual(seen, expected[order])
    }
  })

  test('who goes on from the end of the oldest first hears of what comes', async () => {
    await using world = await startTestWorld()
    const key = await world.addKey()
    await tell(world, 1)
    const first = await world.call('GET', `${PATH}?order=oldest`, { key })
    const ask = async (cursor: string) =>
      (await world.call('GET', `${PATH}?order=oldest&cursor=${cursor}`, { key })).json
    const none = await ask(first.json.data.nextCursor)
    assert.deepEqual(countsOf(none), [])
    await tell(world, 2)
    assert.deepEqual(countsOf(await ask(none.data.nextCursor)), [2])
  })

  test('types, entity and time choose', async () => {
    await using world = await startTestWorld()
    const key = await world.addKey()
    await tell(world, 1)
    await tell(world, 2, { type: 'entity.risk_changed', entity: 'https://a.example/' })
    await tell(world, 3, { type: 'approval.revoked' })
    const at = (count: number) => new Date(world.clock.now + count).toISOString()
    const cases: [string, number[]][] = [
      ['type=approval.new', [1]],
      ['type=approval.new,approval.revoked', [3, 1]],
      [`entity=${ADDRESS.toLowerCase()}`, [3, 1]],
      ['entity=a.example', [2]],
      [`since=${at(2)}`, [3, 2]],
      [`until=${at(2)}`, [1]],
      [`since=${at(1)}&until=${at(3)}&type=entity.risk_changed`, [2]],
    ]
    for (const [query, counts] of cases)
      assert.deepEqual(countsOf((await world.call('GET', `${PATH}?${query}`, { key })).json), counts, query)
  })

  test('are their account’s and environment’s alone, cursors too', async () => {
    await using world = await startTestWorld()
    await tell(world, 1)
    const own = (await world.call('GET', PATH, { key: await world.addKey() })).json.data.events[0]
    for (const key of [await world.addKey({ accountId: 'account-2' }), await world.addKey({ environment: 'test' })]) {
      assert.deepEqual((await world.call('GET', PATH, { key })).json.data.events, [])
      assert.equal((await world.call('GET', `${PATH}/${own.id}`, { key })).status, 404)
      const stolen = await world.call('GET', `${PATH}?cursor=${own.cursor}`, { key })
      assert.match(stolen.json.error.message, /^query\.cursor: expected a cursor as answered/)
      const stream = await world.call('GET', `${PATH}/stream?lastEventId=${own.cursor}`, { key })
      assert.equal(stream.status, 400)
    }
  })

  test('the Free plan has none', async () => {
    await using world = await startTestWorld()
    const key = await world.addKey({ plan: 'free' })
    for (const path of [PATH, `${PATH}/evt_1`, `${PATH}/stream`])
      assert.equal((await world.call('GET', path, { key })).json.error.code, 'PLAN_REQUIRED')
  })

  test('an invalid request is refused with the member and the remedy', async () => {
    await using world = await startTestWorld()
    const key = await world.addKey()
    const cases: [string, RegExp][] = [
      ['order=up', /^query\.order: expected one of newest, oldest/],
      ['type=approval.old', /^query\.type: expected one or more of entity\.risk_changed, /],
      ['type=approval.new&type=approval.revoked', /^query\.type: expected one or more of .* separated by commas/],
      ['entity=nobody', /^query\.entity: expected an address/],
      [`entity=${'a'.repeat(9_000)}`, /^query\.entity: expected an address or a URL of 1 to 8192 characters$/],
      ['since=yesterday', /^query\.since: expected an ISO 8601 time/],
      ['until=2026-02-30T00:00:00Z', /^query\.until: expected an ISO 8601 time/],
      ['limit=101', /^query\.limit: expected an integer from 1 to 100/],
      ['cursor=1', /^query\.cursor: expected a cursor as answered/],
    ]
    for (const [query, message] of cases) {
      const { json } = await world.call('GET', `${PATH}?${query}`, { key })
      assert.equal(json.error?.code, 'VALIDATION_ERROR', query)
      assert.match(json.error.message, message)
    }
  })

  test('no query makes a defect', async () => {
    await using world = await startTestWorld()
    const key = await world.addKey()
    await tell(world, 1)
    const names = ['order', 'type', 'entity', 'since', 'until', 'limit', 'cursor', 'lastEventId', 'a[b]', '__proto__']
    const texts = ['', '%00', '-1', '1e9', '9'.repeat(40), '%F0%9F%92%A9', 'null', "'or 1=1--", '0x', '..%2f', '%ff']
    for (let round = 0; round < 400; round++) {
      const pick = <Value>(all: readonly Value[]) => all[randomBytes(1).readUInt8() % all.length] as Value
      const value = () => (round % 3 === 0 ? randomBytes(9).toString('base64url') : pick(texts))
      const query = Array.from({ length: 1 + (round % 4) }, () => `${pick(names)}=${value()}`).join('&')
      // A stream that opened would not end: each of these has a place that is none.
      const path = round % 5 === 0 ? `${PATH}/stream?lastEventId=!&${query}` : `${PATH}?${query}`
      // Another account each: the edge under test is not the rate limit.
      const { status, text } = await world.call('GET', path, { key: round % 300 === 299 ? await world.addKey() : key })
      assert.ok(status === 200 || status === 400, `${path}: ${status} ${text}`)
    }
  })
})

describe('replays', async () => {
  const assertConforms = await loadConformance()

  test('what happened in a range is sent to one webhook', async () => {
    await using world = await startTestWorld()
    const key = await world.addKey({ scopes: ['webhooks:write'], plan: 'pro' })
    for (let count = 0; count < 4; count++) await tell(world, count * 1_000)
    const { id } = (await world.call('POST', '/v1/webhooks', { key, body: WEBHOOK })).json.data
    const path = `/v1/webhooks/${id}/replay`
    const at = (count: number) => new Date(world.clock.now + count * 1_000).toISOString()
    const replay = (body: object, more: object = {}) => world.call('POST', path, { key, body, ...more })
    const request = { headers: { 'idempotency-key': 'once' } }
    const first = await replay({ since: at(1), until: at(3) }, request)
    assert.equal(first.status, 201)
    assertConforms('POST', path, 201, first.json)
    assert.deepEqual(first.json.data, { webhookId: id, enqueued: 2 })
    assert.deepEqual((await replay({ since: at(1), until: at(3) }, request)).json.data, first.json.data)
    assert.equal((await replay({ since: at(1), until: at(3) })).json.data.enqueued, 0)
    assert.equal((await replay({ since: at(0), until: at(9), types: ['approval.revoked'] })).json.data.enqueued, 0)
    const { deliveries } = (await world.call('GET', `/v1/webhooks/${id}/deliveries`, { key })).json.data
    const { events } = (await world.call('GET', `${PATH}?since=${at(1)}&until=${at(3)}`, { key })).json.data
    const ids = (all: { eventId?: string; id: string }[]) => all.map(({ eventId, id: own }) => eventId ?? own).sort()
    assert.deepEqual(ids(deliveries), ids(events))
    const stranger = await world.addKey({ accountId: 'account-2' })
    assert.equal((await replay({ since: at(0), until: at(1) }, { key: stranger })).status, 404)
  })

  test('too much, and an invalid request, is refused with the remedy', async () => {
    await using world = await startTestWorld()
    const key = await world.addKey()
    for (let count = 0; count < 1_001; count++) await tell(world, count)
    const { id } = (await world.call('POST', '/v1/webhooks', { key, body: WEBHOOK })).json.data
    const at = (count: number) => new Date(world.clock.now + count).toISOString()
    const cases: [object, RegExp][] = [
      [
        { since: at(0), until: at(2_000) },
        new RegExp(`^body\\.until: more than 1000 events; send those until ${at(1_000)} first`),
      ],
      [{}, /^body\.since: missing, expected an ISO 8601 time/],
      [{ since: 5 }, /^body\.since: expected an ISO 8601 time/],
      [{ since: '2026-02-30T00:00:00Z' }, /^body\.since: expected an ISO 8601 time/],
      [{ since: at(5), until: at(5) }, /^body\.since: expected a time before body\.until/],
      [{ since: at(0), types: [] }, /^body\.types: expected a list of one or more/],
      [{ since: at(0), types: ['x'] }, /^body\.types\[0\]: expected one of/],
    ]
    for (const [body, message] of cases) {
      const { json } = await world.call('POST', `/v1/webhooks/${id}/replay`, { key, body })
      assert.equal(json.error?.code, 'VALIDATION_ERROR', JSON.stringify(body))
      assert.match(json.error.message, message)
    }
    const range = { since: at(0), until: at(1_000) }
    const { json } = await world.call('POST', `/v1/webhooks/${id}/replay`, { key, body: range })
    assert.equal(json.data.enqueued, 1_000)
  })
})
