import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { describe, test } from 'node:test'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { startDeadline } from './deadline.ts'
import { decodedBody, openBody } from './decodedBody.ts'
import type { Hop, HopRequest } from './hop.ts'

const TEXT = Buffer.from('what the answer says, '.repeat(100))
const pieces = (bytes: Buffer, size = 300) =>
  Readable.from(
    Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) => bytes.subarray(at * size, (at + 1) * size)),
  )

async function decode(bytes: Buffer, encoding: string, more: { maxBytes?: number; keepBeginning?: boolean } = {}) {
  const chunks: Buffer[] = []
  const options = { host: 'h.example', maxBytes: 100_000, encoding, ...more }
  for await (const chunk of decodedBody(pieces(bytes), options)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

describe('decodedBody', () => {
  for (const [encoding, bytes] of [
    ['', TEXT],
    ['identity', TEXT],
    ['gzip', gzipSync(TEXT)],
    [' X-GZIP ', gzipSync(TEXT)],
    ['deflate', deflateSync(TEXT)],
    ['br', brotliCompressSync(TEXT)],
  ] as const) {
    test(`reads ${encoding || 'no coding'} up to the limit, and not a byte more`, async () => {
      assert.deepEqual(await decode(bytes, encoding), TEXT)
      assert.deepEqual(await decode(bytes, encoding, { maxBytes: TEXT.length }), TEXT)
      await assert.rejects(decode(bytes, encoding, { maxBytes: TEXT.length - 1 }), {
        failure: 'too-large',
        message: `h.example: the answer is larger than ${TEXT.length - 1} bytes.`,
      })
    })

    test(`keeps the beginning of ${encoding || 'no coding'}, and one byte more where there are more`, async () => {
      const kept = (maxBytes: number) => decode(bytes, encoding, { maxBytes, keepBeginning: true })
      assert.deepEqual(await kept(TEXT.length), TEXT)
      assert.deepEqual(await kept(1_000), TEXT.subarray(0, 1_001))
      assert.deepEqual(await kept(300), TEXT.subarray(0, 301))
      assert.deepEqual(await kept(0), TEXT.subarray(0, 1))
    })
  }

  for (const encoding of ['gzip, gzip', 'zstd', 'compress'])
    test(`refuses ${encoding}`, async () => {
      await assert.rejects(decode(TEXT, encoding), { failure: 'bad-encoding', message: /Expected: gzip, deflate, br/ })
    })

  test('a small bomb is stopped by what it becomes', async () => {
    await assert.rejects(decode(gzipSync(Buffer.alloc(5_000_000)), 'gzip'), { failure: 'too-large' })
  })

  test('what becomes nothing is stopped by what it is', async () => {
    const head = Buffer.from('1f8b0800000000000003', 'hex')
    // Stored blocks without a byte (RFC 1951, 3.2.4).
    const empty = Buffer.from('000000ffff'.repeat(20_000), 'hex')
    const end = Buffer.from('010000ffff0000000000000000', 'hex')
    const bytes = Buffer.concat([head, empty, end])
    assert.equal((await decode(bytes, 'gzip')).length, 0)
    await assert.rejects(decode(bytes, 'gzip', { maxBytes: 1_000 }), { failure: 'too-large' })
  })
})

describe('openBody', () => {
  async function open(
    headers: Record<string, string>,
    { status = 200, method = 'GET', keepBeginning = false, bytes = TEXT, maxBytes = 5_000 } = {},
  ) {
    const deadline = startDeadline('h.example', 60_000, [])
    const hop = { status, headers, body: pieces(bytes) } as unknown as Hop
    const asked = { url: new URL('https://h.example/'), method } as HopRequest
    const chunks: Buffer[] = []
    try {
      for await (const chunk of openBody(hop, asked, { deadline, maxBytes, keepBeginning })) chunks.push(chunk)
      return Buffer.concat(chunks)
    } finally {
      deadline.end()
    }
  }

  test('refuses a body that is announced as too large, before it is read', async () => {
    const headers = { 'content-length': '5001' }
    await assert.rejects(open(headers), { failure: 'too-large', message: /larger than 5000 bytes/ })
    assert.deepEqual(await open(headers, { keepBeginning: true }), TEXT)
    assert.deepEqual(await open({ 'content-length': '5000' }), TEXT)
  })

  test('what is announced of a compressed body, or of no body, says nothing', async () => {
    const zipped = { 'content-length': '99999', 'content-encoding': 'gzip' }
    assert.deepEqual(await open(zipped, { bytes: gzipSync(TEXT) }), TEXT)
    const empty = { bytes: Buffer.alloc(0) }
    for (const bodiless of [{ status: 204 }, { status: 304 }, { method: 'HEAD' }])
      assert.equal((await open(zipped, { ...empty, ...bodiless })).length, 0)
  })

  test('a broken coding and an ended deadline are told in our words', async () => {
    await assert.rejects(open({ 'content-encoding': 'gzip' }), { name: 'EgressError', failure: 'bad-encoding' })
    const deadline = startDeadline('h.example', 60_000, [AbortSignal.abort()])
    const hop = { status: 200, headers: {}, body: pieces(TEXT) } as unknown as Hop
    const body = openBody(hop, { url: new URL('https://h.example/'), method: 'GET' } as HopRequest, {
      deadline,
      maxBytes: 9_000,
    })
    await assert.rejects(body.next(), { failure: 'aborted' })
    deadline.end()
  })
})
