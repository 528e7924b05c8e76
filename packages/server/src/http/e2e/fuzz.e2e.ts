import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { startTestWorld, TRANSACTION } from '../testing/testWorld.ts'

const RUNS = Number(process.env.FUZZ_RUNS ?? 3000)

const members = fc.constantFrom(
  ...['from', 'to', 'value', 'data', 'input', 'gas', 'gasPrice', 'maxFeePerGas', 'nonce', 'accessList'],
  ...['calls', 'atomicRequired', 'userOperation', 'entryPoint', 'type', 'blobVersionedHashes', 'maxFeePerBlobGas'],
  ...[
    'authorizationList',
    'chain',
    'options',
    'constructor',
    'toString',
    'name',
    'scopes',
    'environment',
    'url',
    'events',
    'entities',
    'secret',
    '',
  ],
)
const anything = fc.oneof(
  fc.jsonValue({ maxDepth: 4 }),
  fc.constantFrom(
    '0x',
    '0x0',
    '0X1',
    '-0',
    '1e99',
    '9'.repeat(79),
    `0x${'f'.repeat(65)}`,
    '\u0000',
    '\ud800',
    null,
    1e308,
  ),
  fc.array(
    fc.record({
      address: fc.constant(TRANSACTION.to),
      storageKeys: fc.jsonValue(),
      nonce: fc.jsonValue(),
      chainId: fc.jsonValue(),
    }),
  ),
  fc.array(fc.record({ to: fc.constantFrom(TRANSACTION.to, null, '0x'), data: fc.jsonValue() }, { requiredKeys: [] })),
  fc.record(
    {
      sender: fc.constant(TRANSACTION.from),
      nonce: fc.constant('0x0'),
      callData: fc.constantFrom('0x', '0x1'),
      initCode: fc.constantFrom('0x', '0x12', TRANSACTION.to),
      paymasterAndData: fc.constantFrom('0x', '0xff'),
      factory: fc.constantFrom('0x7702', TRANSACTION.to, null),
      gasFees: fc.constant(`0x${'ff'.repeat(32)}`),
    },
    { requiredKeys: [] },
  ),
  fc.record({ simulate: fc.jsonValue(), deadlineMs: fc.double() }, { requiredKeys: [] }),
)

/** Mostly a valid transaction with up to three members replaced by anything, sometimes anything at all. */
const body = fc.oneof(
  {
    weight: 5,
    arbitrary: fc
      .array(fc.tuple(members, anything), { maxLength: 3 })
      .map((changes) => JSON.stringify({ ...TRANSACTION, ...Object.fromEntries(changes) })),
  },
  { weight: 2, arbitrary: fc.json({ maxDepth: 8 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 200 }) },
)

const path = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      '/v1/scan/transaction',
      '/v1/scan/contract',
      '/v1/scan/message',
      '/v1/scan/url',
      `/v1/scan/transaction/0x${'ab'.repeat(32)}`,
      '/v1/scan/transaction/0x',
      '/v1/auth/keys',
      '/v1/scans',
      '/v1/risk/scores',
      '/v1/feedback',
      '/v1/feedback/fb_1',
      '/v1/auth/keys/x',
      '/v1/scans/x',
      '/v1/webhooks',
      '/v1/webhooks/x',
      '/v1/webhooks/x/deliveries',
      '/v1/monitors',
      '/v1/monitors/x',
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '/',
      '//',
      '/v1/../metrics',
      '/v1/scans/',
      '/V1/SCANS',
      '/v1/scans/%00',
      '/v1/%c0%af',
      '/docs/..;/x',
    ),
  },
  { weight: 1, arbitrary: fc.webPath() },
)
/** Addresses of wallets as people paste them, and nonsense. */
const walletPath = fc
  .tuple(
    fc.constantFrom('scan/wallet', 'wallet/verify', 'wallet/approvals', 'wallet/profile'),
    fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(TRANSACTION.from, TRANSACTION.to.toUpperCase(), `0x${'0'.repeat(40)}`) },
      {
        weight: 2,
        arbitrary: fc.constantFrom(
          ...['0x', '0x1', `0X${'a'.repeat(40)}`, `0x${'g'.repeat(40)}`, `0x${'a'.repeat(41)}`, 'vitalik.eth'],
          ...[
            `%20${TRANSACTION.from}`,
            `${TRANSACTION.from}%00`,
            `${TRANSACTION.from}%2F..`,
            '%ff',
            '..',
            'constructor',
          ],
        ),
      },
      { weight: 1, arbitrary: fc.webSegment({ size: 'small' }) },
    ),
    fc.constantFrom('', '', '', '/', '/revoke'),
  )
  .map(([route, address, rest]) => `/v1/${route}/${address}${rest}`)
const walletQuery = fc
  .array(
    fc.tuple(
      fc.constantFrom(
        ...['chain', 'for', 'limit', 'cursor', 'deadlineMs', 'includeTransactions', 'includeApprovals', 'x'],
        ...['__proto__', 'chain[]'],
      ),
      fc.oneof(
        fc.constantFrom(
          ...['bsc', 'polygon', 'solana', 'true', '1', '10', '500', '0', '-1', '1e9', 'NaN', '', '%', '%00', '%c0%af'],
          ...[TRANSACTION.to, '0x', 'null', 'eyJvIjo5OTk5OTk5OTk5fQ', 'AAAA', 'W10', '9'.repeat(80)],
        ),
        fc.webSegment({ size: 'small' }),
      ),
    ),
    { maxLength: 4 },
  )
  .map((pairs) => (pairs.length === 0 ? '' : `?${pairs.map(([name, value]) => `${name}=${value}`).join('&')}`))

