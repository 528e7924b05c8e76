import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { SANDBOX_CHAINS } from '../canonical.ts'
import { sandboxWorld } from '../world.ts'
import { allSites } from './allSites.ts'
import { SANDBOX_BRANDS } from './sandboxBrands.ts'

const SITES = allSites(sandboxWorld('ethereum'))

describe('sites of the sandbox', () => {
  it('are ten traps and their ten twins', () => {
    const [traps, honest] = [SITES.slice(0, 10), SITES.slice(10)]
    assert.ok(traps.every(({ kind }) => kind === 'trap'))
    assert.ok(honest.every(({ kind }) => kind === 'honest'))
    assert.deepEqual(
      traps.map(({ twinOf }) => twinOf),
      honest.map(({ name }) => name),
    )
    assert.deepEqual(
      honest.map(({ twinOf }) => twinOf),
      traps.map(({ name }) => name),
    )
  })

  it('have names of their own that no public name server knows', () => {
    const hosts = SITES.flatMap((site) => site.hosts)
    assert.equal(new Set(hosts).size, hosts.length)
    assert.ok(hosts.every((host) => host.endsWith('.test')))
    for (const { url, hosts: own } of SITES) assert.ok(own.includes(new URL(url).hostname), url)
  })

  it('answer at their address on every network, and elsewhere too', () => {
    for (const chain of SANDBOX_CHAINS) {
      for (const site of allSites(sandboxWorld(chain))) {
        const { host, pathname, protocol } = new URL(site.url)
        const ask = (path: string) =>
          site.answer({
            host,
            path,
            secure: protocol === 'https:',
            userAgent: 'Chrome',
            cookie: '',
            language: 'en',
            referer: '',
          })
        assert.ok(ask(pathname).status < 400, site.name)
        assert.ok(ask('/no/such/path').status <= 404, site.name)
      }
    }
  })

  it('belong to made-up brands', () => {
    const own = SANDBOX_BRANDS.flatMap(({ domains }) => domains)
    const honest = SITES.filter(({ kind }) => kind === 'honest').flatMap(({ hosts }) => hosts)
    assert.ok(own.every((domain) => honest.includes(domain)))
  })
})
