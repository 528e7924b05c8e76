import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { NetworkReadiness } from '../ports.ts'
import { startTestWorld, TRANSACTION } from '../testing/testWorld.ts'

describe('request ids', () => {
  test('a well-formed X-Request-ID is kept, in the header and in meta', async () => {
    await using world = await startTestWorld()
    for (const id of ['a', 'A.b_c:d-9', 'x'.repeat(128)]) {
      const answer = await world.call('GET', '/healthz', { headers: { 'x-request-id': id } })
      assert.equal(answer.headers.get('x-request-id'), id)
      assert.equal(answer.json.meta.requestId, id)
    }
  })

  test('any other is replaced by a UUIDv7', async () => {
    await using world = await startTestWorld()
    for (const id of ['', 'a b', 'é', 'x'.repeat(129), '<script>', 'a, b']) {
      const answer = await world.call('GET', '/v1/none', { headers: { 'x-request-id': id } })
      assert.match(answer.headers.get('x-request-id') ?? '', /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab]/)
    }
  })
})

describe('headers', () => {
  test('every answer of the API forbids caching, sniffing and framing', async () => {
    await using world = await startTestWorld()
    const key = await world.addKey()
    for (const [method, path] of [
      ['GET', '/v1/scans'],
      ['GET', '/v1/none'],
      ['GET', '/v1/%zz'],
      ['PUT', '/v1/scans'],
      ['POST', '/v1/scan/transaction'],
      ['GET', '/metrics'],
      ['GET', '/openapi.json'],
    ] as const) {
      const { headers } = await world.call(method, path, { key })
      assert.equal(headers.get('cache-control'), 'no-store', path)
      assert.equal(headers.get('x-content-type-options'), 'nosniff')
      assert.equal(headers.get('content-security-policy'), "default-src 'none'; frame-ancestors 'none'")
    }
  })

  test('HEAD answers what GET would, without the body', async () => {
    await using world = await startTestWorld()
    const answer = await world.call('HEAD', '/v1/scans', { key: await world.addKey() })
    assert.deepEqual([answer.status, answer.text], [200, ''])
  })
})

