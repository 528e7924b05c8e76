import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { startTestWorld, type TestWorld } from '../testing/testWorld.ts'

describe('/v1/rpc and its tokens at the edge', () => {
  let world: TestWorld
  let key: string
  before(async () => {
    world = await startTestWorld()
    key = await world.addKey()
  })
  after(() => world[Symbol.asyncDispose]())
  const call = (method: string, id: unknown = 1) => ({ jsonrpc: '2.0', id, method, params: [] })
  const newToken = async (settings: object = {}) =>
    (await world.call('POST', '/v1/rpc-tokens', { key, body: { name: 'phone', ...settings } })).json.data

  test('a token in the path answers calls of any origin, is in no log, and opens nothing else', async () => {
    const { token, id, prefix, blockAt } = await newToken()
    assert.deepEqual([token.startsWith(prefix), blockAt], [true, 'critical'])
    const path = `/v1/rpc/bsc/${token}`
    const answer = await world.call('POST', path, {
      body: call('eth_blockNumber', 'a'),
      headers: { origin: 'https://x.example' },
    })
    assert.deepEqual([answer.status, answer.json], [200, { jsonrpc: '2.0', id: 'a', result: 'eth_blockNumber' }])
    assert.equal(answer.headers.get('access-control-allow-origin'), '*')
    const batch = await world.call('POST', path, { body: [call('a', 1), 'x', call('b', 2)] })
    assert.deepEqual(
      batch.json.map((one: { id: unknown; error?: { code: number } }) => [one.id, one.error?.code ?? null]),
      [
        [1, null],
        [null, -32600],
        [2, null],
      ],
    )
    assert.equal((await world.call('POST', '/v1/rpc/bsc', { key: token, body: call('a') })).status, 401)
    assert.equal((await world.call('GET', '/v1/rpc-tokens', { key: token })).status, 401)
    assert.equal((await world.call('POST', `/v1/rpc/bsc/${key}`, { body: call('a') })).status, 401)
    assert.equal((await world.call('DELETE', `/v1/rpc-tokens/${id}`, { key })).json.data.revoked, true)
    const over = await world.call('POST', path, { body: call('a') })
    assert.deepEqual([over.status, over.json.error.code], [401, 'EXPIRED_API_KEY'])
    assert.ok(!world.log.join('').includes(token))
  })

  test('a key in the header is good too; a token of other networks is not', async () => {
    assert.equal((await world.call('POST', '/v1/rpc/bsc', { key, body: call('a') })).json.result, 'a')
    const { token } = await newToken({ chains: ['ethereum'] })
    assert.equal((await world.call('POST', `/v1/rpc/bsc/${token}`, { body: call('a') })).status, 403)
    assert.equal((await world.call('POST', '/v1/rpc/bsc', { key, body: [] })).json.error.code, -32600)
  })

  test('requests that a token never ends leave half of the places to the keys of the account', async () => {
    const own = await world.addKey({ plan: 'free', accountId: 'account-slow' })
    const { token } = (await world.call('POST', '/v1/rpc-tokens', { key: own, body: { name: 'phone' } })).json.data
    const path = `/v1/rpc/bsc/${token}`
    const { hostname, port } = new URL(world.url)
    const slow = await Promise.all(
      Array.from({ length: 5 }, async () => {
        const socket = connect(Number(port), hostname)
        await once(socket, 'connect')
        socket.write(
          `POST ${path} HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{`,
        )
        return socket
      }),
    )
    const asked = () => world.call('POST', path, { body: call('eth_chainId') })
    let refused = await asked()
    for (let tries = 0; refused.status === 200 && tries < 50; tries++) refused = await asked()
    assert.equal(refused.status, 429)
    assert.match(
      refused.json.error.message,
      /5 requests of all RPC tokens of an account on the free plan are in flight/,
    )
    assert.equal((await world.call('GET', '/v1/rpc-tokens', { key: own })).status, 200)
    for (const socket of slow) socket.destroy()
  })

  test('a preflight of any origin is answered on this path alone', async () => {
    const headers = { origin: 'https://x.example', 'access-control-request-method': 'POST' }
    const open = await world.call('OPTIONS', '/v1/rpc/bsc/anything', { headers })
    assert.deepEqual([open.status, open.headers.get('access-control-allow-origin')], [200, '*'])
    const closed = await world.call('OPTIONS', '/v1/rpc-tokens', { headers })
    assert.equal(closed.headers.get('access-control-allow-origin'), null)
  })

  test('an account without held transactions has an empty list, and an unknown one is NOT_FOUND', async () => {
    const list = await world.call('GET', '/v1/held-transactions?status=held', { key })
    assert.deepEqual(list.json.data, { transactions: [], nextCursor: null })
    for (const act of ['approve', 'cancel'])
      assert.equal((await world.call('POST', `/v1/held-transactions/held_x/${act}`, { key })).status, 404)
  })
})
