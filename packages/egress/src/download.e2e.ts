import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import type { RequestListener } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'
import { createEgress } from './createEgress.ts'
import { EgressError, type EgressFailure } from './egressError.ts'
import type { DownloadRequest } from './operatorFetch.ts'
import { withServer } from './testing/withServer.ts'

describe('operator.download', () => {
  let folder = ''
  let file = ''
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'redoubt-download-'))
    file = join(folder, 'feed')
  })
  after(() => rm(folder, { recursive: true }))

  /** Downloads from an address that is private and not in EGRESS_ALLOW: the operator configured it. */
  const download = (listener: RequestListener, request: Partial<DownloadRequest> = {}) =>
    withServer(listener, ({ egress, port }) =>
      egress.operator.download({
        url: `http://127.0.0.1:${port}/feed?key=secret`,
        file,
        deadlineMs: 10_000,
        maxBytes: 1_000_000,
        ...request,
      }),
    )

  const failsWith = async (failure: EgressFailure, listener: RequestListener, request?: Partial<DownloadRequest>) => {
    await assert.rejects(download(listener, request), (error) => {
      assert.ok(error instanceof EgressError, String(error))
      assert.equal(error.failure, failure, error.message)
      assert.doesNotMatch(error.message, /secret/)
      return true
    })
    assert.ok(!existsSync(file), 'nothing is left behind')
  }

  it('guards a name that is asked by plain http, because the owner of its DNS could point it anywhere', async () => {
    let connections = 0
    const listener: RequestListener = (_, response) => {
      connections++
      response.end('a list')
    }
    await withServer(listener, async ({ port }) => {
      const egress = createEgress({ allow: [`lists.localhost:${port}`] })
      const from = (host: string) =>
        egress.operator.download({
          url: `http://${host}:${port}/feed?key=secret`,
          file,
          deadlineMs: 5_000,
          maxBytes: 100,
        })
      try {
        for (const name of ['feeds.example', 'router.localhost', 'localhost.'])
          await assert.rejects(from(name), { name: 'EgressError', failure: 'blocked', message: /EGRESS_ALLOW/ }, name)
        assert.equal(connections, 0)
        for (const meant of ['127.0.0.1', 'localhost']) assert.equal((await from(meant)).bytes, 6, meant)
        // Allowed, so that the guard asks the system for its address, which may not know it.
        await from('lists.localhost').catch(({ failure }) => assert.notEqual(failure, 'blocked'))
      } finally {
        await egress.close()
      }
    })
    await rm(file, { force: true })
  })

  it('writes the decompressed body and tells its size and SHA-256', async () => {
    const list = Buffer.from('0xabc\n'.repeat(100_000))
    const answer = await download((_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip', etag: '"1"' }).end(gzipSync(list))
    })
    assert.deepEqual(await readFile(file), list)
    assert.equal((await stat(file)).mode & 0o777, 0o600)
    const sha256 = createHash('sha256').update(list).digest('hex')
    const { status, bytes, headers } = answer
    assert.deepEqual(
      { status, bytes, etag: headers.etag, sha256: answer.sha256 },
      { status: 200, bytes: 600_000, etag: '"1"', sha256 },
    )
    await rm(file)
  })

  it('writes nothing for any other status', async () => {
    for (const status of [304, 404, 500]) {
      const answer = await download((_, response) => void response.writeHead(status).end())
      assert.deepEqual([answer.status, answer.bytes, existsSync(file)], [status, 0, false])
      assert.equal(answer.sha256, createHash('sha256').digest('hex'))
    }
  })

  it('ends a file of 2 GB, told or not, and a gzip bomb, at the cap', async () => {
    await failsWith(
      'too-large',
      (_, response) => void response.writeHead(200, { 'content-length': 2 ** 31 }).flushHeaders(),
    )
    await failsWith('too-large', (_, response) => {
      const pump = () => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
      }
      response.on('drain', pump)
      pump()
    })
    const bomb = gzipSync(Buffer.alloc(50_000_000))
    await failsWith(
      'too-large',
      (_, response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb),
    )
  })

  it('leaves no half file when the connection breaks or stalls', async () => {
    await failsWith('bad-answer', (_, response) => void response.write('half', () => response.destroy()))
    await failsWith('timeout', (_, response) => void response.write('half'), { deadlineMs: 200 })
  })

  it('follows redirects on the same private origin, with its credentials', async () => {
    const moved: RequestListener = (request, response) => {
      if (request.url === '/new') response.end(request.headers['x-api-key'])
      else response.writeHead(301, { location: '/new' }).end()
    }
    const answer = await download(moved, { maxRedirects: 1, headers: { 'X-Api-Key': 'mine' } })
    assert.match(answer.url, /\/new$/)
    assert.equal(await readFile(file, 'utf8'), 'mine')
    await rm(file)
  })

  it('goes nowhere private by a redirect, not even back', async () => {
    for (const to of ['http://169.254.169.254/', 'http://127.0.0.1:1/', 'http://[::1]/', 'http://10.0.0.1:8080/']) {
      await failsWith('blocked', (_, response) => void response.writeHead(302, { location: to }).end(), {
        maxRedirects: 3,
      })
    }
    let asked = 0
    const home: RequestListener = (request, response) => {
      asked++
      // By another name of this server that is allowed, then back to the private address itself.
      const port = request.socket.localPort
      const host = request.headers.host?.startsWith('localhost') ? '127.0.0.1' : 'localhost'
      response.writeHead(302, { location: `http://${host}:${port}/` }).end()
    }
    await failsWith('blocked', home, { maxRedirects: 5 })
    assert.equal(asked, 2)
  })

  it('says what the disk says', async () => {
    const nowhere = download((_, response) => void response.end('x'), { file: join(folder, 'none', 'feed') })
    await assert.rejects(nowhere, { code: 'ENOENT' })
  })
})
