import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { describe, test } from 'node:test'
import { PLAN_LIMITS } from '../../domain/plan.ts'
import type { TransactionScanResult } from '../../usecases/scans/transaction/scanTransaction.ts'
import { RESULT, startTestWorld, type TestWorld, TRANSACTION } from '../testing/testWorld.ts'

const PATH = '/v1/events/stream'

const tell = (world: TestWorld, count: number, more: object = {}) =>
  world.storage.tell({
    accountId: 'account-1',
    environment: 'live',
    type: 'approval.new',
    entity: null,
    identity: null,
    data: `{"count":${count}}`,
    at: world.clock.now,
    ...more,
  })

type Block = { id?: string; event?: string; data?: string; comment?: string }
/** Reads a stream as the standard says; `next` waits for the next block, null at the end. */
async function open(
  world: TestWorld,
  { key, query = '', headers = {} }: { key: string; query?: string; headers?: object },
) {
  const stop = new AbortController()
  const response = await fetch(`${world.url}${PATH}${query}`, {
    headers: { authorization: `Bearer ${key}`, ...headers },
    signal: stop.signal,
  })
  assert.equal(response.status, 200)
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader() ?? assert.fail()
  let text = ''
  const next = async (): Promise<Block | null> => {
    for (;;) {
      const end = text.indexOf('\n\n')
      if (end >= 0) {
        const lines = text.slice(0, end).split('\n')
        text = text.slice(end + 2)
        return Object.fromEntries(
          lines.map((line) => {
            const at = line.indexOf(': ')
            return [line.slice(0, at) || 'comment', line.slice(at + 2)]
          }),
        )
      }
      const { done, value } = await reader.read()
      if (done) return null
      text += value
    }
  }
  const opened = await next()
  return { headers: response.headers, opened, next, close: () => stop.abort() }
}
const countOf = (block: Block | null) => JSON.parse(block?.data ?? assert.fail('the stream ended')).data.count

