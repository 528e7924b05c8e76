import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createClient } from '../createClient.ts'
import { readServerSentEvents } from '../http/serverSentEvents.ts'
import { sendError, startServer } from '../testing/startServer.ts'

const STREAM = { 'content-type': 'text/event-stream; charset=utf-8' }
const block = (cursor: string, id: string) => `id: ${cursor}\nevent: webhook.test\ndata: {"id":"${id}"}\n\n`

const eventsOf = ({ url }: { url: string }) => createClient({ baseUrl: url, apiKey: 'svc_test_a' }).events

describe('the stream of events', () => {
  test('resumes after the last event, and from its opening place before there was one', async () => {
    await using server = await startServer((response, _, attempt) => {
      response.writeHead(200, STREAM)
      if (attempt === 1) response.end('retry: 1\nid: c0\n\n')
      else if (attempt === 2) response.write(block('c1', 'e1'), () => response.destroy())
      else response.write(`: still here\n\n${block('c2', 'e2')}`)
    })
    const seen: unknown[] = []
    const connections: string[] = []
    const heard = { onOpen: () => connections.push('open'), onReconnect: () => connections.push('lost') }
    for await (const event of eventsOf(server).stream(heard)) {
      seen.push([event.id, event.cursor])
      if (seen.length === 2) break
    }
    assert.deepEqual(seen, [
      ['e1', 'c1'],
      ['e2', 'c2'],
    ])
    assert.deepEqual(
      server.received.map(({ headers }) => headers['last-event-id']),
      [undefined, 'c0', 'c1'],
    )
    assert.deepEqual(connections, ['open', 'lost', 'open', 'lost', 'open'])
  })

  test('a silent connection is broken and resumed', async () => {
    await using server = await startServer((response, _, attempt) => {
      response.writeHead(200, STREAM)
      response.write(attempt === 1 ? 'retry: 1\nid: c0\n\n' : block('c1', 'e1'))
    })
    const { value } = await eventsOf(server).stream({ silenceMs: 1_000 }).next()
    assert.equal(value?.cursor, 'c1')
    assert.equal(server.received[1]?.headers['last-event-id'], 'c0')
  })

  test('ends with the error when the key is revoked, or is refused', async () => {
    const revoked = { code: 'EXPIRED_API_KEY', message: 'revoked' }
    await using server = await startServer((response, _, attempt) => {
      if (attempt === 1) response.writeHead(200, STREAM).write(`event: end\ndata: ${JSON.stringify(revoked)}\n\n`)
      else sendError(response, 401, { ...revoked, details: [] })
    })
    for (let count = 0; count < 2; count++)
      await assert.rejects(eventsOf(server).stream().next(), { code: 'EXPIRED_API_KEY', status: 401 })
  })

  test('blocks that are no events break the connection, and it is resumed from the last good place', async () => {
    const broken = ['id: c1\ndata: {\n\n', 'id: \u4e2d\ndata: [1]\n\n', 'retry: 1\nevent: end\ndata: null\n\n']
    await using server = await startServer((response, _, attempt) => {
      response.writeHead(200, STREAM)
      response.write(`retry: 1\nid: c0\n\n${broken[attempt - 1] ?? block('c2', 'e2')}`)
    })
    const { value } = await eventsOf(server).stream().next()
    assert.equal(value?.id, 'e2')
    const places = server.received.map(({ headers }) => headers['last-event-id'])
    assert.deepEqual(places, [undefined, 'c1', 'c0', 'c0'])
  })

  test('what has no event stream ends it with a typed error, and is asked once', async () => {
    const answers: readonly (readonly [status: number, headers: Record<string, string>])[] = [
      [200, { 'content-type': 'text/html' }],
      [200, { 'content-type': 'application/json' }],
      [200, {}],
      [204, {}],
      [302, { location: 'http://127.0.0.1:1/' }],
      [404, { 'content-type': 'text/html' }],
    ]
    for (const [status, headers] of answers) {
      await using server = await startServer((response) => response.writeHead(status, headers).end())
      await assert.rejects(eventsOf(server).stream().next(), { name: 'UnexpectedAnswerError', status })
      assert.equal(server.received.length, 1)
    }
  })

  test('each new connection is told, with its reason', async () => {
    await using server = await startServer((response, _, attempt) => {
      if (attempt === 1) response.writeHead(502).end('<html>')
      else if (attempt === 2) response.destroy()
      else response.writeHead(200, STREAM).write(block('c1', 'e1'))
    })
    const reasons: string[] = []
    const onReconnect = ({ name }: Error, waitMs: number) => {
      assert.ok(waitMs >= 2_000)
      reasons.push(name)
    }
    const { value } = await eventsOf(server).stream({ onReconnect }).next()
    assert.equal(value?.cursor, 'c1')
    assert.deepEqual(reasons, ['UnexpectedAnswerError', 'TypeError'])
  })

  test('an abort ends it at once, also between two connections', async () => {
    await using server = await startServer((response) => response.writeHead(200, STREAM).end('retry: 60000\n\n'))
    const signal = AbortSignal.timeout(80)
    await assert.rejects(eventsOf(server).stream({ signal }).next(), { name: 'TimeoutError' })
  })
})

test('blocks are read across chunks and every kind of line end', async () => {
  const chunks = ['id: 1\r', '\ndata: a\r\nda', 'ta: ä\r\n\r\n: hi\n\nretry: 5\rdata\r\r', 'data: never ended']
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk))
      controller.close()
    },
  })
  const blocks: unknown[] = []
  for await (const read of readServerSentEvents(body)) blocks.push(read)
  assert.deepEqual(blocks, [{ id: '1', data: 'a\nä' }, {}, { retry: 5, data: '' }])
})
