import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { loadConformance } from '../testing/testConformance.ts'
import { startTestWorld, TRANSACTION } from '../testing/testWorld.ts'

const assertConforms = await loadConformance()
const PATHS = ['/v1/intel/sources', '/v1/intel/entries?value=a.example', '/v1/intel/audit']

describe('intelligence is for operator accounts', () => {
  for (const path of PATHS) {
    test(path, async () => {
      await using world = await startTestWorld()
      const status = async (key: { operator: boolean; scopes: ('admin' | 'scan:read')[] }) => {
        const { status, json } = await world.call('GET', path, { key: await world.addKey(key) })
        assertConforms('GET', path, status, json)
        return [status, json.error?.code]
      }
      assert.deepEqual(await status({ operator: true, scopes: ['admin'] }), [200, undefined])
      assert.deepEqual(await status({ operator: true, scopes: ['scan:read'] }), [403, 'INSUFFICIENT_SCOPE'])
      assert.deepEqual(await status({ operator: false, scopes: ['admin'] }), [403, 'INSUFFICIENT_SCOPE'])
      assert.equal((await world.call('GET', path)).json.error.code, 'INVALID_API_KEY')
    })
  }

  test('an administrator of another account is told what it takes', async () => {
    await using world = await startTestWorld()
    const { json } = await world.call('GET', '/v1/intel/sources', { key: await world.addKey() })
    assert.equal(json.error.message, 'This API key lacks the scope admin of an operator account; use a key of one.')
  })

  test('a refused caller is counted, and learns nothing about the subject', async () => {
    await using world = await startTestWorld()
    const key = await world.addKey({ plan: 'free' })
    const answer = await world.call('GET', '/v1/intel/entries?value=nothing', { key })
    assert.equal(answer.status, 403)
    assert.equal(answer.headers.get('x-ratelimit-remaining'), '59')
  })
})

describe('GET /v1/intel/sources', () => {
  test('says where each list comes from and how fresh it is', async () => {
    await using world = await startTestWorld()
    const { json } = await world.call('GET', '/v1/intel/sources', { key: await world.addKey({ operator: true }) })
    const { sources, pack, sanctions } = json.data
    assert.deepEqual(sources[0], {
      id: 'fresh',
      title: 'A fresh list',
      location: 'https://lists.example/…',
      format: 'lines',
      label: 'phishing',
      confidence: 'medium',
      licence: null,
      enabled: true,
      entryCount: 336_000,
      refreshedAt: '2026-11-21T11:00:00.000Z',
      changedAt: '2026-11-21T10:00:00.000Z',
      nextAttemptAt: '2026-11-21T13:00:00.000Z',
      failures: 0,
      lastError: null,
      ageSeconds: 3600,
      stale: false,
    })
    const { refreshedAt, changedAt, ageSeconds, stale, lastError } = sources[1]
    assert.deepEqual([refreshedAt, changedAt, ageSeconds, stale, lastError], [null, null, null, true, 'no such file'])
    assert.deepEqual(pack, { date: '2026-11-01', counts: { contracts: 3400, tokens: 13_000 } })
    assert.deepEqual(sanctions, { state: 'unknown', reason: 'never (never loaded)' })
  })
})

describe('GET /v1/intel/entries', () => {
  test('says what every list and operator says, and since when', async () => {
    await using world = await startTestWorld()
    const key = await world.addKey({ operator: true })
    const { json } = await world.call('GET', '/v1/intel/entries?value=a.example', { key })
    assert.deepEqual(json.data.entries, [
      {
        kind: 'host',
        value: 'a.example',
        chain: null,
        label: 'phishing',
        name: null,
        source: 'fresh',
        confidence: 'medium',
        licence: null,
        enabled: true,
        firstSeen: '2026-11-21T07:00:00.000Z',
        lastSeen: '2026-11-21T11:00:00.000Z',
        removedAt: null,
      },
    ])
    const [override] = json.data.overrides
    assert.deepEqual(
      [override.verdict, override.note, override.createdAt],
      ['deny', 'ours', '2026-11-21T11:00:00.000Z'],
    )
  })

  test('an invalid address, host or URL is named by its member', async () => {
    await using world = await startTestWorld()
    const key = await world.addKey({ operator: true })
    for (const query of ['', '?value=', '?value=nothing', '?value=a%00b', `?value=${'a'.repeat(2049)}`]) {
      const { status, json } = await world.call('GET', `/v1/intel/entries${query}`, { key })
      assert.equal(status, 400, query)
      assert.equal(json.error.code, 'VALIDATION_ERROR')
      assert.match(json.error.message, /^query\.value: .*expected an address, a host or a URL/)
    }
  })
})

