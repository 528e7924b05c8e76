import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createEgress, type Egress } from './createEgress.ts'
import { type DnsName, type DnsServer, startDnsServer } from './testing/dnsServer.ts'

const NAMES: Record<string, DnsName> = {
  'site.test': {
    answers: [['93.184.216.34', '2606:2800:220:1::1']],
    nameServers: ['NS2.dns.test', 'ns1.dns.test', 'ns1.dns.test', 'evil\n<x>.dns.test'],
    mail: ['mx.site.test'],
  },
  'www.site.test': { alias: 'site.test', answers: [['93.184.216.34']] },
  'no-mail.test': { answers: [['1.1.1.1']], mail: [''] },
  'parked.test': { nameServers: ['ns1.dns.test'] },
  'inside.test': { answers: [['10.0.0.1']] },
  'mixed.test': { answers: [['93.184.216.34', '::1']] },
  'office.test': { answers: [['10.0.0.2']] },
  'broken.test': { instead: 2 },
  'refused.test': { instead: 5 },
  'silent.test': { instead: 'silence' },
  'garbage.test': { instead: 'garbage' },
}

describe('guarded.lookUp', () => {
  let dns: DnsServer
  let egress: Egress
  before(async () => {
    dns = await startDnsServer((name) => NAMES[name] ?? null)
    egress = createEgress({
      allow: ['office.test:8443', '127.0.0.1:8080', '[::1]:8080'],
      connectTo: new Map([['shop.sandbox.test:443', '127.0.0.1:40443']]),
      nameServers: [`127.0.0.1:${dns.port}`],
    })
  })
  after(async () => {
    await egress.close()
    await dns.close()
  })
  const lookUp = (host: string, options: { zone?: string | null; port?: number; deadlineMs?: number } = {}) =>
    egress.guarded.lookUp({ host, zone: host, port: 443, deadlineMs: 20_000, ...options })
  const NOTHING = { nameServers: [], hasMail: null }

  it('tells the addresses of a site, its name servers and whether it takes mail', async () => {
    assert.deepEqual(await lookUp('site.test'), {
      exists: true,
      addresses: ['93.184.216.34', '2606:2800:220:1::1'],
      nameServers: ['ns1.dns.test', 'ns2.dns.test'],
      hasMail: true,
      notPublic: false,
    })
  })

  it('asks name servers and mail of the registrable domain', async () => {
    const { addresses, hasMail, nameServers } = await lookUp('www.site.test', { zone: 'site.test' })
    assert.deepEqual([addresses, hasMail, nameServers.length], [['93.184.216.34'], true, 2])
    assert.equal((await lookUp('www.site.test', { zone: null })).hasMail, null)
  })

  it('tells a name that does not exist from one that has no address', async () => {
    const missing = await lookUp('nothing.test')
    assert.deepEqual(missing, { ...NOTHING, exists: false, addresses: [], hasMail: false, notPublic: false })
    const parked = await lookUp('parked.test')
    assert.deepEqual([parked.exists, parked.addresses, parked.nameServers], [true, [], ['ns1.dns.test']])
  })

  it('takes "null MX" for no mail', async () => {
    assert.equal((await lookUp('no-mail.test')).hasMail, false)
  })

  it('tells that a name leads inside, but not where', async () => {
    for (const [host, addresses] of [
      ['inside.test', []],
      ['mixed.test', ['93.184.216.34']],
      ['office.test', []],
    ] as const) {
      const seen = await lookUp(host)
      assert.deepEqual([seen.exists, seen.notPublic, seen.addresses], [true, true, addresses], host)
    }
  })

  it('counts as public what the operator allows, by name and port', async () => {
    const seen = await lookUp('office.test', { port: 8443 })
    assert.deepEqual([seen.notPublic, seen.addresses], [false, ['10.0.0.2']])
  })

  it('makes no DNS query for an address', async () => {
    const known = { ...NOTHING, exists: true }
    assert.deepEqual(await lookUp('1.1.1.1'), { ...known, addresses: ['1.1.1.1'], notPublic: false })
    assert.deepEqual(await lookUp('127.0.0.1'), { ...known, addresses: [], notPublic: true })
    for (const host of ['127.0.0.1', '::1']) {
      assert.deepEqual(await lookUp(host, { port: 8080 }), { ...known, addresses: [host], notPublic: false })
    }
  })

  it('finds our own sites where they are', async () => {
    const seen = await lookUp('shop.sandbox.test')
    assert.deepEqual([seen.exists, seen.addresses, seen.notPublic], [true, ['127.0.0.1'], false])
    assert.equal((await lookUp('shop.sandbox.test', { port: 8443 })).exists, false)
  })

  it('takes no answer for no answer', async () => {
    for (const host of ['broken.test', 'refused.test']) await assert.rejects(lookUp(host), { failure: 'dns' }, host)
    await assert.rejects(lookUp('silent.test', { deadlineMs: 200 }), { failure: 'timeout' })
    await assert.rejects(lookUp('garbage.test'), { name: 'EgressError' })
  })

  it('ends with its signal and with close', async () => {
    const request = { host: 'silent.test', port: 443, zone: null, deadlineMs: 20_000 }
    const aborted = egress.guarded.lookUp({ ...request, signal: AbortSignal.timeout(20) })
    await assert.rejects(aborted, { failure: 'aborted' })
    const { guarded } = createEgress({ allow: [], nameServers: [`127.0.0.1:${dns.port}`] })
    const closed = guarded.lookUp(request)
    setTimeout(() => guarded.close(), 20)
    await assert.rejects(closed, { failure: 'aborted' })
  })
})
