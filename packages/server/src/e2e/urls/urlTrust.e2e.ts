import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, beforeEach, describe, test } from 'node:test'
import { type DnsName, type DnsServer, startDnsServer } from '@redoubt/egress/testing/dnsServer.ts'
import { quietApp } from '../../testing/quietApp.ts'
import type { UrlScanResult } from '../../usecases/scans/url/scanUrl.ts'

const HTML = { 'content-type': 'text/html' }
const TEA = '<title>Tea</title><p>Loose leaf tea</p>'
const PHISH =
  '<title>Restore</title><h1>Restore your wallet</h1><form method="post"><p>Enter your 12 word secret recovery phrase</p><textarea name="seed"></textarea><button>Restore</button></form>'
const XHTML = `<html xmlns="http://www.w3.org/1999/xhtml"><head><script/></head><body>${PHISH}</body></html>`
const FEED =
  '<?xml version="1.0"?><rss version="2.0"><channel><title>Tea</title><item><title>Oolong</title></item></channel></rss>'
const CONTROL = 'control.test'

type Scored = { riskScore: number; complete: boolean }
type Report = {
  summary: Scored
  complete: boolean
  riskBreakdown: Record<string, { factors: { id: string; impact: number }[] }>
}

/** Addresses of names that lead into networks of others (RFC 1918, RFC 4193, RFC 6598), one of them besides a public one. */
const NOT_PUBLIC: Readonly<Record<string, string[]>> = {
  'router.test': ['192.168.1.1'],
  'carrier.test': ['100.64.0.7'],
  'local-six.test': ['fd12:3456::1'],
  'rebinding.test': ['93.184.216.34', '10.0.0.7'],
}