describe('GET /v1/intel/entries of one network', () => {
  test('a network belongs to addresses, and must be one that there is', async () => {
    await using world = await startTestWorld()
    const key = await world.addKey({ operator: true })
    for (const [query, problem] of [
      ['value=a.example&chain=bsc', /^query\.chain: expected with an address only, not with a host/],
      ['value=a.example&chain=solana', /^query\.chain: .*ethereum, bsc, polygon/],
    ] as const) {
      const { status, json } = await world.call('GET', `/v1/intel/entries?${query}`, { key })
      assertConforms('GET', '/v1/intel/entries', status, json)
      assert.deepEqual([status, json.error.code], [400, 'VALIDATION_ERROR'])
      assert.match(json.error.message, problem)
    }
  })
})

describe('GET /v1/intel/audit', () => {
  test('pages are newest first, complete and disjoint', async () => {
    await using world = await startTestWorld()
    const key = await world.addKey({ operator: true })
    for (const limit of [1, 7, 29, 30, 31]) {
      const all: number[] = []
      let cursor: string | null = null
      do {
        const query: string = cursor === null ? '' : `&cursor=${cursor}`
        const { json } = await world.call('GET', `/v1/intel/audit?limit=${limit}${query}`, { key })
        all.push(...json.data.records.map(({ seq }: { seq: number }) => seq))
        cursor = json.data.nextCursor
      } while (cursor !== null)
      assert.deepEqual(
        all,
        Array.from({ length: 30 }, (_, index) => 30 - index),
      )
    }
    const { json } = await world.call('GET', '/v1/intel/audit', { key })
    assert.equal(json.data.records.length, 25)
    assert.equal(json.data.records[0].at, '2026-01-01T00:00:00.029Z')
  })

  test('a cursor or a limit that was not answered is refused', async () => {
    await using world = await startTestWorld()
    const key = await world.addKey({ operator: true })
    for (const query of ['cursor=x', 'cursor=-1', `cursor=${'9'.repeat(16)}`, 'limit=0', 'limit=101']) {
      assert.equal((await world.call('GET', `/v1/intel/audit?${query}`, { key })).status, 400, query)
    }
  })
})

describe('metrics of lists', () => {
  const intelLines = (text: string) => text.split('\n').filter((line) => line.startsWith('redoubt_intel_'))

  test('are read when they are scraped; a list that never was loaded has no age', async () => {
    await using world = await startTestWorld()
    assert.deepEqual(intelLines((await world.call('GET', '/metrics')).text), [
      'redoubt_intel_entries{source="fresh"} 336000',
      'redoubt_intel_entries{source="never"} 0',
      'redoubt_intel_age_seconds{source="fresh"} 3600',
      'redoubt_intel_refresh_failures{source="fresh"} 0',
      'redoubt_intel_refresh_failures{source="never"} 3',
      'redoubt_intel_sanctions_known 0',
    ])
  })

  test('of a list that is gone are gone; each scrape reads once', async () => {
    let reads = 0
    let ids = ['a', 'b']
    await using world = await startTestWorld()
    const { overview } = world.ports.intel
    world.ports.intel.overview = async () => {
      reads++
      const { sources, ...rest } = await overview()
      return { ...rest, sources: sources.map((source, index) => ({ ...source, id: ids[index] ?? 'c' })) }
    }
    assert.equal(intelLines((await world.call('GET', '/metrics')).text).length, 6)
    assert.equal(reads, 1)
    ids = ['d', 'b']
    const { text } = await world.call('GET', '/metrics')
    assert.ok(!text.includes('source="a"') && text.includes('source="d"'))
    assert.equal(reads, 2)
  })

  test('that cannot be read take nothing else with them', async () => {
    await using world = await startTestWorld()
    world.ports.intel.overview = async () => {
      throw new Error('database gone')
    }
    const key = await world.addKey()
    assert.equal((await world.call('POST', '/v1/scan/transaction', { key, body: TRANSACTION })).status, 200)
    const { status, text } = await world.call('GET', '/metrics')
    assert.equal(status, 200)
    assert.match(text, /redoubt_http_requests_total/)
    assert.deepEqual(intelLines(text), ['redoubt_intel_sanctions_known 0'])
    assert.match(world.log.join(''), /lists cannot be measured/)
  })
})
