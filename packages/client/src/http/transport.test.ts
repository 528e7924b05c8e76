import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createClient } from '../createClient.ts'
import { ApiError, ConnectionError, RedoubtError, TimeoutError, UnexpectedAnswerError } from '../errors.ts'
import { sendData, sendError, startServer } from '../testing/startServer.ts'

const BUSY = { code: 'OVERLOADED', message: 'Too many.', details: [] }

const clientOf = ({ url }: { url: string }, options: object = {}) =>
  createClient({ baseUrl: url, apiKey: 'svc_test_a', maxRetries: 0, ...options })

describe('answers', () => {
  test('data is returned, meta on request', async () => {
    await using server = await startServer((response) => sendData(response, { status: 'ok' }))
    const seen: string[] = []
    const health = await clientOf(server).health({ onMeta: ({ requestId }) => seen.push(requestId) })
    assert.deepEqual([health, seen], [{ status: 'ok' }, ['r1']])
  })

  test('an error has its code, request id, details and wait', async () => {
    const detail = { path: 'body.callData', message: 'unknown member', suggestion: 'data' }
    await using server = await startServer((response) =>
      sendError(response, 400, { code: 'VALIDATION_ERROR', message: 'body.callData: …', details: [detail] }),
    )
    const error = await clientOf(server)
      .keys.list()
      .catch((one: unknown) => one)
    assert.ok(error instanceof ApiError && error instanceof RedoubtError)
    const { code, status, requestId, details, retryAfterSeconds } = error
    assert.deepEqual(
      { code, status, requestId, details, retryAfterSeconds },
      { code: 'VALIDATION_ERROR', status: 400, requestId: 'r1', details: [detail], retryAfterSeconds: null },
    )
  })

  test('an answer without end is cut off', async () => {
    const megabyte = new Uint8Array(2 ** 20)
    const endless = () => new ReadableStream({ pull: (controller) => controller.enqueue(megabyte) })
    const fetch = async () => new Response(endless())
    await assert.rejects(clientOf({ url: 'http://x.test' }, { fetch }).keys.list(), {
      name: 'ConnectionError',
      message: /longer than 67108864 bytes/,
    })
  })

  test('an answer of another server is an error of its own', async () => {
    await using server = await startServer((response) => response.writeHead(200).end('<html>'))
    await assert.rejects(clientOf(server).keys.list(), UnexpectedAnswerError)
  })

  test('a redirect is not followed: it would carry the key along', async () => {
    await using other = await startServer((response) => sendData(response, {}))
    await using server = await startServer((response) => response.writeHead(307, { location: other.url }).end())
    await assert.rejects(clientOf(server, { maxRetries: 2 }).keys.list(), {
      name: 'UnexpectedAnswerError',
      status: 307,
    })
    assert.deepEqual([other.received, server.received.length], [[], 1])
  })
})

describe('time-outs and aborts', () => {
  test('numbers that no timer holds are refused by name, of the client and of a call', async () => {
    await using server = await startServer((response) => sendData(response, {}))
    for (const wrong of [0, -1, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 31, '5000', true]) {
      const timeoutMs = wrong as number
      assert.throws(() => clientOf(server, { timeoutMs }), /^TypeError: timeoutMs: expected milliseconds/)
      await assert.rejects(clientOf(server).keys.list({ timeoutMs }), /^TypeError: timeoutMs: expected milliseconds/)
      await assert.rejects(clientOf(server).events.stream({ silenceMs: timeoutMs }).next(), /^TypeError: silenceMs/)
    }
    for (const wrong of [-1, Number.NaN, Number.POSITIVE_INFINITY, 1.5, '2']) {
      const maxRetries = wrong as number
      assert.throws(() => clientOf(server, { maxRetries }), /^TypeError: maxRetries: expected a whole number/)
      await assert.rejects(clientOf(server).keys.list({ maxRetries }), /^TypeError: maxRetries/)
    }
    assert.deepEqual(server.received, [])
  })

  test('a body that stalls is a time-out', async () => {
    await using server = await startServer((response) => response.writeHead(200).write('{"success":'))
    await assert.rejects(clientOf(server, { timeoutMs: 60 }).keys.list(), TimeoutError)
  })

  test('a fetch that ignores its signal is a time-out too', async () => {
    const fetch = () => new Promise<Response>(() => {})
    await assert.rejects(clientOf({ url: 'http://a.example' }, { timeoutMs: 20, fetch }).keys.list(), TimeoutError)
  })

  test('an abort ends a request, and a wait between two attempts, with its reason', async () => {
    let controller = new AbortController()
    const reason = new Error('enough')
    await using server = await startServer((response, _, attempt) => {
      setTimeout(() => controller.abort(reason), 80)
      if (attempt === 1) sendError(response, 503, BUSY, { 'retry-after': '30' })
    })
    for (const maxRetries of [1, 0]) {
      controller = new AbortController()
      const started = performance.now()
      await assert.rejects(clientOf(server).keys.list({ signal: controller.signal, maxRetries }), reason)
      assert.ok(performance.now() - started < 5_000)
    }
    assert.equal(server.received.length, 2)
  })

  test('an aborted signal sends nothing', async () => {
    await using server = await startServer((response) => sendData(response, {}))
    await assert.rejects(clientOf(server).keys.list({ signal: AbortSignal.abort() }), { name: 'AbortError' })
    assert.deepEqual(server.received, [])
  })
})

