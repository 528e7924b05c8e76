import assert from 'node:assert/strict'
import { connect, type Socket } from 'node:net'
import { test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { startTestWorld, TRANSACTION } from '../testing/testWorld.ts'

const SCAN = '/v1/scan/transaction'

test('answers over 1 KB are compressed on request, and only those', async () => {
  await using world = await startTestWorld()
  const key = await world.addKey()
  const bytesOf = async (path: string, coding: string, init: RequestInit = {}) => {
    // Raw, because fetch decodes by itself.
    const body =
      init.body === undefined
        ? ''
        : `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(String(init.body))}\r\n`
    const head = `${init.method ?? 'GET'} ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\nauthorization: Bearer ${key}\r\naccept-encoding: ${coding}\r\n${body}\r\n${init.body ?? ''}`
    const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
    const chunks: Buffer[] = []
    connect(world.port, '127.0.0.1', function (this: Socket) {
      this.write(head)
    })
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .on('error', reject)
      .on('end', () => resolve(Buffer.concat(chunks)))
    const answer = await promise
    const end = answer.indexOf('\r\n\r\n')
    return { head: answer.subarray(0, end).toString('latin1').toLowerCase(), body: answer.subarray(end + 4) }
  }
  const scan = { method: 'POST', body: JSON.stringify(TRANSACTION) }
  const plain = await bytesOf(SCAN, 'identity', scan)
  assert.doesNotMatch(plain.head, /content-encoding/)
  const data = (body: Buffer) => JSON.parse(body.toString()).data
  const zipped = await bytesOf(SCAN, 'gzip', scan)
  assert.match(zipped.head, /content-encoding: gzip/)
  assert.match(zipped.head, /vary: accept-encoding/)
  assert.deepEqual(data(gunzipSync(zipped.body)), data(plain.body))
  const brotli = await bytesOf(SCAN, 'gzip, br', scan)
  assert.match(brotli.head, /content-encoding: br/)
  assert.deepEqual(data(brotliDecompressSync(brotli.body)), data(plain.body))
  assert.ok(zipped.body.length < plain.body.length / 2)
  for (const [path, coding] of [
    ['/healthz', 'gzip'],
    [SCAN, 'zstd'],
    [SCAN, 'br;q=0, gzip;q=0'],
  ] as const)
    assert.doesNotMatch((await bytesOf(path, coding, path === SCAN ? scan : {})).head, /content-encoding/, coding)
  const large = await bytesOf(SCAN, 'gzip', { method: 'POST', body: ' '.repeat(1_048_577) })
  assert.match(large.head, /^http\/1.1 413[\s\S]*content-length: \d+/)
  assert.doesNotMatch(large.head, /content-encoding/)
})
