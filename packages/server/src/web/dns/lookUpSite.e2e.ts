import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createEgress } from '@redoubt/egress/createEgress.ts'
import { type DnsName, startDnsServer } from '@redoubt/egress/testing/dnsServer.ts'
import { parseSite } from '../address/parseSite.ts'
import { createLookUpSite } from './lookUpSite.ts'

const NAMES: Record<string, DnsName> = {
  'www.site.test': { answers: [['93.184.216.34']] },
  'site.test': { nameServers: ['ns1.dns.test'], mail: ['mx.site.test'] },
  'inside.test': { answers: [['10.0.0.1']] },
  'broken.test': { instead: 2 },
  'control.test': { answers: [['93.184.216.35']] },
}
type LookUp = ReturnType<typeof createLookUpSite>

/** Works with a DNS of ours; `asked` collects the names that it was asked for. */
async function withDns(
  work: (lookUp: LookUp, asked: string[]) => Promise<void>,
  { controlNames = ['gone.test', 'control.test'], now = (): number => 0 } = {},
) {
  const asked: string[] = []
  const dns = await startDnsServer((name) => {
    asked.push(name)
    return NAMES[name] ?? null
  })
  const { guarded, close } = createEgress({ allow: ['inside.test:8443'], nameServers: [`127.0.0.1:${dns.port}`] })
  try {
    await work(createLookUpSite(guarded, { controlNames, now }), asked)
  } finally {
    await close()
    await dns.close()
  }
}
const ask = (lookUp: LookUp, url: string, signal = new AbortController().signal) => lookUp(parseSite(url), signal)

describe('lookUpSite', () => {
  it('tells where a site is, and who serves its domain', () =>
    withDns(async (lookUp, asked) => {
      assert.deepEqual(await ask(lookUp, 'https://www.site.test/'), {
        exists: true,
        addresses: ['93.184.216.34'],
        nameServers: ['ns1.dns.test'],
        hasMail: true,
        notPublic: false,
      })
      assert.ok(!asked.includes('control.test'), 'nothing to doubt')
    }))

  it('tells names that do not exist, and such that lead inside', () =>
    withDns(async (lookUp) => {
      assert.equal((await ask(lookUp, 'https://nothing.test/')).exists, false)
      assert.equal((await ask(lookUp, 'https://inside.test/')).notPublic, true)
      assert.equal((await ask(lookUp, 'https://inside.test:8443/')).notPublic, false)
      assert.equal((await ask(lookUp, 'http://127.1/')).notPublic, true)
    }))

  it('believes no name away while no control name resolves', () =>
    withDns(
      async (lookUp) => {
        await assert.rejects(ask(lookUp, 'https://nothing.test/'), { failure: 'dns' })
        assert.equal((await ask(lookUp, 'https://www.site.test/')).exists, true)
      },
      { controlNames: ['gone.test', 'broken.test'] },
    ))

  it('asks control names once a minute, for all callers', () => {
    const clock = { now: 0 }
    return withDns(
      async (lookUp, asked) => {
        const times = () => asked.filter((name) => name === 'control.test').length
        await Promise.all(Array.from({ length: 20 }, (_, index) => ask(lookUp, `https://nothing${index}.test/`)))
        clock.now = 59_000
        await ask(lookUp, 'https://nothing.test/')
        assert.equal(times(), 2, 'one A and one AAAA question')
        clock.now = 60_000
        await ask(lookUp, 'https://nothing.test/')
        assert.equal(times(), 4)
      },
      { now: () => clock.now },
    )
  })

  it('rejects when DNS does not say', () =>
    withDns(async (lookUp) => {
      await assert.rejects(ask(lookUp, 'https://broken.test/'), { failure: 'dns' })
      await assert.rejects(ask(lookUp, 'https://www.site.test/', AbortSignal.abort()), { failure: 'aborted' })
    }))
})
