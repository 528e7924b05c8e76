import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { type Certificate, certify } from '@redoubt/egress/testing/selfSigned.ts'
import { allSites } from '../../sandbox/sites/allSites.ts'
import { sandboxWorld } from '../../sandbox/world.ts'
import { quietApp } from '../../testing/quietApp.ts'
import type { UrlScanResult } from '../../usecases/scans/url/scanUrl.ts'

type Service = Awaited<ReturnType<typeof quietApp>>
const LONG = { deadlineMs: 30_000 }

type Answer<Data> = { data: Data; meta: { requestId: string }; error: { code: string; message: string } }
type KeptScan = { kind: string; subject: string; result: UrlScanResult }

async function call<Data = UrlScanResult>(service: Service, method: string, path: string, body?: object) {
  const response = await fetch(service.url + path, {
    method,
    headers: { authorization: `Bearer ${service.tokens[0]}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: response.status, json: (await response.json()) as Answer<Data> }
}
async function scan(service: Service, url: string, options: object = {}): Promise<UrlScanResult> {
  const { status, json } = await call(service, 'POST', '/v1/scan/url', { url, options: { ...LONG, ...options } })
  assert.equal(status, 200, JSON.stringify(json))
  return json.data
}
/** Worse than caution. */
function accused({ recommendation }: UrlScanResult): boolean {
  return !['PROCEED', 'CAUTION'].includes(recommendation)
}
const idsOf = ({ warnings }: UrlScanResult) => warnings.map(({ id }) => id)

// The whole way: HTTP, key, schema, the sandbox's sites on loopback, detectors, score, answer.
describe('POST /v1/scan/url with a key of the sandbox', { timeout: 600_000 }, () => {
  let service: Service
  const sites = allSites(sandboxWorld('ethereum'))

  before(async () => {
    service = await quietApp('test', {}, { sandboxChains: ['ethereum'] })
    const key = { kind: 'host', value: 'gate-and-post.test', chain: null } as const
    const word = { verdict: 'deny', label: 'phishing', note: 'seen', actor: 'test', createdAt: Date.now() } as const
    await service.app.store.intel.setOverride({ ...key, ...word })
  })
  after(() => service.app.close())

  test('every trap is to be avoided or blocked, and no twin worse than caution', async (t) => {
    const results: [(typeof sites)[number], UrlScanResult][] = []
    for (const site of sites) results.push([site, await scan(service, site.url)])
    for (const [{ kind, name }, result] of results) {
      const { recommendation, riskScore, confidence } = result
      t.diagnostic(
        `${kind.padEnd(7)}${name.padEnd(22)}${recommendation.padEnd(9)}${riskScore} (${confidence}) ${idsOf(result).join(' ')}`,
      )
    }
    const wrong = results.filter(([{ kind }, result]) =>
      kind === 'trap' ? !['AVOID', 'BLOCK'].includes(result.recommendation) : accused(result),
    )
    assert.deepEqual(
      wrong.map(([{ name }, { recommendation }]) => `${name}: ${recommendation}`),
      [],
    )
    // Without a browser, what a page asks a wallet for and what its scripts make is not known.
    // A known site is judged without it.
    for (const [{ name }, { complete, unknown, unavailable, official }] of results) {
      const isJudged = !unknown.includes('browser') || official !== null
      assert.deepEqual([name, complete, unavailable], [name, isJudged, []])
    }
    const unrun = results.filter(([, { complete }]) => !complete)
    const honest = results.filter(([{ kind }]) => kind === 'honest')
    const unrunHonest = unrun.filter(([{ kind }]) => kind === 'honest')
    assert.ok(unrun.some(([{ name }]) => name === 'minified-app') && unrunHonest.length < honest.length / 2)
    assert.ok(unrun.every(([, { recommendation }]) => recommendation !== 'PROCEED'))
  })

  test('hops are told, and a listed one is found on the way to a site that is on no list', async () => {
    const result = await scan(service, 'https://tidy-link.test/x7')
    assert.equal(result.url, 'https://larkspur-support-desk.test/fix')
    assert.equal(result.requestedUrl, 'https://tidy-link.test/x7')
    assert.deepEqual(
      result.redirects?.map(({ how, status }) => [how, status]),
      [
        ['http', 302],
        ['http', 302],
        ['script', 200],
      ],
    )
    assert.equal(result.details.redirectCount, 3)
    assert.deepEqual(result.redirects?.[0]?.listed?.[0]?.name, 'seen')
    assert.ok(idsOf(result).includes('redirect-to-block-listed-site'), idsOf(result).join())
    assert.equal(result.recommendation, 'BLOCK')
    assert.ok(result.threats.includes('phishing'))
  })

  test('the page, its certificate and its location are in the answer', async () => {
    const { url } = sites.find(({ name }) => name === 'seed-phrase-form') ?? assert.fail()
    const result = await scan(service, url, { includeContent: true, includeWhois: true })
    assert.equal(result.content?.secretsAsked[0]?.kind, 'seed-phrase')
    assert.deepEqual([result.whois?.by, result.whois?.domain], ['rdap', 'larkspur-restore.test'])
    assert.deepEqual([result.details.sslStatus, result.details.ipAddress], ['valid', '127.0.0.1'])
    assert.equal(result.details.domainAge, 120)
  })

  test('an answer is given again with its age; fresh looks again', async () => {
    const { url } = sites[0] ?? assert.fail()
    const first = await scan(service, url)
    const again = await scan(service, `${url}#fragment`)
    assert.notEqual(again.cached, null)
    assert.equal(again.asOf, first.asOf)
    assert.deepEqual([again.riskScore, again.warnings], [first.riskScore, first.warnings])
    assert.equal((await scan(service, url, { fresh: true })).cached, null)
  })

  test('other sites are judged by list and name, and are not safe for want of a look', async () => {
    const result = await scan(service, 'https://metamask-restore-wallet.example/')
    assert.equal(result.likenesses?.[0]?.brand, 'MetaMask')
    assert.ok((result.lexical?.score ?? 0) > 0)
    assert.equal(result.reached, null)
    for (const name of ['finalUrl', 'sslStatus', 'domainAge', 'content']) assert.ok(result.unknown.includes(name), name)
    assert.ok(result.riskScore >= 40)
    const official = await scan(service, 'https://app.uniswap.org/swap')
    assert.deepEqual([official.official, official.likenesses, official.lexical], ['Uniswap', [], null])
    assert.equal(official.reached, null)
    assert.deepEqual([official.recommendation, official.complete], ['PROCEED', true])
    assert.deepEqual([result.recommendation === 'PROCEED', result.complete], [false, false])
    assert.deepEqual([result.redirects, result.details.redirectCount], [null, null])
  })

  test('each scan is kept for who made it, cached or not', async () => {
    const { url } = sites[0] ?? assert.fail()
    for (let round = 0; round < 2; round++) {
      const { json } = await call(service, 'POST', '/v1/scan/url', { url })
      const kept = await call<KeptScan>(service, 'GET', `/v1/scans/${json.meta.requestId}`)
      assert.deepEqual([kept.json.data.kind, kept.json.data.subject], ['url', url])
      assert.deepEqual(kept.json.data.result, json.data)
    }
  })

  test('an invalid site, and a browser where there is none, are refused with the remedy', async () => {
    const cases: [object, RegExp][] = [
      [{ url: 'ftp://a.example' }, /^body\.url: expected an http or https URL/],
      [{ url: 'https://a b' }, /^body\.url: expected an http or https URL/],
      [{ url: 'https://a.example', chain: 'solana' }, /^body\.chain: expected one of/],
      [{ url: 'https://a.example', options: { browse: true } }, /^body\.options\.browse: .*CHROMIUM_PATH/],
    ]
    for (const [body, message] of cases) {
      const { status, json } = await call(service, 'POST', '/v1/scan/url', body)
      assert.deepEqual([status, json.error.code], [400, 'VALIDATION_ERROR'])
      assert.match(json.error.message, message)
    }
  })
})

