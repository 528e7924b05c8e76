import assert from 'node:assert/strict'
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net'
import { describe, it } from 'node:test'
import { createServer, type TlsOptions } from 'node:tls'
import { createEgress } from './createEgress.ts'
import type { TlsInspection, TlsRequest } from './inspectTls.ts'
import { certify, selfSigned } from './testing/selfSigned.ts'

const HOST = 'shop.sandbox.test'
const AUTHORITY = { ...certify({ names: [], commonName: 'test authority' }), commonName: 'test authority' }
const STRANGER = { ...certify({ names: [], commonName: 'nobody we know' }), commonName: 'nobody we know' }

/** Looks at https://shop.sandbox.test/, served on loopback by what `serve` gives. */
async function inspect(server: Server, request: Partial<TlsRequest> = {}): Promise<TlsInspection> {
  const open = new Set<Socket>()
  server.on('connection', (socket) => open.add(socket.on('error', () => undefined)))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const connectTo = new Map([[`${HOST}:443`, `127.0.0.1:${port}`]])
  const egress = createEgress({ allow: [], connectTo, authorities: [AUTHORITY.cert] })
  try {
    return await egress.guarded.inspectTls({ host: HOST, port: 443, deadlineMs: 20_000, ...request })
  } finally {
    await egress.close()
    for (const socket of open) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  }
}
const withTls = (options: TlsOptions) => createServer(options, (socket) => socket.on('error', () => undefined))

describe('guarded.inspectTls', () => {
  const names = [HOST]
  const cases: Record<TlsInspection['status'], TlsOptions> = {
    valid: certify({ names: [HOST, '*.other.test'], issuer: AUTHORITY }),
    expired: certify({ names, from: 2020, to: 2021, issuer: AUTHORITY }),
    not_yet_valid: certify({ names, from: 2090, issuer: AUTHORITY }),
    self_signed: selfSigned(names),
    untrusted: certify({ names, issuer: STRANGER }),
    hostname_mismatch: certify({ names: ['other.test'], issuer: AUTHORITY }),
  }
  for (const [status, certificate] of Object.entries(cases)) {
    it(`tells ${status.replaceAll('_', ' ')}`, async () => {
      assert.equal((await inspect(withTls(certificate))).status, status)
    })
  }

  it('finds a self-signed certificate in the chain untrusted', async () => {
    const chain = certify({ names, issuer: STRANGER })
    assert.equal((await inspect(withTls({ ...chain, cert: chain.cert + STRANGER.cert }))).status, 'untrusted')
  })

  it('describes the certificate', async () => {
    const certificate = certify({
      names: ['SHOP.sandbox.test', '*.shop.test'],
      from: 2024,
      to: 2060,
      issuer: AUTHORITY,
    })
    assert.deepEqual(await inspect(withTls(certificate)), {
      status: 'valid',
      protocol: 'TLSv1.3',
      issuer: 'test authority',
      subject: 'redoubt test',
      names: ['shop.sandbox.test', '*.shop.test'],
      validFrom: Date.UTC(2024, 0, 1),
      validTo: Date.UTC(2060, 11, 31, 23, 59, 59),
    })
  })

  it('sees old TLS', async () => {
    const old = { maxVersion: 'TLSv1.1', minVersion: 'TLSv1', ciphers: 'DEFAULT@SECLEVEL=0' } as const
    assert.equal((await inspect(withTls({ ...cases.valid, ...old }))).protocol, 'TLSv1.1')
  })

  it('bounds what a certificate says of itself', async () => {
    const many = Array.from({ length: 300 }, (_, index) => `site-${index}.test`)
    const { names, subject } = await inspect(
      withTls(
        certify({ names: ['a, DNS:bank.test', 'x"y', ...many], commonName: 'x'.repeat(2_000), issuer: AUTHORITY }),
      ),
    )
    assert.equal(names.length, 100)
    assert.equal(names.includes('bank.test'), false)
    assert.equal(subject?.length, 200)
  })

  it('says when there is no TLS', async () => {
    await assert.rejects(inspect(createTcpServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))), {
      failure: 'tls',
    })
    await assert.rejects(inspect(createTcpServer((socket) => socket.destroy())), { failure: 'connect' })
  })

  it('ends at the deadline and with its signal, whatever the server does', async () => {
    const silent = () => createTcpServer(() => undefined)
    const drip = createTcpServer((socket) => {
      const timer = setInterval(() => socket.write(Buffer.of(0x16)), 10)
      socket.once('close', () => clearInterval(timer))
    })
    await assert.rejects(inspect(silent(), { deadlineMs: 100 }), { failure: 'timeout' })
    await assert.rejects(inspect(drip, { deadlineMs: 100 }), { name: 'EgressError' })
    await assert.rejects(inspect(silent(), { signal: AbortSignal.timeout(50) }), { failure: 'aborted' })
  })

  it('connects to public addresses and ports of the web only', async () => {
    const { guarded, close } = createEgress({ allow: [] })
    for (const [host, port] of [
      ['127.0.0.1', 443],
      ['::1', 443],
      ['::ffff:10.0.0.1', 443],
      ['example.test', 22],
    ] as const) {
      await assert.rejects(guarded.inspectTls({ host, port, deadlineMs: 1_000 }), { failure: 'blocked' }, host)
    }
    await close()
  })
})
