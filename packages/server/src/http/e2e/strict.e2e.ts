import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { TransactionScanInput } from '../../usecases/scans/transaction/scanTransaction.ts'
import { describeApi } from '../openapi/describeApi.ts'
import { RESULT, startTestWorld, TRANSACTION } from '../testing/testWorld.ts'
import { asJson, walletOperations, walletTransactions } from '../testing/walletTransactions.ts'

const SCAN = '/v1/scan/transaction'
const _LENIENT = { prefer: 'respond-async, Handling="lenient"' }

describe('unknown members', async () => {
  test('callData instead of data is refused with the right name', async () => {
    await using world = await startTestWorld()
    const body = { ...TRANSACTION, callData: '0x095ea7b3' }
    const { status, json } = await world.call('POST', SCAN, { key: await world.addKey(), body })
    assert.equal(status, 400)
    assert.deepEqual(json.error, {
      code: 'VALIDATION_ERROR',
      message: 'body.callData: unknown member; did you mean data?',
    })
  })

  test('every endpoint refuses them in its query and in its body', async () => {
    await using world = await startTestWorld()
    const key = await world.addKey({ operator: true })
    const { paths } = await describeApi()
    let bodies = 0
    for (const [path, operations] of Object.entries(paths))
      for (const [method, { requestBody, security }] of Object.entries(operations)) {
        // No key opens it: only a member who is signed in is told of its members.
        if (security?.length === 1 && 'session' in (security[0] as object)) continue
        const filled = path
          .replace('{hash}', `0x${'ab'.repeat(32)}`)
          .replace('{address}', TRANSACTION.from)
          .replace(/\{\w+\}/g, TRANSACTION.from)
        const ask = async (place: string, asked: { path: string; body?: object }) => {
          const { status, json } = await world.call(method.toUpperCase(), asked.path, { key, body: asked.body })
          assert.equal(status, 400, `${method} ${path}: ${JSON.stringify(json)}`)
          assert.match(json.error.message, new RegExp(`^${place}\\.zzz: unknown member; (known here: |none is known)`))
        }
        const takesBody = method !== 'get' && method !== 'delete'
        await ask('query', { path: `${filled}?zzz=1`, ...(takesBody && { body: {} }) })
        if (takesBody) await ask('body', { path: filled, body: { zzz: 1 } })
        if (requestBody) bodies++
        world.clock.now += 60_000
      }
    assert.ok(bodies >= 10, `only ${bodies} bodies`)
  })

  test('at every depth, three complaints at most, whatever the names are', async () => {
    await using world = await startTestWorld()
    const key = await world.addKey()
    const ask = async (body: unknown, query = '') =>
      (await world.call('POST', SCAN + query, { key, body })).json.error?.message
    const list = [{ address: TRANSACTION.to, storageKeys: [], note: 1 }]
    assert.match(await ask({ ...TRANSACTION, accessList: list }), /^body\.accessList\[0\]\.note: unknown member; /)
    assert.match(
      await ask({ ...TRANSACTION, options: { explian: true } }),
      /^body\.options\.explian: .* mean explain\?$/,
    )
    assert.match(
      await ask({ ...TRANSACTION, simulate: false }),
      /^body\.simulate: .* did you mean options\.simulate\?$/,
    )
    assert.equal(await ask({ ...TRANSACTION, 'a\u202eb\u0007': 1 }), await ask({ ...TRANSACTION, 'a\u202db\u0000': 1 }))
    assert.match(await ask({ ...TRANSACTION, 'a\u202eb\u0007': 1 }), /^body\.a\ufffdb\ufffd: unknown member; /)
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`${'n'.repeat(900)}${at}`, 1]))
    const message = await ask({ ...TRANSACTION, ...many }, '?zzz=1')
    assert.equal(message.split('unknown member').length, 4, message)
    assert.ok(message.length < 800 && message.endsWith('; and 48 more'), message)
    // Of what is missing the misspelt member says more.
    assert.match(await ask({ form: TRANSACTION.from, to: null }), /^body\.form: unknown member; did you mean from\?$/)
  })

  test('the checks before it keep their order', async () => {
    await using world = await startTestWorld()
    const ask = async (key: string | null, headers: Record<string, string> = {}) =>
      (await world.call('POST', `${SCAN}?zzz=1`, { key, body: { zzz: 1 }, headers })).status
    assert.equal(await ask(null), 401)
    assert.equal(await ask(await world.addKey({ scopes: ['risk:read'] })), 403)
    assert.equal(await ask(await world.addKey(), { 'content-type': 'text/plain' }), 415)
    assert.equal((await world.call('GET', '/v1/scans/none?zzz=1', { key: await world.addKey() })).status, 400)
    assert.equal((await world.call('PUT', '/v1/scans?zzz=1', { key: await world.addKey() })).status, 405)
  })

  test('api_key is known in every query, and pages for people and machinery take any', async () => {
    await using world = await startTestWorld()
    const key = await world.addKey()
    for (const path of ['/v1/scans', '/v1/webhooks', `/v1/wallet/verify/${TRANSACTION.from}`, '/healthz'])
      assert.equal((await world.call('GET', `${path}?api_key=${key}`)).status, 200, path)
    for (const path of ['/docs', '/metrics', '/openapi.json'])
      assert.equal((await world.call('GET', `${path}?v=1`)).status, 200, path)
  })

  test('typed data has the members that its types declare', async () => {
    await using world = await startTestWorld()
    const typedData = { types: { A: [] }, primaryType: 'A', domain: { zzz: 1 }, message: { yyy: { xxx: [1] } }, www: 1 }
    const body = { address: TRANSACTION.from, typedData }
    assert.equal((await world.call('POST', '/v1/scan/message', { key: await world.addKey(), body })).status, 200)
  })
})