describe('POST /v1/scan/url on sites of this machine', { timeout: 300_000 }, () => {
  const open: ReturnType<typeof createServer>[] = []
  const served: string[] = []
  let service: Service

  const page: RequestListener = (_, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Tea</p>')
  const serve = async (certificate: Certificate | null, listener: RequestListener = page): Promise<string> => {
    const server = certificate === null ? createServer(listener) : createTlsServer(certificate, listener)
    open.push(server)
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const at = `127.0.0.1:${(server.address() as AddressInfo).port}`
    served.push(at)
    return `${certificate === null ? 'http' : 'https'}://${at}/`
  }
  let sites: Record<'plain' | 'selfSigned' | 'expired' | 'untrusted' | 'silent' | 'hopping' | 'leading', string>

  before(async () => {
    const issuer = { ...certify({ names: ['ca.example'], commonName: 'nobody' }), commonName: 'nobody' }
    const plain = await serve(null)
    const selfSigned = await serve(certify({ names: ['localhost'] }))
    sites = {
      plain,
      selfSigned,
      expired: await serve(certify({ names: ['localhost'], from: 2020, to: 2021 })),
      untrusted: await serve(certify({ names: ['localhost'], issuer })),
      silent: await serve(null, () => undefined),
      hopping: await serve(null, (_, response) => response.writeHead(302, { location: plain }).end()),
      leading: await serve(null, (_, response) => response.writeHead(302, { location: selfSigned }).end()),
    }
    service = await quietApp('live', { EGRESS_ALLOW: served.join(',') })
  })
  after(async () => {
    await service.app.close()
    for (const server of open) server.closeAllConnections()
    await Promise.all(open.map((server) => new Promise((resolve) => server.close(resolve))))
  })

  test('a faulty certificate is reported, and the page behind it is read', async () => {
    for (const [name, status] of [
      ['selfSigned', 'self_signed'],
      ['expired', 'expired'],
      ['untrusted', 'untrusted'],
    ] as const) {
      const result = await scan(service, sites[name], { includeContent: true })
      assert.equal(result.details.sslStatus, status)
      assert.equal(result.content?.text, 'Tea')
      assert.ok(idsOf(result).includes('invalid-certificate') && result.threats.includes('invalid_ssl'), name)
    }
  })

  test('plain http has no certificate; an address has no age', async () => {
    const { details, unknown } = await scan(service, sites.plain)
    assert.deepEqual([details.sslStatus, details.domainAge, details.ipAddress], ['none', null, '127.0.0.1'])
    assert.ok(!unknown.includes('domainAge'))
  })

  test('a redirect is followed', async () => {
    const result = await scan(service, sites.hopping)
    assert.deepEqual([result.url, result.details.redirectCount], [sites.plain, 1])
  })

  test('the certificate where a link leads is judged and shown', async () => {
    const result = await scan(service, sites.leading)
    assert.deepEqual([result.url, result.details.sslStatus], [sites.selfSigned, 'self_signed'])
    assert.ok(idsOf(result).includes('invalid-certificate') && result.threats.includes('invalid_ssl'))
  })

  test('without a list of bad sites nothing is safe, and a finding says why', async () => {
    const result = await scan(service, sites.plain)
    assert.ok(result.unknown.includes('listed') && result.riskScore >= 20)
    assert.notEqual(result.riskLevel, 'safe')
  })

  test('a site that does not answer in time is judged by the known facts', async () => {
    const result = await scan(service, sites.silent, { deadlineMs: 400 })
    assert.deepEqual([result.complete, result.reached], [false, null])
    assert.ok(result.unavailable.includes('site') && result.unknown.includes('finalUrl'))
    assert.notEqual(result.riskLevel, 'safe')
  })

  test('a private address that the operator did not allow is not visited', async () => {
    const result = await scan(service, 'http://127.0.0.1:8080/')
    assert.equal(result.reached, false)
    assert.notEqual(result.riskLevel, 'safe')
  })
})

const isRoot = process.getuid?.() === 0

test('a browser that would have no sandbox stops the start', { skip: !isRoot && 'only root has none' }, async () => {
  await assert.rejects(quietApp('live', { CHROMIUM_PATH: process.execPath }), /CHROMIUM_PATH.*another user/)
})