describe('retries', () => {
  test('a creating call is repeated with the same idempotency key and body', async () => {
    await using server = await startServer((response, _, attempt) => {
      if (attempt === 1) response.destroy()
      else if (attempt === 2) sendError(response, 503, BUSY, { 'retry-after': '0' })
      else sendData(response, { id: 'mon_1' })
    })
    const { monitors } = clientOf(server, { maxRetries: 2 })
    assert.equal((await monitors.create({ address: '0x00', chain: 'ethereum' })).id, 'mon_1')
    const keys = new Set(server.received.map(({ headers }) => headers['idempotency-key']))
    assert.equal(server.received.length, 3)
    assert.equal(keys.size, 1)
    assert.match(String([...keys][0]), /^[0-9a-f-]{36}$/)
  })

  test('Retry-After is waited for', async () => {
    await using server = await startServer((response, _, attempt) =>
      attempt === 1 ? sendError(response, 429, BUSY, { 'retry-after': '1' }) : sendData(response, { keys: [] }),
    )
    const started = performance.now()
    await clientOf(server, { maxRetries: 1 }).keys.list()
    assert.ok(performance.now() - started >= 990)
  })

  test('a wait that is too long is the caller’s', async () => {
    await using server = await startServer((response) => sendError(response, 429, BUSY, { 'retry-after': '86400' }))
    await assert.rejects(clientOf(server, { maxRetries: 3 }).keys.list(), { retryAfterSeconds: 86_400 })
    assert.equal(server.received.length, 1)
  })

  test('a rotation that may have happened is not repeated; one that was refused is', async () => {
    await using server = await startServer((response, _, attempt) => {
      if (attempt === 1) sendError(response, 503, BUSY, { 'retry-after': '0' })
      else response.destroy()
    })
    await assert.rejects(clientOf(server, { maxRetries: 3 }).webhooks.rotateSecret('wh_1'), ConnectionError)
    assert.equal(server.received.length, 2)
  })

  test('an error of the request is not repeated', async () => {
    await using server = await startServer((response) =>
      sendError(response, 404, { code: 'NOT_FOUND', message: 'no', details: [] }),
    )
    await assert.rejects(clientOf(server, { maxRetries: 3 }).monitors.get('mon_1'), { code: 'NOT_FOUND' })
    assert.equal(server.received.length, 1)
  })
})

describe('lists', () => {
  test('every item of every page is read, a page at a time', async () => {
    const pages = [
      { monitors: [{ id: 'a' }, { id: 'b' }], nextCursor: 'p2' },
      { monitors: [{ id: 'c' }], nextCursor: null },
    ]
    await using server = await startServer((response, { url }) =>
      sendData(response, pages[url.includes('cursor=p2') ? 1 : 0]),
    )
    const ids: string[] = []
    for await (const { id } of clientOf(server).monitors.each({ limit: 2 })) {
      if (id === 'b') assert.equal(server.received.length, 1)
      ids.push(id)
    }
    assert.deepEqual(ids, ['a', 'b', 'c'])
    assert.deepEqual(
      server.received.map(({ url }) => url),
      ['/v1/monitors?limit=2', '/v1/monitors?limit=2&cursor=p2'],
    )
  })

  test('a list without end is an error, not an endless loop', async () => {
    const pages: readonly ((attempt: number) => object)[] = [
      (attempt) => ({ monitors: [{ id: 'm' }], nextCursor: attempt % 2 === 0 ? 'a' : 'b' }),
      () => ({ monitors: [{ id: 'm' }], nextCursor: 'same' }),
      (attempt) => ({ monitors: [], nextCursor: `c${attempt}` }),
    ]
    for (const page of pages) {
      await using server = await startServer((response, _, attempt) => sendData(response, page(attempt)))
      const read = async () => {
        for await (const _ of clientOf(server).monitors.each());
      }
      await assert.rejects(read(), { name: 'UnexpectedAnswerError', message: /does not end/ })
      assert.ok(server.received.length <= 100)
    }
  })

  test('a list whose last page has a cursor ends all the same', async () => {
    await using server = await startServer((response) =>
      sendData(response, { events: [{ id: 'e' }], nextCursor: 'later', hasMore: false }),
    )
    const ids: string[] = []
    for await (const { id } of clientOf(server).events.each({ order: 'oldest' })) ids.push(id)
    assert.deepEqual(ids, ['e'])
  })
})

test('in a page of another origin a failed connection asks for the origin of the key', async () => {
  const send = async () => {
    throw new TypeError('Failed to fetch')
  }
  const messageAt = async (page?: string) => {
    Object.assign(globalThis, page === undefined ? {} : { location: { origin: page } })
    try {
      const client = createClient({ baseUrl: 'https://redoubt.example', maxRetries: 0, fetch: send })
      return await client.health().catch((error: Error) => error.message)
    } finally {
      Reflect.deleteProperty(globalThis, 'location')
    }
  }
  const failed = 'GET https://redoubt.example failed: Failed to fetch'
  assert.equal(await messageAt(), failed)
  assert.equal(await messageAt('https://redoubt.example'), failed)
  assert.equal(await messageAt('https://app.example'), `${failed}; does the key list the origin https://app.example?`)
})
