import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createEgress } from '../../../egress/createEgress.ts'
import { type DnsName, startDnsServer } from '../../../egress/testing/dnsServer.ts'
import { parseSite } from '../address/parseSite.ts'
import { createLookUpSite } from './lookUpSite.ts'

const NAMES: Record<string, DnsName> = {
  'www.site.test': { answers: [['93.184.216.34']] },
  'site.test': { nameServers: ['ns1.dns.test'], mail: ['mx.site.test'] },
  'inside.test': { answers: [['10.0.0.1']] },
  'broken.test': { instead: 2 },
}

/** Looks a URL up in a DNS of ours. */
async function lookUp(url: string, signal = new AbortController().signal) {
  const dns = await startDnsServer((name) => NAMES[name] ?? null)
  const allow = ['inside.test:8443']
  const { guarded, close } = createEgress({ allow, nameServers: [`127.0.0.1:${dns.port}`] })
  try {
    return await createLookUpSite(guarded)(parseSite(url), signal)
  } finally {
    await close()
    await dns.close()
  }
}

describe('lookUpSite', () => {
  it('tells where a site is, and who serves its domain', async () => {
    assert.deepEqual(await lookUp('https://www.site.test/'), {
      exists: true,
      addresses: ['93.184.216.34'],
      nameServers: ['ns1.dns.test'],
      hasMail: true,
      notPublic: false,
    })
  })

  it('tells names that do not exist, and such that lead inside', async () => {
    assert.equal((await lookUp('https://nothing.test/')).exists, false)
    assert.equal((await lookUp('https://inside.test/')).notPublic, true)
    assert.equal((await lookUp('https://inside.test:8443/')).notPublic, false)
    assert.equal((await lookUp('http://127.1/')).notPublic, true)
  })

  it('rejects when DNS does not say', async () => {
    await assert.rejects(lookUp('https://broken.test/'), { failure: 'dns' })
    await assert.rejects(lookUp('https://www.site.test/', AbortSignal.abort()), { failure: 'aborted' })
  })
})