describe('transactions as wallets and libraries write them are taken unchanged', async () => {
  const seen: TransactionScanInput[] = []
  const scan = async (input: TransactionScanInput) => {
    seen.push(input)
    return RESULT
  }
  const ask = async (body: object) => {
    await using world = await startTestWorld({ scan })
    const { status, json } = await world.call('POST', SCAN, { key: await world.addKey(), body })
    assert.equal(status, 200, JSON.stringify(json))
    assert.equal(json.meta.ignored, undefined)
    return seen.at(-1) ?? assert.fail('not scanned')
  }

  for (const [name, body] of Object.entries(await walletTransactions()))
    test(name, async () => {
      const { transaction } = await ask(asJson(body))
      assert.equal(transaction.from, TRANSACTION.from.toLowerCase())
      assert.equal(transaction.to, TRANSACTION.to.toLowerCase())
      if ('data' in body || 'input' in body) assert.equal(transaction.data, '0x095ea7b3')
      if ('gasLimit' in body || 'gas' in body) assert.equal(transaction.gas, 21_000n)
    })

  for (const [name, userOperation] of Object.entries(await walletOperations()))
    test(name, async () => {
      const entryPoint = '0x0000000071727De22E5E9d8BAf0edAc6f37da032'
      const { transaction } = await ask(asJson({ userOperation, entryPoint }))
      assert.equal(transaction.userOperation?.callData, '0x095ea7b3')
      assert.equal(transaction.authorizationList?.length ?? 0, /uthorization|eip7702Auth/.test(name) ? 1 : 0)
    })
})