describe('operations', () => {
  test('health and readiness', async () => {
    const missing: Record<string, string | null> = { store: null, ethereum: null }
    await using world = await startTestWorld({ ports: { readiness: async () => missing } })
    assert.deepEqual((await world.call('GET', '/healthz')).json.data, { status: 'ok' })
    const ready = await world.call('GET', '/readyz')
    assert.deepEqual(ready.json.data, { status: 'ready', dependencies: ['store', 'ethereum'], networks: [] })
    missing.ethereum = 'connect ECONNREFUSED 10.0.0.7:8545'
    const unready = await world.call('GET', '/readyz')
    assert.equal(unready.status, 503)
    assert.ok(unready.headers.get('retry-after'))
    assert.deepEqual(unready.json.error, {
      code: 'UPSTREAM_UNAVAILABLE',
      message: 'Not ready: ethereum.',
      networks: [],
    })
    assert.match(world.log.join(''), /10\.0\.0\.7/)
  })

  test('one of the networks with endpoints of the operator must be reachable; each is told', async () => {
    let networks: NetworkReadiness[] = []
    await using world = await startTestWorld({ ports: { networkReadiness: async () => networks } })
    const network = (chain: NetworkReadiness['chain'], state: NetworkReadiness['state']) => ({
      chain,
      own: state !== 'not-asked',
      state,
      reason: state === 'unreachable' ? 'connect ECONNREFUSED 10.0.0.7:8545' : null,
    })
    networks = [network('ethereum', 'unreachable'), network('bsc', 'ready'), network('polygon', 'not-asked')]
    const { data } = (await world.call('GET', '/readyz')).json
    assert.deepEqual(data.dependencies, ['store', 'networks'])
    assert.deepEqual(
      data.networks.map(({ state }: NetworkReadiness) => state),
      ['unreachable', 'ready', 'not-asked'],
    )
    assert.doesNotMatch(JSON.stringify(data), /10\.0\.0\.7/)
    networks = [network('ethereum', 'unreachable'), network('polygon', 'not-asked')]
    const unready = await world.call('GET', '/readyz')
    assert.deepEqual(
      [unready.status, unready.json.error.message],
      [503, 'Not ready: networks (ethereum unreachable, polygon not-asked).'],
    )
    assert.deepEqual(unready.json.error.networks, [
      { chain: 'ethereum', state: 'unreachable' },
      { chain: 'polygon', state: 'not-asked' },
    ])
    assert.doesNotMatch(unready.text, /10\.0\.0\.7/)
    networks = [network('ethereum', 'behind')]
    const behind = await world.call('GET', '/readyz')
    assert.deepEqual([behind.status, behind.json.data.networks], [200, [{ chain: 'ethereum', state: 'behind' }]])
    networks = [network('ethereum', 'behind'), network('bsc', 'ready')]
    assert.equal((await world.call('GET', '/readyz')).status, 200)
    networks = [network('ethereum', 'unreachable'), network('polygon', 'not-asked')]
    assert.match(world.log.join(''), /10\.0\.0\.7/)
    const publicOnes = (...states: NetworkReadiness['state'][]) =>
      states.map((state, at) => ({ ...network(at === 0 ? 'ethereum' : 'bsc', state), own: false }))
    const dependencies = async (of: NetworkReadiness[]) => {
      networks = of
      const { status, json } = await world.call('GET', '/readyz')
      return status === 200 ? json.data.dependencies : status
    }
    assert.deepEqual(await dependencies(publicOnes('not-asked', 'not-asked')), ['store'])
    assert.deepEqual(await dependencies(publicOnes('unreachable', 'not-asked')), ['store'])
    assert.equal(await dependencies(publicOnes('unreachable', 'unreachable')), 503)
    assert.deepEqual(await dependencies(publicOnes('unreachable', 'ready')), ['store', 'networks'])
    assert.equal(await dependencies(publicOnes('unreachable', 'unreachable')), 503)
  })

  test('metrics are labelled by route template, never by path', async () => {
    await using world = await startTestWorld()
    const key = await world.addKey()
    await world.call('GET', '/v1/scans/secret-scan', { key })
    await world.call('GET', '/v1/unknown-path')
    const { text } = await world.call('GET', '/metrics')
    assert.match(text, /redoubt_http_requests_total\{method="GET",route="\/v1\/scans\/:requestId",status="404"\} 1/)
    assert.match(text, /route="\(unmatched\)",status="404"\} 1/)
    assert.match(text, /redoubt_http_errors_total\{code="NOT_FOUND"\} 2/)
    assert.doesNotMatch(text, /secret-scan|unknown-path/)
  })

  test('two servers of one process keep apart', async () => {
    await using one = await startTestWorld()
    await using other = await startTestWorld()
    await one.call('GET', '/v1/none')
    assert.doesNotMatch((await other.call('GET', '/metrics')).text, /unmatched/)
  })

  test('ordinary requests write no log line, and errors never the path', async () => {
    await using world = await startTestWorld({
      scan: async () => {
        throw new Error('broken')
      },
    })
    const key = await world.addKey()
    const before = world.log.length
    await world.call('GET', '/v1/scans', { key })
    await world.call('GET', '/v1/scans/some-scan', { key })
    assert.equal(world.log.length, before)
    const headers = { prefer: 'handling=lenient' }
    await world.call('POST', '/v1/scan/transaction?tag=some-tag', { key, body: TRANSACTION, headers })
    const written = world.log.slice(before).join('')
    assert.match(written, /"route":"\/v1\/scan\/transaction","code":"INTERNAL_ERROR"/)
    assert.doesNotMatch(written, /some-tag/)
  })
})

describe('/docs', () => {
  test('has a page for every operation, and its pages load nothing from elsewhere and run no text', async () => {
    await using world = await startTestWorld()
    const { json } = await world.call('GET', '/openapi.json')
    const operations = Object.values(json.paths as Record<string, Record<string, { operationId: string }>>)
    const ids = operations.flatMap((methods) => Object.values(methods).map(({ operationId }) => operationId))
    for (const path of ['/docs/', ...ids.map((id) => `/docs/api/${id}`)]) {
      const { status, text, headers } = await world.call('GET', path)
      assert.equal(status, 200, path)
      assert.match(
        headers.get('content-security-policy') ?? '',
        /^default-src 'none'; script-src 'self'; style-src 'self'/,
      )
      assert.doesNotMatch(
        text,
        /<script>|<style|<iframe|style="|(?:src|href)="https?:\/\/[^"]*\.(?:js|css)|onclick/,
        path,
      )
    }
  })

  test('is where / leads, and has no page but its own', async () => {
    await using world = await startTestWorld()
    for (const path of ['/', '/docs']) assert.match((await world.call('GET', path)).text, /<h1>Quick start<\/h1>/)
    for (const path of ['/docs/nowhere', '/docs/..%2f..%2fpackage.json', '/docs/assets', '/docs/%00'])
      assert.equal((await world.call('GET', path)).status, 404, path)
  })
})

test('draining answers what is in flight and refuses what comes after', async () => {
  const { promise: started, resolve: start } = Promise.withResolvers<void>()
  const { promise: gate, resolve: open } = Promise.withResolvers<void>()
  await using world = await startTestWorld({
    scan: async () => {
      start()
      await gate
      throw new Error('late')
    },
  })
  const scan = world.call('POST', '/v1/scan/transaction', { key: await world.addKey(), body: TRANSACTION })
  await started
  const closed = world.server.close()
  open()
  assert.equal((await scan).status, 500)
  await closed
  await assert.rejects(world.call('GET', '/healthz'))
})
