import assert from 'node:assert/strict'
import type { RequestListener } from 'node:http'
import { describe, it } from 'node:test'
import { withServer } from '@redoubt/egress/testing/withServer.ts'
import { parseSite } from '../address/parseSite.ts'
import { createVisitor, type VisitorOptions } from './createVisitor.ts'
import type { Visited } from './requestHeaders.ts'

type Pages = Record<string, [status: number, headers: Record<string, string>, body?: string]>

const HTML = { 'content-type': 'text/html' }
/** Answers by path. */
const serve =
  (pages: Pages): RequestListener =>
  (request, response) => {
    const [status, headers, body] = pages[request.url ?? ''] ?? [404, {}, 'nothing here']
    response.writeHead(status, headers).end(body)
  }

function visit(listener: RequestListener, options: Partial<VisitorOptions> = {}): Promise<Visited> {
  return withServer(listener, ({ egress, allowed }) => {
    const visitor = createVisitor({ fetch: egress.guarded.fetch, parse: parseSite, deadlineMs: 60_000, ...options })
    return visitor(parseSite(`${allowed}/`), AbortSignal.timeout(120_000))
  })
}

describe('a visit', () => {
  it('follows each way that leads on, and tells it', async () => {
    const { visit: seen, html } = await visit(
      serve({
        '/': [302, { location: '/refresh' }],
        '/refresh': [200, { ...HTML, refresh: '0;url=/meta' }],
        '/meta': [200, HTML, '<meta http-equiv="refresh" content="0; url=/script">'],
        '/script': [200, HTML, '<script>window.location.href = "/" + atob("ZW5k")</script>'],
        '/end': [200, { ...HTML, server: 'shop' }, '<p>Here it is.</p>'],
      }),
    )
    assert.deepEqual(
      seen.hops.map(({ how, to }) => [how, to.path]),
      [
        ['http', '/refresh'],
        ['refresh-header', '/meta'],
        ['meta', '/script'],
        ['script', '/end'],
      ],
    )
    assert.equal(seen.final.path, '/end')
    assert.deepEqual([seen.reached, seen.status, seen.server, seen.endless], [true, 200, 'shop', false])
    assert.match(seen.ipAddress ?? '', /^(127\.0\.0\.1|::1)$/)
    assert.equal(html, '<p>Here it is.</p>')
  })

  it('gives a cookie back, as sites ask for that redirect until they see it', async () => {
    const gate: RequestListener = (request, response) => {
      if (request.headers.cookie === 'seen=1') return void response.writeHead(200, HTML).end('<p>Welcome</p>')
      response.writeHead(302, { location: '/', 'set-cookie': 'seen=1; Expires=Wed, 01 Jan 2098 00:00:00 GMT' }).end()
    }
    assert.equal((await visit(gate)).html, '<p>Welcome</p>')
    assert.equal((await visit(gate, { cookies: false })).visit.endless, true)
    const scripted: RequestListener = (request, response) => {
      const seen = request.headers.cookie === 'seen=1'
      const page = seen ? '<p>Welcome</p>' : '<script>document.cookie="seen=1";location.reload()</script>'
      response.writeHead(200, HTML).end(page)
    }
    assert.equal((await visit(scripted)).html, '<p>Welcome</p>')
  })

  it('stops at ten hops', async () => {
    let asked = 0
    const endless: RequestListener = (_, response) => {
      asked++
      response.writeHead(302, { location: `/${asked}` }).end()
    }
    const { visit: seen } = await visit(endless)
    assert.deepEqual([seen.endless, seen.hops.length, asked], [true, 10, 11])
  })

  it('does not take a page that loads itself again for a redirect', async () => {
    const { visit: seen } = await visit(serve({ '/': [200, { ...HTML, refresh: '0;url=/' }, '<p>Prices</p>'] }))
    assert.deepEqual([seen.hops, seen.endless], [[], false])
  })

  it('answers when the site does not', async () => {
    const { visit: seen, html } = await visit((_, response) => void response.destroy())
    assert.deepEqual([seen.reached, seen.failure?.code, html], [false, 'connect', null])
    const private_ = await visit(serve({ '/': [302, { location: 'http://169.254.169.254/latest' }] }))
    assert.equal(private_.visit.failure?.code, 'blocked')
    assert.equal(private_.visit.final.host, '169.254.169.254')
    const silent = await visit(() => undefined, { deadlineMs: 50 })
    assert.equal(silent.visit.failure?.code, 'timeout')
  })

  it('rejects when no caller waits any more', async () => {
    await withServer(
      () => undefined,
      async ({ egress, allowed }) => {
        const visitor = createVisitor({ fetch: egress.guarded.fetch, parse: parseSite })
        await assert.rejects(visitor(parseSite(allowed), AbortSignal.abort(new Error('gone'))), /gone/)
      },
    )
  })

  it('names a download, and does not read it as a page', async () => {
    const { visit: seen, html } = await visit(
      serve({ '/': [200, { ...HTML, 'content-disposition': 'attachment; filename=wallet.exe' }, '<p>MZ</p>'] }),
    )
    assert.deepEqual([seen.download, html], ['wallet.exe', null])
  })

  it('keeps the beginning of a page that is too large', async () => {
    const large = `<p>Welcome</p>${' '.repeat(3_000_000)}`
    const { visit: seen, html } = await visit(serve({ '/': [200, HTML, large] }))
    assert.deepEqual([seen.truncated, seen.bytes], [true, 2_097_152])
    assert.match(html ?? '', /^<p>Welcome/)
  })

  it('shows itself as a browser, or as a robot', async () => {
    const echo: RequestListener = (request, response) =>
      void response.writeHead(200, HTML).end(request.headers['user-agent'])
    assert.match((await visit(echo)).html ?? '', /Chrome\//)
    assert.match((await visit(echo, { agent: 'robot' })).html ?? '', /Googlebot/)
  })
})