describe('members that would change the judged request are honoured or refused', async () => {
  const to = TRANSACTION.to
  const word = `0x${'01'.repeat(32)}`
  const authorization = { address: to, chainId: 1, nonce: 0 }
  const signed = { ...authorization, r: word, s: word }
  for (const [what, more, message] of [
    ['another chain id', { chainId: 56 }, /^body\.chainId: expected 1, .* for chain id 56 send chain bsc$/],
    ['another chain id of a chain', { chain: 'polygon', chainId: '0x38' }, /^body\.chainId: expected 137, /],
    ['another network id', { networkId: '0x38' }, /^body\.networkId: expected 1, /],
    ['data and input', { data: '0x01', input: '0x02' }, /^body\.input: expected the same bytes/],
    ['gas and gasLimit', { gas: '1', gasLimit: 2 }, /^body\.gasLimit: expected the same as body\.gas/],
    ['type by name', { type: 'legacy', maxFeePerGas: '1' }, /^body\.maxFeePerGas: a transaction of type 0 has none/],
    ['type by name', { type: 'eip7702' }, /^body\.authorizationList: a transaction of type 4 needs at least one/],
    ['type of no name', { type: 'eip1' }, /^body\.type: expected an integer from 0 to 4/],
    ['a price beside fees', { gasPrice: '1', maxFeePerGas: '1' }, /^body\.gasPrice: expected either/],
    [
      'blobs without hashes',
      { blobs: ['0x00'] },
      /^body\.blobVersionedHashes: expected 1, one for each of body\.blobs$/,
    ],
    ['sidecars without hashes', { sidecars: [{}, {}] }, /^body\.blobVersionedHashes: expected 2, /],
    ['imprecise numbers', { gas: 2 ** 60 }, /^body\.gas: expected an unsigned integer/],
    [
      'two delegates',
      { authorizationList: [{ ...authorization, contractAddress: TRANSACTION.from }] },
      /contractAddress/,
    ],
    ['no delegate', { authorizationList: [{ chainId: 1, nonce: 0 }] }, /\[0\]\.address: missing, expected 0x/],
    [
      'two parities',
      { authorizationList: [{ ...signed, v: 28, yParity: 0 }] },
      /\[0\]\.v: expected the same as yParity/,
    ],
    ['two signatures', { authorizationList: [{ ...signed, signature: { r: word } }] }, /\[0\]\.r: expected either/],
    [
      'half a signature',
      { authorizationList: [{ ...authorization, signature: { r: word } }] },
      /signature\.yParity: missing/,
    ],
    ['no parity', { authorizationList: [{ ...signed, v: 29 }] }, /\[0\]\.v: expected at most 28/],
    [
      'a bad key in a pair',
      { accessList: [[to, ['0x1']]] },
      /^body\.accessList\[0\]\[1\]\[0\]: expected 0x followed by 64/,
    ],
  ] as const)
    test(what, async () => {
      await using world = await startTestWorld()
      const { json } = await world.call('POST', SCAN, { key: await world.addKey(), body: { ...TRANSACTION, ...more } })
      assert.match(json.error?.message ?? 'answered', message)
    })

  for (const [what, call, message] of [
    ['a call of another chain', { chainId: '0x38' }, /^body\.calls\[0\]\.chainId: expected 1, /],
    ['a call of another account', { from: to }, /^body\.calls\[0\]\.from: expected body\.from/],
    ['gas of a call', { gas: '0x1' }, /^body\.calls\[0\]\.gas: unknown member; /],
  ] as const)
    test(what, async () => {
      await using world = await startTestWorld()
      const body = { from: TRANSACTION.from, calls: [{ to, ...call }] }
      const { json } = await world.call('POST', SCAN, { key: await world.addKey(), body })
      assert.match(json.error?.message ?? 'answered', message)
    })
})

test('what GET answers can be sent back with PUT and PATCH', async () => {
  await using world = await startTestWorld()
  const key = await world.addKey()
  const hook = { url: 'https://hooks.example/x', events: ['approval.new'], entities: [TRANSACTION.from] }
  const pairs: [string, string, object][] = [
    ['/v1/webhooks', 'PATCH', hook],
    ['/v1/monitors', 'PUT', { address: TRANSACTION.from }],
  ]
  for (const [path, method, body] of pairs) {
    const { id } = (await world.call('POST', path, { key, body })).json.data
    const got = (await world.call('GET', `${path}/${id}`, { key })).json.data
    const put = await world.call(method, `${path}/${id}`, { key, body: got })
    assert.equal(put.status, 200, put.text)
    const { updatedAt: _, ...before } = got
    const { updatedAt: __, ...after } = put.json.data
    assert.deepEqual(after, before)
    assert.equal((await world.call('POST', path, { key, body: got })).status, 400, 'a creation has no id')
  }
  const { id } = (await world.call('POST', '/v1/webhooks', { key, body: hook })).json.data
  const secret = await world.call('PATCH', `/v1/webhooks/${id}`, { key, body: { secret: 'mine' } })
  assert.match(secret.json.error.message, /^body\.secret: unknown member; known here: url, events, entities$/)
})
