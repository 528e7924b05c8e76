import assert from 'node:assert/strict'
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net'
import { describe, it } from 'node:test'
import { createServer } from 'node:tls'
import { createEgress } from '@redoubt/egress/createEgress.ts'
import { type Certificate, certify, selfSigned } from '@redoubt/egress/testing/selfSigned.ts'
import { parseSite } from '../address/parseSite.ts'
import { createInspectSite } from './inspectSite.ts'

const HOST = 'shop.sandbox.test'
const AUTHORITY = { ...certify({ names: [], commonName: 'test authority' }), commonName: 'test authority' }
const VALID = certify({ names: [HOST], commonName: 'a\u202eb\nc', issuer: AUTHORITY })

/** Looks at a URL of a host whose port 443 and 8443 is `server`, or is closed. */
async function inspect(url: string, served: Certificate | Server | null, signal = new AbortController().signal) {
  const server =
    served !== null && 'cert' in served
      ? createServer(served, (socket) => socket.on('error', () => undefined))
      : (served ?? createTcpServer())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const closed = new Promise((resolve) => server.on('close', resolve))
  if (served === null) server.close()
  const connectTo = new Map([`${HOST}:443`, `${HOST}:8443`].map((from) => [from, `127.0.0.1:${port}`]))
  const { guarded, close } = createEgress({ allow: [], connectTo, authorities: [AUTHORITY.cert] })
  try {
    return await createInspectSite(guarded, { deadlineMs: 15_000, besideMs: 15_000 })(parseSite(url), signal)
  } finally {
    await close()
    if (served !== null) server.close()
    await closed
  }
}

describe('inspectSite', () => {
  it('describes the certificate of an https site, its text cleaned', async () => {
    const { status, issuer, subject, names, httpsAvailable } = await inspect(`https://${HOST}/`, VALID)
    assert.deepEqual([status, issuer, subject, names], ['valid', 'test authority', 'a[U+202E]b c', [HOST]])
    assert.equal(httpsAvailable, false)
  })

  it('looks at the port of the URL', async () => {
    assert.equal((await inspect(`https://${HOST}:8443/`, selfSigned([HOST]))).status, 'self_signed')
  })

  it('tells that a plain http site is served over https too, and blames it for no certificate', async () => {
    for (const certificate of [VALID, selfSigned(['other.test'])]) {
      const { status, issuer, httpsAvailable } = await inspect(`http://${HOST}/`, certificate)
      assert.deepEqual([status, issuer, httpsAvailable], ['none', null, true])
    }
  })

  it('tells that there is none', async () => {
    const nothing = { protocol: null, issuer: null, subject: null, names: [], validFrom: null, validTo: null }
    const none = { ...nothing, status: 'none', httpsAvailable: false }
    assert.deepEqual(await inspect(`http://${HOST}/`, null), none)
    assert.deepEqual(await inspect(`https://${HOST}/`, null), { ...none, status: 'unreachable' })
    const speaksPlain = createTcpServer((socket) =>
      socket
        .on('error', () => undefined)
        .resume()
        .end('HTTP/1.1 200 OK\r\n\r\n'),
    )
    assert.deepEqual(await inspect(`https://${HOST}/`, speaksPlain), { ...none, status: 'unreachable' })
  })

  it('connects to nothing private', async () => {
    assert.equal((await inspect('https://127.0.0.1/', VALID)).status, 'unreachable')
    const { status, httpsAvailable } = await inspect('http://[::1]/', VALID)
    assert.deepEqual([status, httpsAvailable], ['none', null], 'what was not asked is not known')
  })

  it('rejects when its caller gave up', async () => {
    await assert.rejects(inspect(`https://${HOST}/`, VALID, AbortSignal.abort()), { failure: 'aborted' })
  })
})
