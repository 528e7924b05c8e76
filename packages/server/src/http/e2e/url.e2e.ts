import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { UrlScanInput } from '../../usecases/scans/url/scanUrl.ts'
import type { ScanContext } from '../ports.ts'
import { loadConformance } from '../testing/testConformance.ts'
import { URL_BODY, URL_RESULT, URL_SECTIONS } from '../testing/testUrl.ts'
import { startTestWorld } from '../testing/testWorld.ts'

const SCAN = '/v1/scan/url'
/** No source answered, and none knows anything. */
const NOTHING = {
  ...URL_RESULT,
  threats: [],
  details: { domainAge: null, sslStatus: null, redirectCount: null, finalUrl: null, ipAddress: null },
  warnings: [],
  host: { ...URL_RESULT.host, registrable: null, site: null, platform: 'pages.example' },
  reached: null,
  listed: [],
  popular: null,
  likenesses: [],
  lexical: null,
  redirects: [],
  certificate: null,
  cloaking: null,
  cached: null,
  content: null,
  whois: null,
  browser: null,
}

describe('POST /v1/scan/url', async () => {
  const assertConforms = await loadConformance()

  test('the whole result arrives, members of evidence included, in the envelope', async () => {
    await using world = await startTestWorld()
    const { json, status } = await world.call('POST', SCAN, { key: await world.addKey(), body: URL_BODY })
    assert.equal(status, 200)
    assert.deepEqual(json.data, URL_RESULT)
    assert.deepEqual(Object.keys(json), ['success', 'data', 'meta'])
    assertConforms('POST', SCAN, 200, json)
  })

  test('the sections, and what is nothing, conform too', async () => {
    for (const result of [{ ...URL_RESULT, ...URL_SECTIONS }, NOTHING]) {
      await using world = await startTestWorld({ url: async () => result })
      const { json } = await world.call('POST', SCAN, { key: await world.addKey(), body: URL_BODY })
      assert.deepEqual(json.data, result)
      assertConforms('POST', SCAN, 200, json)
    }
  })

  test('the scan is told who asks and what; unknown members are named where the caller prefers that', async () => {
    const asked: [UrlScanInput, ScanContext][] = []
    await using world = await startTestWorld({
      url: async (input, context) => {
        asked.push([input, context])
        return URL_RESULT
      },
    })
    const key = await world.addKey({ environment: 'test', accountId: 'account-7' })
    const options = { includeContent: true, includeWhois: true, browse: true, fresh: true, deadlineMs: 500, depth: 2 }
    const body = { ...URL_BODY, chain: 'polygon', options, note: 'x' }
    const headers = { 'x-request-id': 'r:1', prefer: 'handling=lenient' }
    const { json } = await world.call('POST', SCAN, { key, body, headers })
    assert.deepEqual(json.meta.ignored, ['options.depth', 'note'])
    const [input, { signal, onFact, ...context }] = asked[0] ?? assert.fail('not scanned')
    assert.deepEqual(context, { environment: 'test', accountId: 'account-7', requestId: 'r:1' })
    assert.deepEqual([signal.aborted, typeof onFact], [false, 'function'])
    const { depth: _, ...taken } = options
    assert.deepEqual(input, { url: URL_BODY.url, chain: 'polygon', ...taken })
  })

  test('an invalid request is refused with the member and the remedy', async () => {
    await using world = await startTestWorld()
    const key = await world.addKey()
    const cases: [object, RegExp][] = [
      [{ url: undefined }, /^body\.url: missing, expected an http or https URL of at most 2048 characters$/],
      [{ url: null }, /^body\.url: expected an http or https URL/],
      [{ url: 1 }, /^body\.url: expected an http or https URL/],
      [{ url: '' }, /^body\.url: expected an http or https URL/],
      [{ url: 'app.example' }, /^body\.url: expected an http or https URL/],
      [{ url: 'ftp://app.example' }, /^body\.url: expected an http or https URL/],
      [{ url: 'javascript:alert(1)' }, /^body\.url: expected an http or https URL/],
      [{ url: 'https://' }, /^body\.url: expected an http or https URL/],
      [{ url: 'https://a b.example/' }, /^body\.url: expected an http or https URL$/],
      [{ url: 'https://[::1' }, /^body\.url: expected an http or https URL$/],
      [{ url: `https://app.example/${'a'.repeat(2_048)}` }, /^body\.url: expected an http or https URL of at most/],
      [{ chain: 'solana' }, /^body\.chain: expected one of ethereum, bsc, polygon(, \w+)*$/],
      [{ options: { includeContent: 1 } }, /^body\.options\.includeContent: expected true or false$/],
      [{ options: { browse: 'yes' } }, /^body\.options\.browse: expected true or false$/],
      [{ options: { deadlineMs: 199 } }, /^body\.options\.deadlineMs: expected an integer from 200 to 30000$/],
    ]
    for (const [change, message] of cases) {
      const { json } = await world.call('POST', SCAN, { key, body: { ...URL_BODY, ...change } })
      assert.equal(json.error?.code, 'VALIDATION_ERROR', JSON.stringify(change))
      assert.match(json.error.message, message)
    }
  })

  test('it needs scan:read, and POST', async () => {
    await using world = await startTestWorld()
    const key = await world.addKey({ scopes: ['risk:read'] })
    assert.equal((await world.call('POST', SCAN, { key, body: URL_BODY })).json.error.code, 'INSUFFICIENT_SCOPE')
    assert.equal((await world.call('GET', SCAN, { key })).json.error.code, 'METHOD_NOT_ALLOWED')
    assert.equal((await world.call('POST', SCAN, { body: URL_BODY })).json.error.code, 'INVALID_API_KEY')
  })

  test('it is kept as a URL scan that can be sent again, without what stands before @ and behind #', async () => {
    await using world = await startTestWorld()
    const key = await world.addKey()
    const body = { url: 'https://me:secret@App.Evil.example/claim?ref=1#secret', options: { fresh: true, depth: 2 } }
    const headers = { 'x-request-id': 'kept', prefer: 'handling=lenient' }
    const { json: answer } = await world.call('POST', SCAN, { key, body, headers })
    const { json, text } = await world.call('GET', '/v1/scans/kept', { key })
    assertConforms('GET', '/v1/scans/kept', 200, json)
    const { kind, subject, input, result } = json.data
    assert.deepEqual([kind, subject], ['url', URL_RESULT.requestedUrl])
    assert.deepEqual(result, answer.data)
    assert.deepEqual(input, { url: 'https://app.evil.example/claim?ref=1', options: { fresh: true } })
    assert.equal(text.includes('secret'), false)
    assert.equal((await world.call('POST', SCAN, { key, body: input })).status, 200)
  })
})
