import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { loadConformance } from '../testing/testConformance.ts'
import { RESULT, startTestWorld, type TestWorld, TRANSACTION } from '../testing/testWorld.ts'

const SCAN = '/v1/scan/transaction'

async function scanAs(world: TestWorld, key: string, id: string, body: object = {}, prefer = '') {
  return world.call('POST', SCAN, { key, body: { ...TRANSACTION, ...body }, headers: { 'x-request-id': id, prefer } })
}

describe('scan records', async () => {
  const assertConforms = await loadConformance()

  test('a scan is kept as it was asked and answered, without the key', async () => {
    await using world = await startTestWorld()
    const { key, token } = await world.storage.addKey()
    const more = { nonce: '0x10', data: '0xABcd', options: { explain: false }, chainId: 1 }
    const unknown = { api_key: token, options: { explain: false, speed: 9 } }
    const { json: answer } = await scanAs(world, token, 'scan-1', { ...more, ...unknown }, 'handling=lenient')
    const { json } = await world.call('GET', '/v1/scans/scan-1', { key: token })
    assertConforms('GET', '/v1/scans/scan-1', 200, json)
    assert.deepEqual(json.data.result, answer.data)
    assert.deepEqual(json.data.input, { ...TRANSACTION, ...more }, 'it can be sent again')
    assert.equal((await scanAs(world, token, 'scan-2', json.data.input)).status, 200)
    assert.equal(json.data.intelAsOf, answer.data.intelAsOf)
    assert.equal(json.data.subject, TRANSACTION.to)
    assert.equal(json.data.keyId, key.id)
    const { accountId, environment } = key
    const kept = await world.storage.store.scanRecords.list({ accountId, environment, limit: 9, cursor: null })
    assert.equal(kept.records.length, 2)
    assert.ok(!JSON.stringify(kept.records).includes(token))
  })

  test('a repeated request id hides no earlier scan: the later one is kept under meta.scanId', async () => {
    await using world = await startTestWorld()
    const key = await world.addKey()
    const first = await scanAs(world, key, 'same', { value: '1' })
    const second = await scanAs(world, key, 'same', { value: '2' })
    assert.equal(first.json.meta.scanId, undefined)
    assert.equal(second.json.meta.requestId, 'same')
    assert.equal(second.headers.get('x-request-id'), 'same')
    assertConforms('POST', SCAN, 200, second.json)
    const { scanId } = second.json.meta
    for (const [id, value] of Object.entries({ same: '1', [scanId]: '2' })) {
      const { json } = await world.call('GET', `/v1/scans/${id}`, { key })
      assert.deepEqual([json.data.requestId, json.data.input.value], [id, value])
    }
    const { json } = await world.call('GET', '/v1/scans', { key })
    assert.deepEqual(
      json.data.scans.map(({ requestId }: { requestId: string }) => requestId),
      [scanId, 'same'],
    )
  })

  test('tell what they have learned to who asked before they began', async () => {
    const finish = Promise.withResolvers<void>()
    await using world = await startTestWorld({
      scan: async (_input, { onFact }) => {
        onFact?.('block', 'asked')
        onFact?.('block', 'known')
        onFact?.('simulation', 'asked')
        await finish.promise
        return RESULT
      },
    })
    const key = await world.addKey()
    const ask = async (query = '', by = key) => {
      const { json } = await world.call('GET', `/v1/scans/scan-1/progress${query}`, { key: by })
      assertConforms('GET', '/v1/scans/scan-1/progress', 200, json)
      return json.data
    }
    assert.deepEqual(await ask(), { status: 'waiting', facts: [] })
    const scan = scanAs(world, key, 'scan-1')
    const facts = [
      { name: 'block', state: 'known' },
      { name: 'simulation', state: 'asked' },
    ]
    for (let seen = await ask(); seen.status === 'waiting'; seen = await ask());
    assert.deepEqual(await ask(), { status: 'running', facts })
    assert.deepEqual(await ask('', await world.addKey({ accountId: 'account-2' })), { status: 'waiting', facts: [] })
    finish.resolve()
    assert.equal((await scan).status, 200)
    assert.deepEqual(await ask('?waitMs=5000'), { status: 'done', facts })
  })

  test('of a creation the subject is the sender', async () => {
    await using world = await startTestWorld()
    const key = await world.addKey()
    await scanAs(world, key, 'scan-1', { to: null })
    const { json } = await world.call('GET', '/v1/scans/scan-1', { key })
    assert.equal(json.data.subject, TRANSACTION.from)
  })

  test('are private to the account and the environment', async () => {
    await using world = await startTestWorld()
    await scanAs(world, await world.addKey(), 'scan-1')
    for (const stranger of [{ accountId: 'account-2' }, { environment: 'test' as const }]) {
      const key = await world.addKey(stranger)
      assert.equal((await world.call('GET', '/v1/scans/scan-1', { key })).json.error.code, 'NOT_FOUND')
      assert.deepEqual((await world.call('GET', '/v1/scans', { key })).json.data.scans, [])
    }
  })

  test('pages cover every scan once, newest first', async () => {
    await using world = await startTestWorld()
    const key = await world.addKey()
    for (let scan = 0; scan < 7; scan++) await scanAs(world, key, `scan-${scan}`)
    const seen: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const path: string = `/v1/scans?limit=3${cursor && `&cursor=${encodeURIComponent(cursor)}`}`
      const { json } = await world.call('GET', path, { key })
      assertConforms('GET', '/v1/scans', 200, json)
      seen.push(...json.data.scans.map(({ requestId }: { requestId: string }) => requestId))
      cursor = json.data.nextCursor
    }
    assert.deepEqual(seen, ['scan-6', 'scan-5', 'scan-4', 'scan-3', 'scan-2', 'scan-1', 'scan-0'])
  })

  test('CSV by Accept: next page in Link, formulas defused', async () => {
    await using world = await startTestWorld()
    const { key: keyRow, token: key } = await world.storage.addKey()
    await scanAs(world, key, 'older')
    await scanAs(world, key, '-1.2')
    const answer = await world.call('GET', '/v1/scans?limit=1', { key, headers: { accept: 'text/csv' } })
    assert.equal(answer.headers.get('content-type'), 'text/csv; charset=utf-8')
    const { json } = await world.call('GET', '/v1/scans?limit=1', { key })
    assert.equal(answer.headers.get('link'), `</v1/scans?limit=1&cursor=${json.data.nextCursor}>; rel="next"`)
    const [header, row, end] = answer.text.split('\r\n')
    assert.equal(header, 'requestId,kind,chain,subject,riskScore,riskLevel,rulesetVersion,keyId,createdAt')
    assert.equal(row, `'-1.2,transaction,ethereum,${TRANSACTION.to},72,high,1,${keyRow.id},2026-11-21T12:00:00.000Z`)
    assert.equal(end, '')
  })

  test('queries are coerced, and refused when they cannot be', async () => {
    await using world = await startTestWorld()
    const key = await world.addKey()
    for (const query of ['limit=0', 'limit=101', 'limit=1.5', 'limit=', 'limit=1&limit=2', 'limit=ten']) {
      const answer = await world.call('GET', `/v1/scans?${query}`, { key })
      assert.equal(answer.json.error?.message, 'query.limit: expected an integer from 1 to 100', query)
    }
    for (const query of ['cursor=', 'cursor=%00', 'cursor=made-up']) {
      const answer = await world.call('GET', `/v1/scans?${query}`, { key })
      assert.equal(answer.json.error?.message, 'query.cursor: expected a cursor as answered', query)
    }
    const answer = await world.call('GET', '/v1/scans?limit=5&order=up', { key })
    assert.equal(answer.json.error.message, 'query.order: unknown member; known here: limit, cursor')
  })

  test('a record that cannot be written is logged and counted; the answer is not lost', async () => {
    await using world = await startTestWorld()
    const key = await world.addKey()
    world.storage.scanRecords.add = () => Promise.reject(new Error('disk full'))
    assert.deepEqual((await scanAs(world, key, 'scan-1')).json.data, RESULT)
    world.storage.scanRecords.add = () => new Promise(() => undefined)
    assert.deepEqual((await scanAs(world, key, 'scan-2')).json.data, RESULT)
    const { text: metrics } = await world.call('GET', '/metrics')
    const log = world.log.join('')
    assert.match(log, /scan record lost/)
    assert.match(log, /slow request/, 'the second took its full second')
    assert.match(log, /disk full/)
    assert.match(log, /did not answer in time/)
    assert.match(metrics, /redoubt_scan_records_lost_total 2/)
  })
})
