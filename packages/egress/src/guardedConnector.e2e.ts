import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { startDeadline } from './deadline.ts'
import { EgressError } from './egressError.ts'
import { guardedConnector, resolvePublic } from './guardedConnector.ts'
import type { Target } from './target.ts'
import { type DnsServer, startDnsServer } from './testing/dnsServer.ts'

const NAMES: Record<string, string[]> = {
  'inside.test': ['127.0.0.1'],
  'mixed.test': ['93.184.216.34', '127.0.0.1'],
  'mixed-v6.test': ['93.184.216.34', '::1'],
  'mapped.test': ['::ffff:127.0.0.1'],
  'empty.test': [],
  'both.test': ['93.184.216.34', '2606:2800:220:1::1'],
  'many.test': Array.from({ length: 12 }, (_, at) => `93.184.216.${at + 1}`),
}

let dns: DnsServer
let server: Server
let port = 0
let connections: Socket[] = []

before(async () => {
  dns = await startDnsServer((name) => {
    if (name === 'silent.test') return { instead: 'silence' }
    return NAMES[name] === undefined ? null : { answers: [NAMES[name]] }
  })
  server = createServer((socket) => {
    socket.on('error', () => undefined)
    connections.push(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  port = (server.address() as AddressInfo).port
})
after(async () => {
  for (const socket of connections) socket.destroy()
  server.close()
  await dns.close()
})

/** Opens a connection to the server's port under a name or address, and answers what the guard says. */
async function open(
  host: string,
  { protocol = 'http:', signal, ...target }: Partial<Target> & { protocol?: string; signal?: AbortSignal } = {},
) {
  const deadline = startDeadline(host, 60_000, [signal])
  connections = []
  let address = ''
  const url = new URL(`${protocol}//${host.includes(':') ? `[${host}]` : host}:${port}/`)
  const connect = guardedConnector(
    { url, host, port, allowed: false, detour: null, ...target },
    deadline,
    (told) => {
      address = told
    },
    { nameServers: [`127.0.0.1:${dns.port}`] },
  )
  const outcome = await deadline
    .race(
      new Promise<Error | null>((resolve) =>
        connect({ hostname: host, host: url.host, protocol, port: String(port) }, (error, socket) => {
          socket?.destroy()
          resolve(error)
        }),
      ),
    )
    .catch((error: Error) => error)
  deadline.end()
  return { failure: outcome instanceof EgressError ? outcome.failure : outcome, address, outcome }
}

describe('guardedConnector', () => {
  for (const host of [
    'inside.test',
    'mixed.test',
    'mixed-v6.test',
    'mapped.test',
    '127.0.0.1',
    '::1',
    '169.254.169.254',
  ])
    it(`refuses ${host} before it connects, and does not tell where it leads`, async () => {
      const { failure, outcome } = await open(host)
      assert.equal(failure, 'blocked', String(outcome))
      assert.equal(connections.length, 0)
      if (host.endsWith('.test')) assert.doesNotMatch(outcome?.message ?? '', /127|::1/)
    })

  for (const [host, why] of [
    ['empty.test', 'ENODATA'],
    ['unknown.test', 'ENOTFOUND'],
  ] as const)
    it(`says that ${host} cannot be resolved, and why`, async () => {
      const { failure, outcome } = await open(host)
      assert.deepEqual([failure, outcome?.message], ['dns', `${host}: the name could not be resolved (${why}).`])
    })

  it('says what an operator can do about a name that leads inside', async () => {
    const { outcome } = await open('inside.test')
    assert.equal(
      outcome?.message,
      'inside.test: the name leads to an address that is not public. If it is meant to be reached, add it with its port to EGRESS_ALLOW.',
    )
  })

  it('asks for addresses of IPv4 and IPv6, and tells them apart', async () => {
    const found = await resolvePublic('both.test', AbortSignal.timeout(10_000), [`127.0.0.1:${dns.port}`])
    assert.deepEqual(found, [
      { address: '93.184.216.34', family: 4 },
      { address: '2606:2800:220:1::1', family: 6 },
    ])
  })

  it('does not look a name up for a request that is over, and stops with it', async () => {
    const servers = [`127.0.0.1:${dns.port}`]
    const over = AbortSignal.abort(new Error('is over'))
    await assert.rejects(resolvePublic('many.test', over, servers), /is over/)
    const stopped = new AbortController()
    const looking = resolvePublic('silent.test', stopped.signal, servers)
    const began = performance.now()
    setTimeout(() => stopped.abort(new Error('is over')), 30)
    await assert.rejects(looking, /is over/)
    assert.ok(performance.now() - began < 1_500)
  })

  it('asks the connected socket where it leads, whatever was checked before', async () => {
    const { failure, address } = await open('public.test', { detour: { address: '127.0.0.1', port } })
    assert.deepEqual([failure, address], ['blocked', ''])
  })

  it('connects to what is allowed, and tells the address', async () => {
    for (const host of ['127.0.0.1', 'localhost']) {
      const { failure, address } = await open(host, { allowed: true })
      assert.deepEqual([failure, address], [null, '127.0.0.1'], host)
    }
    const detour = { address: '127.0.0.1', port }
    assert.equal((await open('shop.sandbox.test', { allowed: true, detour })).failure, null)
  })

  it('tries so many addresses of a name and no more', async () => {
    const found = await resolvePublic('many.test', AbortSignal.timeout(10_000), [`127.0.0.1:${dns.port}`])
    assert.deepEqual(
      found.map(({ address }) => address),
      NAMES['many.test']?.slice(0, 8),
    )
  })

  it('ends a connection that is being opened with its request', async () => {
    const stopped = new AbortController()
    // The server never begins with TLS.
    const opening = open('localhost', { allowed: true, protocol: 'https:', signal: stopped.signal })
    while (connections.length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
    const [socket] = connections
    assert.ok(socket)
    const closed = once(socket.resume(), 'close', { signal: AbortSignal.timeout(10_000) })
    stopped.abort()
    assert.equal((await opening).failure, 'aborted')
    await closed
  })
})