describe('the stream of events', () => {
  test('has what happens from its opening on, as the list has it', async () => {
    await using world = await startTestWorld()
    const key = await world.addKey({ scopes: ['webhooks:write'], plan: 'pro' })
    await tell(world, 1)
    const stream = await open(world, { key })
    assert.equal(stream.headers.get('content-type'), 'text/event-stream; charset=utf-8')
    assert.equal(stream.headers.get('x-ratelimit-limit'), '300')
    await tell(world, 2, { accountId: 'account-2' })
    await tell(world, 3, { environment: 'test' })
    await tell(world, 4)
    const block = await stream.next()
    const [listed] = (await world.call('GET', '/v1/events', { key })).json.data.events
    const { cursor, ...event } = listed
    assert.deepEqual(JSON.parse(block?.data ?? ''), event)
    assert.equal(block?.event, 'approval.new')
    assert.ok(cursor && block?.id)
    stream.close()
  })

  test('goes on where it was cut, by header and by query, with nothing lost and nothing twice', async () => {
    await using world = await startTestWorld()
    const key = await world.addKey()
    const seen: number[] = []
    let id = (await open(world, { key })).opened?.id ?? assert.fail()
    for (let round = 0; round < 8; round++) {
      for (let count = 0; count < 9; count++) await tell(world, round * 9 + count)
      const resume = round % 2 === 0 ? { headers: { 'last-event-id': id } } : { query: `?lastEventId=${id}` }
      const stream = await open(world, { key, ...resume })
      for (let read = 0; read < 1 + round && seen.length < 72; read++) {
        const block = await stream.next()
        seen.push(countOf(block))
        id = block?.id ?? assert.fail()
      }
      stream.close()
    }
    const rest = await open(world, { key, headers: { 'last-event-id': id } })
    while (seen.length < 72) seen.push(countOf(await rest.next()))
    rest.close()
    assert.deepEqual(
      seen,
      Array.from({ length: 72 }, (_, count) => count),
    )
  })

  test('what happens between the listing and the opening is in it', async () => {
    await using world = await startTestWorld()
    const key = await world.addKey()
    await tell(world, 1)
    const { nextCursor } = (await world.call('GET', '/v1/events?order=oldest', { key })).json.data
    await tell(world, 2)
    const stream = await open(world, { key, query: `?lastEventId=${nextCursor}` })
    assert.equal(countOf(await stream.next()), 2)
    stream.close()
  })

  test('says that it is alive, and ends when the server stops', async () => {
    const world = await startTestWorld({ heartbeatMs: 20 })
    const stream = await open(world, { key: await world.addKey() })
    assert.deepEqual(await stream.next(), { comment: 'still here' })
    const closed = world.server.close()
    while ((await stream.next()) !== null);
    await closed
  })

  test('ends when its key is revoked: nothing that happens then is in it', async () => {
    await using world = await startTestWorld()
    const { key, token } = await world.storage.addKey({ scopes: ['webhooks:write'] })
    const stream = await open(world, { key: token })
    await world.storage.keys.revoke(key.accountId, key.environment, key.id)
    await tell(world, 1)
    const block = await stream.next()
    assert.deepEqual([block?.event, JSON.parse(block?.data ?? '').code], ['end', 'EXPIRED_API_KEY'])
    assert.equal(await stream.next(), null)
  })

  test('ends when the plan has none any more', async () => {
    await using world = await startTestWorld({ heartbeatMs: 20 })
    const { key, token } = await world.storage.addKey()
    const stream = await open(world, { key: token })
    await world.storage.setPlan(key.accountId, 'free')
    let block = await stream.next()
    while (block?.comment) block = await stream.next()
    assert.equal(JSON.parse(block?.data ?? '').code, 'PLAN_REQUIRED')
  })

  test('an account has as many at once as its plan allows, and a place is free when one ends', async () => {
    await using world = await startTestWorld()
    const key = await world.addKey({ plan: 'pro' })
    const streams = await Promise.all(Array.from({ length: 10 }, () => open(world, { key })))
    const refused = await world.call('GET', PATH, { key })
    assert.deepEqual([refused.status, refused.headers.get('retry-after')], [429, '30'])
    assert.match(
      refused.json.error.message,
      /10 event streams of this account are open already on this node, the limit of the pro plan; close one/,
    )
    const other = await open(world, { key: await world.addKey({ accountId: 'account-2' }) })
    assert.match((await world.call('GET', '/metrics')).text, /redoubt_event_streams 11/)
    for (const { close } of streams) close()
    other.close()
    let status = 429
    while (status === 429) ({ status } = await world.call('HEAD', PATH, { key }))
    const again = await open(world, { key })
    again.close()
  })

  test('none counts as in flight', async () => {
    const { promise: answered, resolve: answer } = Promise.withResolvers<TransactionScanResult>()
    let scanning = 0
    await using world = await startTestWorld({
      scan: () => {
        scanning++
        return answered
      },
    })
    const key = await world.addKey({ plan: 'pro' })
    const streams = await Promise.all(Array.from({ length: 10 }, () => open(world, { key })))
    const ask = () => world.call('POST', '/v1/scan/transaction', { key, body: TRANSACTION })
    const scans = Array.from({ length: PLAN_LIMITS.pro.burst }, ask)
    while (scanning < scans.length) await new Promise((resolve) => setTimeout(resolve, 5))
    assert.equal((await ask()).status, 429)
    answer(RESULT)
    for (const { status } of await Promise.all(scans)) assert.equal(status, 200)
    for (const { close } of streams) close()
  })

  test('who does not read is not read for', async () => {
    await using world = await startTestWorld()
    const token = await world.addKey()
    const first = await open(world, { key: token })
    first.close()
    const big = JSON.stringify({ count: 1, text: 'x'.repeat(100_000) })
    for (let count = 0; count < 300; count++) await tell(world, count, { data: big })
    let asked = 0
    const { list } = world.ports.events
    world.ports.events.list = (...given) => {
      asked++
      return list(...given)
    }
    const socket = connect(world.port, '127.0.0.1')
    socket.pause()
    socket.write(
      `GET ${PATH} HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${token}\r\nlast-event-id: ${first.opened?.id}\r\n\r\n`,
    )
    // 30 MB in pages of 50: what the connection does not take is not asked for.
    while (asked < 2) await new Promise((resolve) => setTimeout(resolve, 10))
    const before = asked
    await new Promise((resolve) => setTimeout(resolve, 300))
    assert.ok(asked - before <= 2 && asked < 6, `${asked} pages were read`)
    socket.destroy()
  })

  test('ends in the middle of a page when its key is revoked while he does not read', async () => {
    await using world = await startTestWorld()
    const { key, token } = await world.storage.addKey({ scopes: ['webhooks:write'] })
    const first = await open(world, { key: token })
    first.close()
    const big = JSON.stringify({ count: 1, text: 'x'.repeat(1_000_000) })
    for (let count = 0; count < 45; count++) await tell(world, count, { data: big })
    const socket = connect(world.port, '127.0.0.1')
    socket.pause()
    socket.write(
      `GET ${PATH} HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${token}\r\nlast-event-id: ${first.opened?.id}\r\n\r\n`,
    )
    // What the connection takes, it takes.
    while (socket.bytesRead === 0) {
      await new Promise((resolve) => setTimeout(resolve, 10))
      if (socket.bytesRead === 0) socket.read(0)
    }
    await world.storage.keys.revoke(key.accountId, key.environment, key.id)
    let received = ''
    for await (const chunk of socket.setEncoding('latin1')) received += chunk
    assert.ok(received.split('event: approval.new').length - 1 < 45)
    assert.match(received.slice(-1_000), /event: end\ndata: .*EXPIRED_API_KEY/)
  })

  test('a place that is none is refused', async () => {
    await using world = await startTestWorld()
    const key = await world.addKey()
    for (const id of ['1', 'evt_1', 'b2xk', '!'.repeat(9)]) {
      const { status, json } = await world.call('GET', PATH, { key, headers: { 'last-event-id': id } })
      assert.equal(status, 400, id)
      assert.match(json.error.message, /^header\.last-event-id: expected the id of an event of this stream/)
    }
  })
})
