import assert from 'node:assert/strict'
import type { RequestListener } from 'node:http'
import { describe, it } from 'node:test'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { EgressError, type EgressFailure } from './egressError.ts'
import type { GuardedRequest } from './guardedFetch.ts'
import { withServer } from './testing/withServer.ts'

/** Asks a server of the given behaviour for `/secret-path?key`, by the name that is allowed. */
function ask(listener: RequestListener, request: Partial<GuardedRequest> = {}) {
  return withServer(listener, ({ egress, allowed }) =>
    egress.guarded.fetch({ url: `${allowed}/secret-path?key`, deadlineMs: 60_000, maxBytes: 1_000, ...request }),
  )
}

const failing = (failure: EgressFailure) => (error: unknown) => {
  assert.ok(error instanceof EgressError, String(error))
  assert.equal(error.failure, failure, error.message)
  assert.doesNotMatch(error.message, /secret|key/)
  return true
}

describe('guarded.fetch', () => {
  it('reaches what EGRESS_ALLOW names, and tells where the answer came from', async () => {
    const answer = await ask((_, response) => void response.end('hello'))
    assert.equal(answer.status, 200)
    assert.equal(answer.body.toString(), 'hello')
    assert.match(answer.url, /^http:\/\/localhost:\d+\/secret-path\?key$/)
    assert.match(answer.address, /^(127\.0\.0\.1|::1)$/)
    assert.deepEqual(answer.redirects, [])
  })

  it('refuses every other way to the same server, without connecting', async () => {
    let connections = 0
    const count: RequestListener = (_, response) => {
      connections++
      response.end()
    }
    await withServer(count, async ({ egress, port }) => {
      const hosts = [
        '127.0.0.1',
        '127.1',
        '2130706433',
        '0x7f.1',
        '0',
        '[::ffff:127.0.0.1]',
        '[::]',
        'localhost.',
        '①②⑦.0.0.1',
      ]
      for (const host of hosts) {
        const url = `http://${host}:${port}/secret-path?key`
        await assert.rejects(egress.guarded.fetch({ url, deadlineMs: 60_000, maxBytes: 10 }), failing('blocked'), host)
      }
    })
    assert.equal(connections, 0)
  })

  it('checks a redirect anew', async () => {
    const away: RequestListener = (_, response) =>
      void response.writeHead(302, { location: 'http://169.254.169.254/secret' }).end()
    assert.equal((await ask(away)).status, 302)
    await assert.rejects(ask(away, { maxRedirects: 3 }), failing('blocked'))
  })

  it('follows redirects as far as it may, and tells them', async () => {
    const countDown: RequestListener = (request, response) => {
      const left = Number(/\d+$/.exec(request.url ?? '')?.[0] ?? 3)
      if (left === 0) response.end('there')
      else response.writeHead(301, { location: `/left/${left - 1}` }).end('x'.repeat(5_000))
    }
    const { body, url, redirects } = await ask(countDown, { maxRedirects: 3 })
    assert.equal(body.toString(), 'there')
    assert.match(url, /\/left\/0$/)
    assert.deepEqual(
      redirects.map((redirect) => redirect.status),
      [301, 301, 301],
    )
    await assert.rejects(ask(countDown, { maxRedirects: 2 }), failing('too-many-redirects'))
  })

  it('sends a body again to the same origin with 307, and not at all with 302', async () => {
    const echo =
      (status: number): RequestListener =>
      (request, response) => {
        if (request.url !== '/end') return void response.writeHead(status, { location: '/end' }).end()
        response.setHeader('x-type', request.headers['content-type'] ?? 'none')
        response.write(`${request.method} `)
        request.pipe(response)
      }
    const post = { method: 'POST', body: 'ping', headers: { 'Content-Type': 'text/x' }, maxRedirects: 1 } as const
    const kept = await ask(echo(307), post)
    assert.deepEqual([kept.body.toString(), kept.headers['x-type']], ['POST ping', 'text/x'])
    const dropped = await ask(echo(302), post)
    assert.deepEqual([dropped.body.toString(), dropped.headers['x-type']], ['GET ', 'none'])
  })

  it('never hands a body or a key to another origin', async () => {
    let seen: unknown
    const other: RequestListener = (request, response) => {
      seen = request.headers
      response.end('other')
    }
    await withServer(other, async ({ port }) => {
      const away: RequestListener = (_, response) =>
        void response.writeHead(307, { location: `http://localhost:${port}/` }).end()
      await withServer(away, async ({ allowed }) => {
        const { createGuardedFetch } = await import('./guardedFetch.ts')
        const { createGuard } = await import('./guard.ts')
        const guarded = createGuardedFetch(createGuard({ allow: [new URL(allowed).host, `localhost:${port}`] }))
        const request = { url: allowed, deadlineMs: 60_000, maxBytes: 10, maxRedirects: 1 }
        await assert.rejects(guarded.fetch({ ...request, method: 'POST', body: 'x' }), failing('blocked'))
        assert.equal(seen, undefined)
        const headers = { authorization: 'a', cookie: 'b', 'x-api-key': 'c', accept: 'text/html' }
        assert.equal((await guarded.fetch({ ...request, headers })).body.toString(), 'other')
        await guarded.close()
      })
    })
    const { accept, authorization, cookie, 'x-api-key': key } = seen as Record<string, unknown>
    assert.deepEqual([accept, authorization, cookie, key], ['text/html', undefined, undefined, undefined])
  })

  for (const [coding, compress] of Object.entries({ gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync })) {
    it(`reads ${coding}, and counts what comes out of it`, async () => {
      const bomb =
        (size: number): RequestListener =>
        (_, response) =>
          void response.writeHead(200, { 'content-encoding': coding }).end(compress(Buffer.alloc(size)))
      assert.deepEqual((await ask(bomb(1_000))).body, Buffer.alloc(1_000))
      await assert.rejects(ask(bomb(1_001)), failing('too-large'))
      await assert.rejects(ask(bomb(20_000_000)), failing('too-large'))
    })
  }

  for (const coding of ['gzip, gzip', 'gzip,br', 'zstd', 'compress', 'gzip']) {
    it(`refuses ${coding} that is ${coding === 'gzip' ? 'none' : 'nested or unknown'}`, async () => {
      const answer: RequestListener = (_, response) =>
        void response.writeHead(200, { 'content-encoding': coding }).end('?')
      await assert.rejects(ask(answer), failing('bad-encoding'))
    })
  }

  for (const [coding, compress] of Object.entries({ gzip: gzipSync, '': (body: Buffer) => body })) {
    it(`keeps the beginning of what is too large, when told to${coding === '' ? '' : `, of ${coding} too`}`, async () => {
      const large =
        (size: number): RequestListener =>
        (_, response) =>
          void response.writeHead(200, { 'content-encoding': coding }).end(compress(Buffer.alloc(size, 'a')))
      for (const [size, truncated] of [
        [999, false],
        [1_000, false],
        [1_001, true],
        [5_000_000, true],
      ] as const) {
        const answer = await ask(large(size), { keepBeginning: true })
        assert.deepEqual([answer.body.length, answer.truncated], [Math.min(size, 1_000), truncated])
      }
    })
  }

  it('reads no body where there is none, whatever the coding says', async () => {
    const empty =
      (status: number): RequestListener =>
      (_, response) =>
        void response.writeHead(status, { 'content-encoding': 'gzip' }).end()
    assert.equal((await ask(empty(304))).body.length, 0)
    assert.equal((await ask(empty(200), { method: 'HEAD' })).body.length, 0)
  })

  it('ends at the deadline, whatever drips', async () => {
    const drip: RequestListener = (_, response) => {
      const timer = setInterval(() => response.write('a'), 10)
      response.once('close', () => clearInterval(timer))
    }
    await assert.rejects(ask(drip, { deadlineMs: 200 }), failing('timeout'))
  })

  it('refuses more than 16 KB of headers', async () => {
    const verbose: RequestListener = (_, response) => void response.writeHead(200, { a: 'a'.repeat(17_000) }).end()
    await assert.rejects(ask(verbose), failing('bad-answer'))
  })

  it('cuts off a head that never ends, long before the deadline', async () => {
    const endless: RequestListener = ({ socket }) => {
      const piece = Buffer.alloc(65_536, 'a')
      const more = () => {
        while (!socket.destroyed && socket.write(piece)) if (socket.bytesWritten > 50_000_000) break
      }
      socket.on('drain', more).on('error', () => undefined)
      socket.write('HTTP/1.1 200 ')
      more()
    }
    const rejection = await ask(endless, { deadlineMs: 20_000 }).catch((error: unknown) => error)
    assert.ok(failing('bad-answer')(rejection))
    assert.match(String(rejection), /head of the answer is larger than 262144 bytes/)
  })

  it('takes a body that comes with its head', async () => {
    const large: RequestListener = (_, response) => void response.end(Buffer.alloc(4_000_000))
    const answers = await Promise.all([1, 2, 3, 4, 5, 6].map(() => ask(large, { maxBytes: 4_000_000 })))
    assert.deepEqual(new Set(answers.map(({ body }) => body.length)), new Set([4_000_000]))
  })

  it('survives a server that closes while it is read', async () => {
    const close: RequestListener = ({ socket }) => {
      socket.end(`HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 65536\r\n\r\n${'a'.repeat(65_536)}`)
    }
    for (let index = 0; index < 20; index++) assert.equal((await ask(close, { maxBytes: 65_536 })).body.length, 65_536)
  })

  it('tells TLS trouble apart, and ends with its signal or with close', async () => {
    await withServer(
      () => undefined,
      async ({ egress, port, allowed }) => {
        const limits = { deadlineMs: 60_000, maxBytes: 10 }
        const tls = egress.guarded.fetch({ ...limits, url: `https://localhost:${port}/secret` })
        await assert.rejects(tls, failing('tls'))
        const aborted = egress.guarded.fetch({ ...limits, url: allowed, signal: AbortSignal.timeout(30) })
        await assert.rejects(aborted, failing('aborted'))
        const closed = egress.guarded.fetch({ ...limits, url: allowed })
        setTimeout(() => egress.guarded.close(), 30)
        await assert.rejects(closed, failing('aborted'))
      },
    )
  })
})
