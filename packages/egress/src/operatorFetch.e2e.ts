import assert from 'node:assert/strict'
import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, createServer as createNetServer } from 'node:net'
import { describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'
import { EgressError } from './egressError.ts'
import { createOperatorFetch, type OperatorRequest } from './operatorFetch.ts'

/** Sends one request to a server of the given behaviour. */
async function send(listener: RequestListener, request: Partial<OperatorRequest> = {}) {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const http = createOperatorFetch()
  try {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/secret-key`
    return await http.fetch({ url, deadlineMs: 5_000, maxBytes: 1_000, ...request })
  } finally {
    await http.close()
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
}

const failing = (failure: EgressError['failure']) => (error: unknown) => {
  assert.ok(error instanceof EgressError)
  assert.equal(error.failure, failure)
  assert.ok(!error.message.includes('secret-key'), 'a path may be a key')
  return true
}

describe('operatorFetch', () => {
  it('sends and receives', async () => {
    const response = await send(
      (request, response) => {
        request.pipe(response.writeHead(201, { 'x-seen': request.headers['x-sent'] ?? '' }))
      },
      { method: 'POST', body: 'ping', headers: { 'x-sent': 'yes' } },
    )
    assert.equal(response.status, 201)
    assert.equal(response.headers['x-seen'], 'yes')
    assert.equal(response.body.toString(), 'ping')
  })

  it('does not follow redirects', async () => {
    let hits = 0
    const response = await send((_, response) => {
      hits++
      response.writeHead(302, { location: '/elsewhere' }).end()
    })
    assert.equal(response.status, 302)
    assert.equal(hits, 1)
  })

  for (const as of [{}, { method: 'POST', body: '{}' }] as { method?: 'POST'; body?: string }[]) {
    it(`${as.method ?? 'GET'} ends at the deadline before an answer and in the middle of one`, async () => {
      await assert.rejects(
        send(() => undefined, { ...as, deadlineMs: 50 }),
        failing('timeout'),
      )
      await assert.rejects(
        send((_, response) => void response.writeHead(200).write('a'), { ...as, deadlineMs: 50 }),
        failing('timeout'),
      )
    })

    it(`${as.method ?? 'GET'} cuts off what is larger than the cap`, async () => {
      const endless: RequestListener = (_, response) => {
        const pump = () => {
          while (!response.destroyed && response.write('x'.repeat(1_000)));
        }
        response.on('drain', pump)
        pump()
      }
      await assert.rejects(send(endless, as), failing('too-large'))
    })

    it(`${as.method ?? 'GET'} accepts exactly the cap`, async () => {
      assert.equal((await send((_, response) => response.end('x'.repeat(1_000)), as)).body.length, 1_000)
    })

    it(`${as.method ?? 'GET'} aborts with its signal`, async () => {
      await assert.rejects(
        send(() => undefined, { ...as, signal: AbortSignal.abort() }),
        failing('aborted'),
      )
      await assert.rejects(
        send(() => undefined, { ...as, signal: AbortSignal.timeout(30) }),
        failing('aborted'),
      )
    })

    it(`${as.method ?? 'GET'} reports a connection that is refused or reset`, async () => {
      const http = createOperatorFetch()
      await assert.rejects(
        http.fetch({ url: 'http://127.0.0.1:1/secret-key', deadlineMs: 5_000, maxBytes: 1, ...as }),
        failing('connect'),
      )
      await http.close()
      await assert.rejects(
        send((request) => request.socket.destroy(), as),
        failing('connect'),
      )
    })

    it(`${as.method ?? 'GET'} opens an answer that is compressed unasked, up to the cap`, async () => {
      const compressed =
        (size: number): RequestListener =>
        (_, response) => {
          response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('x'.repeat(size)))
        }
      assert.equal((await send(compressed(1_000), as)).body.toString(), 'x'.repeat(1_000))
      await assert.rejects(send(compressed(1_001), as), failing('too-large'))
    })
  }

  it('says what is wrong with credentials that cannot be decoded', async () => {
    const http = createOperatorFetch()
    for (const credentials of ['us%er:p', 'user:100%', '%ff:p'])
      await assert.rejects(
        http.fetch({ url: `http://${credentials}@127.0.0.1:1/secret-key`, deadlineMs: 5_000, maxBytes: 1 }),
        (error: Error) => {
          assert.match(error.message, /^127\.0\.0\.1:1: a % in the user name or password is written %25\.$/)
          return failing('blocked')(error)
        },
      )
    await http.close()
  })

  it('sends credentials of the URL as basic authentication', async () => {
    let seen: string | undefined
    const server = createServer((request, response) => {
      seen = request.headers.authorization
      response.end()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const http = createOperatorFetch()
    const url = `http://user:p%40ss@127.0.0.1:${(server.address() as AddressInfo).port}/`
    await http.fetch({ url, deadlineMs: 5_000, maxBytes: 10 })
    await http.close()
    await new Promise((resolve) => server.close(resolve))
    assert.equal(seen, `Basic ${Buffer.from('user:p@ss').toString('base64')}`)
  })
})

it('a server that drops kept connections costs no answer', async () => {
  // As behind a balancer: it promises to keep the connection by saying nothing, and closes it.
  const server = createNetServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok')
      setImmediate(() => socket.end())
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const http = createOperatorFetch({ connectionsPerHost: 1 })
  try {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
    for (let index = 0; index < 500; index++) {
      const { body } = await http.fetch({ url, deadlineMs: 5_000, maxBytes: 10 })
      assert.equal(body.toString(), 'ok')
    }
  } finally {
    await http.close()
    await new Promise((resolve) => server.close(resolve))
  }
})
