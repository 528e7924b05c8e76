import assert from 'node:assert/strict'
import type { RequestListener } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { describe, it } from 'node:test'
import { createEgress } from './createEgress.ts'
import type { GuardedRequest } from './guardedFetch.ts'
import { certify, selfSigned } from './testing/selfSigned.ts'

const AUTHORITY = { ...certify({ names: [], commonName: 'test authority' }), commonName: 'test authority' }
const LIMITS = { deadlineMs: 20_000, maxBytes: 1_000 }

/** Asks https://shop.sandbox.test/, which is a server on loopback with the certificate given. */
async function ask(options: {
  certificate?: { cert: string; key: string }
  request?: Partial<GuardedRequest>
  tls?: { minVersion?: 'TLSv1'; maxVersion?: 'TLSv1.1'; ciphers?: string }
  listener?: RequestListener
}) {
  const certificate = options.certificate ?? certify({ names: ['shop.sandbox.test'], issuer: AUTHORITY })
  const echo: RequestListener = (request, response) => void response.end(request.headers.host)
  const server = createServer({ ...certificate, ...options.tls }, options.listener ?? echo)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const connectTo = new Map([['shop.sandbox.test:443', `127.0.0.1:${port}`]])
  const egress = createEgress({ allow: [], connectTo, authorities: [AUTHORITY.cert] })
  try {
    return await egress.guarded.fetch({ url: 'https://shop.sandbox.test/', ...LIMITS, ...options.request })
  } finally {
    await egress.close()
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
}

describe('guarded.fetch over TLS', () => {
  it('reaches our own sites by their names, and trusts the given certificates only', async () => {
    const answer = await ask({})
    assert.equal(answer.body.toString(), 'shop.sandbox.test')
    assert.equal(answer.address, '127.0.0.1')
  })

  it('goes nowhere else because of that', async () => {
    const connectTo = new Map([['shop.sandbox.test:443', '127.0.0.1:9']])
    const { guarded, close } = createEgress({ allow: [], connectTo })
    for (const url of ['http://127.0.0.1:9/', 'https://shop.sandbox.test:22/']) {
      await assert.rejects(guarded.fetch({ url, ...LIMITS }), { failure: 'blocked' }, url)
    }
    await close()
  })

  for (const [what, certificate] of Object.entries({
    'for another name': certify({ names: ['other.test'], issuer: AUTHORITY }),
    'that was not signed': selfSigned(['shop.sandbox.test']),
    'that is past its time': certify({ names: ['shop.sandbox.test'], from: 2020, to: 2021, issuer: AUTHORITY }),
  })) {
    it(`refuses a certificate ${what}, unless it only looks`, async () => {
      await assert.rejects(ask({ certificate }), { failure: 'tls' })
      const seen = await ask({ certificate, request: { insecureTls: true } })
      assert.equal(seen.body.toString(), 'shop.sandbox.test')
    })
  }

  it('keeps no connection that accepted any certificate for requests that must trust it', async () => {
    const server = createServer(selfSigned(['shop.sandbox.test']), (_, response) => void response.end('forged'))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const connectTo = new Map([['shop.sandbox.test:443', `127.0.0.1:${(server.address() as AddressInfo).port}`]])
    const { guarded, close } = createEgress({ allow: [], connectTo })
    const request = { url: 'https://shop.sandbox.test/', keepAlive: true, ...LIMITS }
    try {
      for (let times = 0; times < 2; times++) {
        assert.equal((await guarded.fetch({ ...request, insecureTls: true })).body.toString(), 'forged')
        await assert.rejects(guarded.fetch(request), { failure: 'tls' })
      }
    } finally {
      await close()
      server.closeAllConnections()
      server.close()
    }
  })

  it('looks at servers that speak old TLS only', async () => {
    const tls = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' } as const
    await assert.rejects(ask({ tls }), { failure: 'tls' })
    assert.equal((await ask({ tls, request: { insecureTls: true } })).status, 200)
  })

  it('tells cookies apart, whose dates hold commas', async () => {
    const cookies = ['a=1; Expires=Thu, 01 Jan 2099 00:00:00 GMT', 'b=2']
    const listener: RequestListener = (_, response) => void response.writeHead(200, { 'set-cookie': cookies }).end()
    assert.deepEqual((await ask({ listener })).setCookies, cookies)
  })
})