// A site that was not seen, over HTTP: what DNS, connections and answers of sites make of the verdict.
describe('a URL whose page was not seen', { timeout: 300_000 }, () => {
  const servers: ReturnType<typeof createServer>[] = []
  /** What DNS says: as it is, no such name of any name, or a failure. */
  let mode: 'works' | 'knows nothing' | 'fails' = 'works'
  let dns: DnsServer
  let service: Awaited<ReturnType<typeof quietApp>>
  let key: string
  let at: Record<
    'shop' | 'disguised' | 'refusing' | 'missing' | 'broken' | 'checking' | 'document' | 'feed' | 'leading' | 'closed',
    number
  >

  /** Hostile pages by path: the type that is said, and the body. */
  const disguises: Record<string, [type: string, body: string]> = {
    list: ['text/plain;charset=utf-16le, text/html', PHISH],
    nothing: ['unknown/unknown', PHISH],
    spaces: ['', ' '.repeat(1_000) + PHISH],
    xml: ['text/xml', XHTML],
    prefixes: ['application/rss+xml', XHTML.replaceAll(/<(\/?)(?=\w)/g, '<$1h:').replace('xmlns=', 'xmlns:h=')],
  }

  const serve = async (listener: RequestListener): Promise<number> => {
    const server = createServer(listener)
    servers.push(server)
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }
  const answer = (status: number, headers: Record<string, string>, body: string) =>
    serve((_, response) => void response.writeHead(status, headers).end(body))

  before(async () => {
    dns = await startDnsServer((name): DnsName | null => {
      if (mode === 'fails') return { instead: 2 }
      if (mode !== 'works') return null
      const addresses = NOT_PUBLIC[name] ?? (name === CONTROL || name === 'localhost' ? ['127.0.0.1'] : null)
      return addresses && { answers: [addresses] }
    })
    const closed = await answer(200, HTML, TEA)
    servers.pop()?.close()
    at = {
      shop: await answer(200, HTML, TEA),
      disguised: await serve(({ url }, response) => {
        const [type, body] = disguises[url?.slice(1) ?? ''] ?? ['text/html', TEA]
        response.writeHead(200, type === '' ? {} : { 'content-type': type }).end(body)
      }),
      refusing: await answer(403, HTML, '<p>Forbidden</p>'),
      missing: await answer(404, HTML, '<p>Not found</p>'),
      broken: await answer(503, HTML, '<p>Back soon</p>'),
      checking: await answer(200, HTML, '<script>window._cf_chl_opt = {cvId: "3"}</script>'),
      document: await answer(200, { 'content-type': 'application/pdf' }, '%PDF-1.7'),
      feed: await answer(200, { 'content-type': 'application/rss+xml' }, FEED),
      leading: await answer(302, { location: `http://localhost:${closed}/` }, ''),
      closed,
    }
    const env = { DNS_SERVERS: `127.0.0.1:${dns.port}`, DNS_CONTROL_NAMES: `gone.test,${CONTROL}` }
    const allowed = Object.values(at).flatMap((port) => [`localhost:${port}`, `127.0.0.1:${port}`])
    service = await start({ ...env, EGRESS_ALLOW: allowed.join(',') })
    const host = { kind: 'host', value: '127.0.0.1', chain: null } as const
    const word = { verdict: 'allow', label: null, note: '', actor: 'test', createdAt: Date.now() } as const
    await service.app.store.intel.setOverride({ ...host, ...word })
  })
  after(async () => {
    await service.app.close()
    await dns.close()
    for (const server of servers) server.closeAllConnections()
    await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
  })
  beforeEach(() => {
    mode = 'works'
  })

  async function start(env: NodeJS.ProcessEnv) {
    const started = await quietApp('live', env)
    const [account] = await started.app.store.accounts.list()
    assert.ok(account)
    const scopes = ['scan:read' as const, 'risk:read' as const]
    key = (await started.app.store.keys.create({ accountId: account.id, name: 'url', scopes, environment: 'live' }))
      .token
    return started
  }
  async function call<Data = UrlScanResult>(method: string, path: string, body?: object): Promise<Data> {
    const response = await fetch(service.url + path, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    const json = (await response.json()) as { data: Data }
    assert.equal(response.status, 200, JSON.stringify(json))
    return json.data
  }
  const scan = (url: string): Promise<UrlScanResult> =>
    call('POST', '/v1/scan/url', { url, options: { deadlineMs: 20_000 } })
  const local = (name: keyof typeof at) => `http://localhost:${at[name]}/`
  const ids = ({ warnings }: UrlScanResult) => warnings.map(({ id }) => id)
  const asksForCare = (result: UrlScanResult, why: string) => {
    assert.equal(result.recommendation, 'CAUTION', JSON.stringify(result.warnings))
    assert.ok(result.riskScore >= 40)
    assert.equal(result.warnings.find(({ severity }) => severity === 'medium')?.id, why)
  }

  test('a page that was seen is nothing to hold back, nor is a document or a feed', async () => {
    for (const name of ['shop', 'document', 'feed'] as const) {
      const result = await scan(local(name))
      assert.deepEqual([result.recommendation, result.complete, result.reached], ['PROCEED', true, true], name)
    }
  })

  test('a page that a browser shows is read, whatever its type is called', async () => {
    for (const path of Object.keys(disguises)) {
      const result = await scan(`${local('disguised')}${path}`)
      assert.equal(result.recommendation, 'BLOCK', `${path}: ${ids(result)}`)
      assert.ok(ids(result).includes('seed-phrase-form'), path)
    }
  })

  test('an unknown host that is down', async () => {
    const result = await scan(local('closed'))
    asksForCare(result, 'not-enough-known')
    assert.deepEqual([result.complete, result.reached, result.unavailable], [false, false, ['site']])
    assert.deepEqual([result.details.finalUrl, result.details.redirectCount], [null, null])
    for (const name of ['finalUrl', 'redirectCount', 'content']) assert.ok(result.unknown.includes(name), name)
  })

  test('an answer that is not the page: refused, not found, broken, a robot check', async () => {
    for (const name of ['refusing', 'missing', 'broken', 'checking'] as const) {
      const result = await scan(local(name))
      asksForCare(result, 'not-enough-known')
      assert.deepEqual([result.complete, result.reached, result.unknown.includes('content')], [false, true, true], name)
    }
  })

  test('a link whose end is down', async () => {
    const result = await scan(local('leading'))
    asksForCare(result, 'not-enough-known')
    assert.deepEqual([result.url, result.details.finalUrl, result.redirects?.length], [local('closed'), null, 1])
  })

  test('a host that the operator vouches for is not held back', async () => {
    for (const name of ['closed', 'broken', 'refusing'] as const) {
      const result = await scan(`http://127.0.0.1:${at[name]}/`)
      const { missing } = result.warnings.find(({ id }) => id === 'not-enough-known')?.evidence ?? {}
      assert.deepEqual([result.complete, missing ?? null], [true, null], name)
      const grave = result.warnings.filter(({ severity }) => severity === 'medium').map(({ id }) => id)
      assert.deepEqual(grave, ['ip-address-host'], 'an address without a name asks for care by itself')
    }
  })

  test('a name that does not exist, while control names resolve', async () => {
    const result = await scan('https://nothing.test/')
    asksForCare(result, 'unresolvable-host')
    assert.deepEqual([result.complete, result.reached], [true, false])
    assert.ok(!result.unavailable.includes('dns') && !result.unavailable.includes('site'))
    assert.deepEqual(result.details.redirectCount, null)
  })

  test('a name that points to a private network, wholly or in part', async () => {
    const named = async (url: string) =>
      (await scan(url)).warnings.find(({ id }) => id === 'private-network-host')?.severity ?? null
    for (const name of Object.keys(NOT_PUBLIC)) assert.equal(await named(`https://${name}/`), 'medium', name)
    assert.equal(
      await named('http://192.168.1.1/'),
      'low',
      'a user who types a private address knows that it is private',
    )
    assert.equal(await named(local('shop')), null, 'the operator allows this host, private as it is')
    assert.equal(await named('https://nothing.test/'), null, 'no address is no private address')
  })

  test('while DNS fails nothing is said of the name, and an official site is not held back', async () => {
    mode = 'fails'
    const result = await scan('https://failing.test/')
    asksForCare(result, 'not-enough-known')
    assert.deepEqual([result.complete, result.reached], [false, null])
    assert.ok(result.unavailable.includes('dns') && result.unknown.includes('reached'))
    const official = await scan('https://app.uniswap.org/swap')
    assert.deepEqual([official.official, official.recommendation], ['Uniswap', 'PROCEED'])
    assert.ok(official.unavailable.includes('dns'))
  })

  test('an answer without what decides is not kept: the retry after the outage is told the case', async () => {
    mode = 'fails'
    const before = await scan('https://retried.test/')
    assert.ok(before.unavailable.includes('dns'))
    mode = 'works'
    const now = await scan('https://retried.test/')
    assert.deepEqual([now.cached, ids(now).includes('unresolvable-host'), now.complete], [null, true, true])
  })

  test('score, batch and report say the same', async () => {
    for (const url of [local('closed'), local('broken'), 'https://nothing.test/', local('shop')]) {
      const { riskScore, riskLevel, complete, warnings } = await scan(url)
      const path = encodeURIComponent(url)
      const score = await call('GET', `/v1/risk/score/${path}?deadlineMs=20000`)
      assert.deepEqual([score.riskScore, score.riskLevel, score.complete], [riskScore, riskLevel, complete], url)
      const batch = await call<{ results: { result: Scored }[] }>('POST', '/v1/risk/scores', { entities: [url] })
      const one = batch.results[0]?.result
      assert.deepEqual([one?.riskScore, one?.complete], [riskScore, complete], url)
      const report = await call<Report>('GET', `/v1/risk/report/${path}?deadlineMs=20000`)
      assert.deepEqual([report.summary.riskScore, report.complete], [riskScore, complete], url)
      const factors = Object.values(report.riskBreakdown).flatMap((category) => category.factors)
      assert.equal(
        factors.reduce((sum, { impact }) => sum + impact, 0),
        riskScore,
        url,
      )
      for (const { id } of warnings)
        assert.ok(
          factors.some((factor) => factor.id === id),
          `${url} ${id}`,
        )
    }
  })
})

describe('a URL where DNS knows no name at all', { timeout: 120_000 }, () => {
  test('that a name does not exist is not believed', async () => {
    const dns = await startDnsServer(() => null)
    const env = { DNS_SERVERS: `127.0.0.1:${dns.port}`, DNS_CONTROL_NAMES: CONTROL }
    const { app, url, tokens } = await quietApp('live', env)
    try {
      const response = await fetch(`${url}/v1/scan/url`, {
        method: 'POST',
        headers: { authorization: `Bearer ${tokens[0]}`, 'content-type': 'application/json' },
        body: JSON.stringify({ url: 'https://nothing.test/' }),
      })
      const { data } = (await response.json()) as { data: UrlScanResult }
      assert.deepEqual([data.recommendation, data.complete, data.reached], ['CAUTION', false, null])
      assert.ok(data.unavailable.includes('dns'))
      assert.ok(!data.warnings.some(({ id }) => id === 'unresolvable-host'))
    } finally {
      await app.close()
      await dns.close()
    }
  })
})
