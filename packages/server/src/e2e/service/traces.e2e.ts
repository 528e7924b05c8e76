import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { createApp } from '../../composition/app.ts'
import { readConfig } from '../../config.ts'
import { startTestChain } from '../../evm/simulation/testing/testChain.ts'

const SENDER = `0x${'5e'.repeat(20)}` as const
const PARENT = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331' }

type Attribute = { key: string; value: { stringValue?: string; intValue?: string } }
type Span = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: Attribute[]
  status?: { code: number }
}
type Payload = { resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: Span[] }[] }[] }

/** A collector that keeps what it is sent; it answers 503 while it is told to. */
async function startCollector() {
  const taken: { path: string; headers: IncomingHttpHeaders; body: Payload }[] = []
  const state = { refuses: false }
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request.setEncoding('utf8')) text += chunk
    if (!state.refuses) taken.push({ path: request.url ?? '', headers: request.headers, body: JSON.parse(text) })
    response.writeHead(state.refuses ? 503 : 200, { 'content-type': 'application/json' }).end('{}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    taken,
    state,
    close: () => server.close(),
  }
}

describe('traces', () => {
  let collector: Awaited<ReturnType<typeof startCollector>>
  let chain: Awaited<ReturnType<typeof startTestChain>>
  before(async () => {
    collector = await startCollector()
    chain = await startTestChain()
    await chain.place({ [SENDER]: { balance: 10n ** 18n } })
  })
  after(async () => {
    collector.close()
    await chain.close()
  })

  /** Scans with these headers, ends the service, and answers what the collector got. */
  async function scanned(env: Record<string, string>, headersOf: Record<string, string>[]) {
    collector.taken.length = 0
    const secret = '5e'.repeat(32)
    const base = { PORT: '0', LOG_LEVEL: 'silent', DATABASE_URL: 'sqlite::memory:', REDOUBT_SECRET: secret }
    const app = await createApp(readConfig({ ...base, ETHEREUM_RPC_URLS: chain.url, ...env }), () => {})
    try {
      const url = await app.listen()
      const { id: accountId } = await app.store.accounts.create({ name: 'a', plan: 'pro' })
      const asked = { accountId, name: 'k', scopes: ['scan:read' as const], environment: 'live' as const }
      const { token } = await app.store.keys.create(asked)
      for (const headers of headersOf) {
        const answer = await fetch(`${url}/v1/scan/transaction`, {
          method: 'POST',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
          body: JSON.stringify({ from: SENDER, to: SENDER, value: '1' }),
        })
        assert.equal(answer.status, 200, await answer.text())
      }
    } finally {
      await app.close()
    }
    return collector.taken
  }
  const spansOf = (taken: { body: Payload }[]) =>
    taken.flatMap(({ body }) =>
      body.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
    )
  const endpoint = () => ({ OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/` })

  test('a scan is a trace in that of its caller, each fact a span of it, and neither says what was scanned', async () => {
    const taken = await scanned(
      {
        ...endpoint(),
        OTEL_EXPORTER_OTLP_HEADERS: 'x-key=a%20b',
        OTEL_RESOURCE_ATTRIBUTES: 'region=eu',
        OTEL_SERVICE_NAME: 'gate',
      },
      [{ traceparent: `00-${PARENT.traceId}-${PARENT.spanId}-01`, 'x-request-id': 'scan-1' }],
    )
    assert.equal(taken[0]?.path, '/v1/traces')
    assert.equal(taken[0]?.headers['x-key'], 'a b')
    const resource = taken[0]?.body.resourceSpans[0]?.resource.attributes.map(({ key, value }) => [
      key,
      value.stringValue,
    ])
    assert.deepEqual(Object.fromEntries(resource ?? []), { region: 'eu', 'service.name': 'gate' })
    const spans = spansOf(taken)
    const [scan, ...others] = spans.filter(({ kind }) => kind === 2)
    assert.deepEqual(
      [scan?.name, scan?.traceId, scan?.parentSpanId, others.length],
      ['POST /v1/scan/transaction', PARENT.traceId, PARENT.spanId, 0],
    )
    const told = Object.fromEntries(
      scan?.attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]) ?? [],
    )
    assert.deepEqual([told['redoubt.request_id'], told['http.response.status_code']], ['scan-1', '200'])
    const facts = spans.filter(({ kind }) => kind === 1)
    assert.ok(facts.length > 10, String(facts.length))
    assert.ok(facts.some(({ name }) => name === 'simulation'))
    for (const fact of facts) {
      assert.deepEqual([fact.traceId, fact.parentSpanId], [PARENT.traceId, scan?.spanId])
      assert.match(fact.spanId, /^[0-9a-f]{16}$/)
      assert.ok(BigInt(fact.endTimeUnixNano) >= BigInt(fact.startTimeUnixNano))
      assert.ok(BigInt(fact.startTimeUnixNano) >= BigInt(scan?.startTimeUnixNano ?? 0))
    }
    assert.equal(new Set(spans.map(({ spanId }) => spanId)).size, spans.length)
    assert.ok(!JSON.stringify(taken).toLowerCase().includes(SENDER.slice(2)))
  })

  test('traces that are not sampled are not sent: by the share, and by the flag of the caller', async () => {
    const unsampled = { traceparent: `00-${PARENT.traceId}-${PARENT.spanId}-00` }
    assert.deepEqual(await scanned(endpoint(), [unsampled]), [])
    const sampled = { traceparent: `00-${PARENT.traceId}-${PARENT.spanId}-01` }
    const some = await scanned({ ...endpoint(), OTEL_TRACES_SAMPLER_ARG: '0' }, [
      {},
      { traceparent: 'broken' },
      sampled,
    ])
    assert.deepEqual([...new Set(spansOf(some).map(({ traceId }) => traceId))], [PARENT.traceId])
  })

  test('a collector that refuses costs no answer', async () => {
    collector.state.refuses = true
    assert.deepEqual(await scanned({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${collector.url}/x` }, [{}]), [])
    collector.state.refuses = false
    const again = await scanned({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${collector.url}/x` }, [{}])
    assert.equal(again[0]?.path, '/x')
  })

  test('without a collector nothing is sent', async () => assert.deepEqual(await scanned({}, [{}]), []))
})