const query = fc.oneof(
  { weight: 3, arbitrary: fc.constant('') },
  { weight: 1, arbitrary: fc.webQueryParameters().map((text) => `?${text}`) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '?limit=1e9',
      '?limit=-0',
      '?cursor=%',
      '?__proto__=1&limit=3',
      '?api_key=%ff',
      '?&&=&=',
    ),
  },
)
const headerText = fc.string({
  unit: fc
    .integer({ min: 0x20, max: 0xff })
    .filter((code) => code !== 0x7f)
    .map((code) => String.fromCharCode(code)),
  maxLength: 60,
})
const headers = fc.record(
  {
    'content-type': fc.constantFrom(
      'application/json',
      'application/json;charset=latin1',
      'text/plain',
      '*/*',
      'application/',
      ';',
    ),
    'x-request-id': headerText,
    'idempotency-key': headerText,
    accept: fc.oneof(headerText, fc.constantFrom('text/csv', 'text/csv;q=nan, */*;q=1')),
    'content-encoding': fc.constantFrom('gzip', 'identity', 'br'),
  },
  { requiredKeys: ['content-type'] },
)
const authorization = fc.oneof(
  { weight: 6, arbitrary: fc.constant('good') },
  { weight: 1, arbitrary: fc.constant('none') },
  { weight: 1, arbitrary: headerText },
)
const method = fc.oneof(
  { weight: 4, arbitrary: fc.constant('POST') },
  { weight: 2, arbitrary: fc.constant('GET') },
  { weight: 1, arbitrary: fc.constantFrom('DELETE', 'PUT', 'PATCH', 'OPTIONS', 'HEAD') },
)

test(`${RUNS} random requests: never a 5xx, always the envelope`, async () => {
  await using world = await startTestWorld()
  const statuses = new Map<number, number>()
  const request = fc.record({ method, path, query, headers, authorization, body })
  await fc.assert(
    fc.asyncProperty(request, async ({ method, path, query, headers, authorization, body }) => {
      world.clock.now += 100
      const key = authorization === 'good' ? await world.addKey({ accountId: randomUUID() }) : null
      const bare = method === 'GET' || method === 'HEAD'
      const answer = await world.call(method, path + query, {
        key,
        ...(!bare && { raw: Buffer.from(body) }),
        headers: { ...headers, ...(authorization !== 'good' && authorization !== 'none' && { authorization }) },
      })
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
      assert.ok(answer.status < 500, `${answer.status}`)
      assert.ok(answer.headers.get('x-request-id'))
      if (answer.json !== null && !path.includes('openapi')) {
        assert.equal(answer.json.success, answer.status < 400)
        assert.equal(
          typeof (answer.json.success ? answer.json.data : answer.json.error.message),
          answer.json.success ? 'object' : 'string',
        )
      } else assert.ok(answer.status < 400 || method === 'HEAD')
    }),
    { numRuns: RUNS },
  )
  // The generator must reach past the first checks, or it proves nothing.
  for (const status of [200, 400, 401, 404, 405, 415])
    assert.ok(statuses.has(status), `no ${status} among ${[...statuses]}`)
})

test(`${RUNS} random questions about wallets: never a 5xx, always the envelope`, async () => {
  await using world = await startTestWorld()
  const statuses = new Map<number, number>()
  await fc.assert(
    fc.asyncProperty(walletPath, fc.oneof({ weight: 3, arbitrary: walletQuery }, query), async (path, query) => {
      world.clock.now += 100
      const revoking = path.endsWith('/revoke')
      const answer = await world.call(revoking ? 'POST' : 'GET', path + query, {
        key: await world.addKey({ accountId: randomUUID() }),
        ...(revoking && { raw: Buffer.from('{}') }),
        headers: { 'content-type': 'application/json' },
      })
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
      assert.ok(answer.status < 500, `${answer.status} for ${path}${query}`)
      assert.equal(answer.json.success, answer.status < 400)
      assert.equal(
        typeof (answer.json.success ? answer.json.data : answer.json.error.message),
        answer.json.success ? 'object' : 'string',
      )
    }),
    { numRuns: RUNS },
  )
  for (const status of [200, 400, 404]) assert.ok(statuses.has(status), `no ${status} among ${[...statuses]}`)
})

test('10,000-deep JSON is refused, and the server answers on', async () => {
  await using world = await startTestWorld()
  const key = await world.addKey()
  for (const raw of ['['.repeat(10_000), '{"a":'.repeat(10_000), `{"from":${'['.repeat(500_000)}`]) {
    const answer = await world.call('POST', '/v1/scan/transaction', { key, raw })
    assert.equal(answer.json.error.message, 'body: nested deeper than 32 levels')
  }
  assert.equal((await world.call('GET', '/healthz')).status, 200)
})
