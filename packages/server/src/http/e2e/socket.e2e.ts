import assert from 'node:assert/strict'
import { once } from 'node:events'
import { METHODS } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, test } from 'node:test'
import { startTestWorld } from '../testing/testWorld.ts'

/** Reads one raw answer and asserts that it wears the envelope. */
function readEnvelope(received: string): { status: number; head: string; code: string; message: string } {
  const [head = '', body = ''] = received.split('\r\n\r\n')
  const parsed = JSON.parse(body)
  assert.deepEqual(Object.keys(parsed), ['success', 'error'], received)
  assert.match(head, /x-request-id: [0-9a-f-]{36}/i)
  assert.match(head, /content-type: application\/json/i)
  assert.match(head, /x-content-type-options: nosniff/i)
  return { status: Number(head.split(' ')[1]), head, ...parsed.error }
}

describe('what is hardly HTTP wears the envelope', () => {
  const long = 'a'.repeat(20_000)
  const cases: Record<string, [string, RegExp]> = {
    'too many headers': [`GET / HTTP/1.1\r\nhost: a\r\nx: ${long}\r\n\r\n`, /^header: expected at most 16384 bytes/],
    'too long a URL': [`GET /${long} HTTP/1.1\r\nhost: a\r\n\r\n`, /^header: expected at most 16384 bytes/],
    'not HTTP': ['hello\r\n\r\n', /^request: expected valid HTTP/],
    'TLS to a plain port': ['\x16\x03\x01\x02\x00\x01\x00', /^request: expected valid HTTP/],
    'two lengths': [
      'POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n',
      /^request: expected/,
    ],
    smuggling: [
      'POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 4\r\ntransfer-encoding: chunked\r\n\r\n',
      /^request: expected/,
    ],
    'an unknown method': ['BREW /pot HTTP/1.1\r\nhost: a\r\n\r\n', /^request: expected valid HTTP/],
    'a bad escape': [
      'GET /%ff%zz HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n',
      /^path: expected valid percent-encoding/,
    ],
  }
  for (const [name, [bytes, message]] of Object.entries(cases)) {
    test(name, async () => {
      await using world = await startTestWorld()
      const answer = readEnvelope(await world.raw(bytes))
      assert.equal(answer.status, 400)
      assert.equal(answer.code, 'VALIDATION_ERROR')
      assert.match(answer.message, message)
      assert.equal((await world.call('GET', '/healthz')).status, 200)
    })
  }

  test('a tunnel is not opened', async () => {
    await using world = await startTestWorld()
    const answer = readEnvelope(await world.raw('CONNECT example.org:443 HTTP/1.1\r\nhost: a\r\n\r\n'))
    assert.deepEqual([answer.status, answer.code], [405, 'METHOD_NOT_ALLOWED'])
    assert.match(answer.head, /allow: /i)
  })

  test('no host, an upgrade and a strange expectation are just requests', async () => {
    await using world = await startTestWorld()
    for (const header of ['x: y', 'connection: upgrade\r\nupgrade: websocket', 'expect: the-unexpected']) {
      const received = await world.raw(`GET /v1/none HTTP/1.1\r\n${header}\r\nconnection: close\r\n\r\n`)
      assert.equal(readEnvelope(received).code, 'NOT_FOUND', header)
    }
  })

  test('every method Node can read is answered: 405 on a known path, 404 on an unknown one', async () => {
    await using world = await startTestWorld()
    for (const method of METHODS) {
      if (['GET', 'HEAD', 'CONNECT'].includes(method)) continue
      const ask = (path: string) => world.raw(`${method} ${path} HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n`)
      const known = readEnvelope(await ask('/v1/scans'))
      assert.deepEqual([known.status, known.message], [405, `${method} is not allowed here; use GET, HEAD.`])
      assert.match(known.head, /allow: GET, HEAD/i)
      assert.equal(readEnvelope(await ask('/v1/none')).status, 404, method)
    }
  })

  test('bodies: chunked over the limit, compressed, untyped, of a broken type', async () => {
    await using world = await startTestWorld()
    const key = await world.addKey()
    const start = `POST /v1/scan/transaction HTTP/1.1\r\nhost: a\r\nconnection: close\r\nauthorization: Bearer ${key}\r\n`
    const chunk = `${(65_536).toString(16)}\r\n${' '.repeat(65_536)}\r\n`
    const typed = 'content-type: application/json; charset=utf-8\r\n'
    const cases: [string, number, string][] = [
      [`${typed}transfer-encoding: chunked\r\n\r\n${chunk.repeat(17)}0\r\n\r\n`, 413, 'PAYLOAD_TOO_LARGE'],
      [`${typed}content-length: 1048577\r\n\r\n`, 413, 'PAYLOAD_TOO_LARGE'],
      [`${typed}content-encoding: gzip\r\ncontent-length: 2\r\n\r\n{}`, 415, 'UNSUPPORTED_MEDIA_TYPE'],
      ['content-length: 2\r\n\r\n{}', 415, 'UNSUPPORTED_MEDIA_TYPE'],
      ['content-type: ;;;\r\ncontent-length: 2\r\n\r\n{}', 415, 'UNSUPPORTED_MEDIA_TYPE'],
      ['content-type: application/jsonp\r\ncontent-length: 2\r\n\r\n{}', 415, 'UNSUPPORTED_MEDIA_TYPE'],
      [`${typed}content-length: 0\r\n\r\n`, 400, 'VALIDATION_ERROR'],
      ['\r\n', 400, 'VALIDATION_ERROR'],
    ]
    for (const [rest, status, code] of cases) {
      const answer = readEnvelope(await world.raw(start + rest))
      assert.deepEqual([answer.status, answer.code], [status, code], rest.slice(0, 80))
    }
  })

  test('a client that reads nothing before it has sent a body of 8 MiB reads why it was refused', async () => {
    await using world = await startTestWorld()
    const key = await world.addKey()
    const poor = await world.addKey({ scopes: ['risk:read'], plan: 'free', accountId: 'poor' })
    const bytes = 8 * 1024 ** 2
    const chunk = 'x'.repeat(65_536)
    const json = 'content-type: application/json\r\n'
    const refusals: [line: string, headers: string, status: number][] = [
      ['POST /v1/scan/transaction', `authorization: Bearer ${key}\r\n${json}`, 413],
      ['POST /v1/scan/transaction', json, 401],
      ['POST /v1/scan/transaction', `authorization: Bearer ${poor}\r\n${json}`, 403],
      ['POST /v1/none', json, 404],
      ['PUT /v1/scan/transaction', json, 405],
      ['POST /v1/scan/transaction', `authorization: Bearer ${key}\r\ncontent-type: text/plain\r\n`, 415],
      ['POST /v1/scan/transaction', `authorization: Bearer ${key}\r\n${json}content-encoding: gzip\r\n`, 415],
    ]
    for (const [line, headers, status] of refusals)
      for (const [framing, part, end] of [
        [`content-length: ${bytes}\r\n\r\n`, chunk, ''],
        ['transfer-encoding: chunked\r\n\r\n', `10000\r\n${chunk}\r\n`, '0\r\n\r\n'],
      ] as const) {
        const socket = connect(world.port, '127.0.0.1')
        socket.write(`${line} HTTP/1.1\r\nhost: a\r\nconnection: close\r\n${headers}${framing}`)
        for (let sent = 0; sent < bytes; sent += chunk.length) if (!socket.write(part)) await once(socket, 'drain')
        socket.write(end)
        assert.equal(readEnvelope(await text(socket)).status, status, line + headers)
      }
  })
})
