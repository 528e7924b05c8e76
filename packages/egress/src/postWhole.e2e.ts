import assert from 'node:assert/strict'
import { getEventListeners, once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { Agent } from 'undici'
import { startDeadline } from './deadline.ts'
import { postWhole } from './postWhole.ts'

const MAX = 1_000
let answer: RequestListener = () => undefined
let server: Server
let url: URL
const agent = new Agent()

before(async () => {
  server = createServer((request, response) => answer(request, response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/rpc?key=1`)
})
after(async () => {
  await agent.destroy()
  server.closeAllConnections()
  server.close()
})

async function post(signal?: AbortSignal, deadlineMs = 10_000) {
  const deadline = startDeadline(url.host, deadlineMs, [signal])
  try {
    return await postWhole(agent, { url, headers: { 'x-of': 'us' }, body: '{}' }, { deadline, maxBytes: MAX })
  } finally {
    await new Promise(setImmediate)
    assert.equal(getEventListeners(deadline.signal, 'abort').length, 0)
    deadline.end()
  }
}

describe('postWhole', () => {
  test('sends path, query, headers and body, and gathers the whole answer in its pieces', async () => {
    answer = async (request, response) => {
      let body = ''
      for await (const chunk of request) body += chunk
      response.writeHead(207, {
        'x-many': ['a', 'b'],
        'x-seen': `${request.method} ${request.url} ${request.headers['x-of']} ${body}`,
      })
      response.write('first ')
      setTimeout(() => response.end('second'), 20)
    }
    const { status, headers, body } = await post()
    assert.deepEqual([status, headers['x-many'], String(body)], [207, 'a, b', 'first second'])
    assert.equal(headers['x-seen'], 'POST /rpc?key=1 us {}')
  })

  test('takes an answer of the largest size, and refuses one byte more, announced or not', async () => {
    answer = (_, response) => response.end(Buffer.alloc(MAX))
    assert.equal((await post()).body.length, MAX)
    answer = (_, response) => response.end(Buffer.alloc(MAX + 1))
    await assert.rejects(post(), {
      failure: 'too-large',
      message: `${url.host}: the answer is larger than ${MAX} bytes.`,
    })
    answer = (_, response) => {
      response.write(Buffer.alloc(MAX))
      response.end('x')
    }
    await assert.rejects(post(), { failure: 'too-large' })
  })

  test('an answer announced as too large is refused before its body', async () => {
    answer = (_, response) => {
      response.writeHead(200, { 'content-length': MAX + 1 })
      response.flushHeaders()
    }
    await assert.rejects(post(), { failure: 'too-large' })
  })

  test('of a server that compresses unasked, what it becomes is bounded', async () => {
    const zipped =
      (size: number): RequestListener =>
      (_, response) => {
        response.writeHead(200, { 'content-encoding': 'gzip' })
        response.end(gzipSync(Buffer.alloc(size)))
      }
    answer = zipped(MAX)
    assert.deepEqual((await post()).body, Buffer.alloc(MAX))
    answer = zipped(MAX + 1)
    await assert.rejects(post(), { failure: 'too-large' })
  })

  test('ends with its deadline and with its signal, before and meanwhile', async () => {
    answer = () => undefined
    await assert.rejects(post(undefined, 50), { failure: 'timeout' })
    await assert.rejects(post(AbortSignal.abort()), { failure: 'aborted' })
    const stopped = new AbortController()
    const posted = post(stopped.signal)
    setTimeout(() => stopped.abort(), 30)
    await assert.rejects(posted, { failure: 'aborted' })
  })

  test('a connection that ends in the answer is told', async () => {
    answer = (_, response) => {
      response.writeHead(200, { 'content-length': 10 })
      response.write('half')
      setTimeout(() => response.destroy(), 10)
    }
    await assert.rejects(post(), { name: 'EgressError', failure: /connect|bad-answer/ })
  })
})
