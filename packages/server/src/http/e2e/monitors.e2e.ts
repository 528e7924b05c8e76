import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { loadConformance } from '../testing/testConformance.ts'
import { startTestWorld } from '../testing/testWorld.ts'

const PATH = '/v1/monitors'
const ADDRESS = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const DEFAULTS = {
  monitoring: {
    incomingTransactions: true,
    outgoingTransactions: true,
    tokenApprovals: true,
    nftTransfers: true,
    contractInteractions: true,
  },
  alerts: {
    largeTransfer: { enabled: true, threshold: 10_000 },
    newApproval: { enabled: true, notifyUnlimited: true },
    suspiciousActivity: { enabled: true, riskThreshold: 60 },
  },
}

describe('monitors', async () => {
  const assertConforms = await loadConformance()

  test('what is left out has its default; the address is told in EIP-55', async () => {
    await using world = await startTestWorld()
    const key = await world.addKey({ scopes: ['webhooks:write'], plan: 'pro' })
    const now = new Date(world.clock.now).toISOString()
    const body = { address: ADDRESS.toLowerCase(), color: 'red' }
    const made = await world.call('POST', PATH, { key, body, headers: { prefer: 'handling=lenient' } })
    assert.equal(made.status, 201, made.text)
    assertConforms('POST', PATH, 201, made.json)
    const { id, ...rest } = made.json.data
    const where = { address: ADDRESS, chain: 'ethereum' }
    assert.deepEqual(rest, { ...where, ...DEFAULTS, createdAt: now, updatedAt: now, watch: null })
    assert.deepEqual(made.json.meta.ignored, ['color'])
    const quiet = { newApproval: { enabled: false }, largeTransfer: { threshold: 0 } }
    const other = await world.call('POST', PATH, {
      key,
      body: { address: ADDRESS, chain: 'bsc', monitoring: { nftTransfers: false }, alerts: quiet },
    })
    const { data } = other.json
    assert.deepEqual([data.chain, data.monitoring], ['bsc', { ...DEFAULTS.monitoring, nftTransfers: false }])
    assert.deepEqual(data.alerts.newApproval, { enabled: false, notifyUnlimited: false })
    assert.deepEqual(data.alerts.largeTransfer, { enabled: true, threshold: 0 })
  })

  test('it is read, replaced and deleted by its account alone', async () => {
    await using world = await startTestWorld()
    const key = await world.addKey()
    const { id } = (await world.call('POST', PATH, { key, body: { address: ADDRESS } })).json.data
    const one = `${PATH}/${id}`
    const call = async (method: string, body?: object, status = 200) => {
      const answer = await world.call(method, one, { key, body })
      assert.equal(answer.status, status, answer.text)
      assertConforms(method, one, status, answer.json)
      return answer.json.data
    }
    world.clock.now += 1_000
    const replaced = await call('PUT', {
      address: ADDRESS,
      chain: 'polygon',
      alerts: { largeTransfer: { enabled: false } },
    })
    assert.deepEqual([replaced.id, replaced.chain, replaced.alerts.largeTransfer.enabled], [id, 'polygon', false])
    assert.deepEqual(await call('GET'), replaced)
    assert.ok(replaced.updatedAt > replaced.createdAt)
    for (const stranger of [
      await world.addKey({ accountId: 'account-2' }),
      await world.addKey({ environment: 'test' }),
    ]) {
      const body = { address: ADDRESS }
      assert.equal((await world.call('GET', one, { key: stranger })).status, 404)
      assert.equal((await world.call('PUT', one, { key: stranger, body })).status, 404)
      assert.equal((await world.call('DELETE', one, { key: stranger })).status, 404)
      assert.deepEqual((await world.call('GET', PATH, { key: stranger })).json.data.monitors, [])
    }
    assert.deepEqual(await call('DELETE'), { id, deleted: true })
    await call('DELETE', undefined, 404)
    await call('GET', undefined, 404)
  })

  test('the list has pages', async () => {
    await using world = await startTestWorld()
    const key = await world.addKey()
    const ids: string[] = []
    for (const chain of ['ethereum', 'bsc', 'polygon'])
      ids.unshift((await world.call('POST', PATH, { key, body: { address: ADDRESS, chain } })).json.data.id)
    const { json } = await world.call('GET', `${PATH}?limit=2`, { key })
    assertConforms('GET', PATH, 200, json)
    const rest = await world.call('GET', `${PATH}?limit=2&cursor=${json.data.nextCursor}`, { key })
    const shown = [...json.data.monitors, ...rest.json.data.monitors].map((monitor: { id: string }) => monitor.id)
    assert.deepEqual([shown, rest.json.data.nextCursor], [ids, null])
    assert.ok(json.data.nextCursor.length > 30, 'a place says nothing')
    for (const cursor of ['-1', '2']) {
      const refused = await world.call('GET', `${PATH}?cursor=${cursor}`, { key })
      assert.equal(refused.json.error?.message, 'query.cursor: expected a cursor as answered')
    }
    const stranger = await world.addKey({ accountId: 'account-2' })
    const stolen = await world.call('GET', `${PATH}?cursor=${json.data.nextCursor}`, { key: stranger })
    assert.equal(stolen.status, 400)
  })

  test('repeated with its Idempotency-Key a creation makes no second one', async () => {
    await using world = await startTestWorld()
    const key = await world.addKey()
    const request = { key, body: { address: ADDRESS }, headers: { 'idempotency-key': 'once' } }
    const first = await world.call('POST', PATH, request)
    const again = await world.call('POST', PATH, request)
    assert.deepEqual([again.status, again.json], [201, first.json])
    assert.equal((await world.call('GET', PATH, { key })).json.data.monitors.length, 1)
  })

  test('the Free plan has none', async () => {
    await using world = await startTestWorld()
    const key = await world.addKey({ plan: 'free' })
    for (const method of ['POST', 'GET']) {
      const { status, json } = await world.call(method, PATH, { key, ...(method === 'POST' && { body: {} }) })
      assert.equal(status, 403)
      const message = 'Monitors needs the Pro or Enterprise plan; this account is on free.'
      assert.deepEqual(json.error, { code: 'PLAN_REQUIRED', message })
    }
  })

  test('an invalid request is refused with the member and the remedy', async () => {
    await using world = await startTestWorld()
    const key = await world.addKey()
    const cases: [object, RegExp][] = [
      [{ address: undefined }, /^body\.address: missing, expected 0x followed by 40 hex digits/],
      [{ address: 'vitalik.eth' }, /^body\.address: expected 0x/],
      [{ address: `0x${'0'.repeat(40)}` }, /^body\.address: expected an address with a private key/],
      [{ address: ADDRESS.replace('d8dA', 'd8da') }, /^body\.address: .*checksum .*mistyped; copy it again/],
      [{ chain: 'solana' }, /^body\.chain: /],
      [{ monitoring: [] }, /^body\.monitoring: /],
      [{ monitoring: { nftTransfers: 'yes' } }, /^body\.monitoring\.nftTransfers: expected true or false/],
      [{ alerts: { largeTransfer: { threshold: '5' } } }, /^body\.alerts\.largeTransfer\.threshold: expected a number/],
      [{ alerts: { largeTransfer: { threshold: -1 } } }, /^body\.alerts\.largeTransfer\.threshold: expected a number/],
      [
        { alerts: { suspiciousActivity: { riskThreshold: 101 } } },
        /^body\.alerts\.suspiciousActivity\.riskThreshold: /,
      ],
    ]
    for (const [change, message] of cases) {
      const { json } = await world.call('POST', PATH, { key, body: { address: ADDRESS, ...change } })
      assert.equal(json.error?.code, 'VALIDATION_ERROR', JSON.stringify(change))
      assert.match(json.error.message, message)
    }
  })
})
