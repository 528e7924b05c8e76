import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { describe, it } from 'node:test'
import { withRegistries } from './testing/registryWorld.ts'

const DAY = Date.UTC(2024, 2, 1)
const domain = (name: string, more: object = {}) => ({
  objectClassName: 'domain',
  ldhName: name,
  events: [{ eventAction: 'registration', eventDate: '2024-03-01T00:00:00Z' }],
  ...more,
})
const RDAP = 'rdap.registry.test/domain'
const related = (href: string) => ({ links: [{ rel: 'related', type: 'application/rdap+json', href }] })
const root = (query: string) => `domain: ${query.toUpperCase()}\nwhois:        whois.${query}\n`
const record = (query: string) => `Domain Name: ${query}\nCreation Date: 2024-03-01T00:00:00Z\nRegistrar: Example\n`

describe('registration by RDAP', () => {
  it('finds the registry by the list of IANA, and asks for the registrable domain', async () => {
    await withRegistries({ rdap: { [`${RDAP}/site.test`]: domain('site.test') } }, async ({ registration, asked }) => {
      const said = await registration('https://www.app.site.test/path?q')
      assert.deepEqual(
        [said?.domain, said?.registeredAt, said?.by, said?.server],
        ['site.test', DAY, 'rdap', 'rdap.registry.test'],
      )
      assert.deepEqual(asked, ['iana', `${RDAP}/site.test`])
    })
  })

  it('asks once, for concurrent and later callers', async () => {
    const rdap = { [`${RDAP}/site.test`]: domain('site.test'), [`${RDAP}/other.test`]: domain('other.test') }
    await withRegistries({ rdap }, async ({ registration, asked }) => {
      await Promise.all(['https://site.test/', 'https://a.site.test/'].map((url) => registration(url)))
      await registration('http://b.site.test/')
      await registration('http://other.test/')
      assert.deepEqual(asked, ['iana', `${RDAP}/site.test`, `${RDAP}/other.test`])
    })
  })

  it('goes by the referral where the registry has no date, and no further', async () => {
    const registrar = 'https://registrar.registry.test/domain/site.test'
    const thin = domain('site.test', { events: [], status: ['active'], ...related(registrar) })
    const rich = domain('site.test', { status: ['client hold'], ...related('https://registrar.registry.test/more') })
    const rdap = { [`${RDAP}/site.test`]: thin, 'registrar.registry.test/domain/site.test': rich }
    await withRegistries({ rdap }, async ({ registration, asked }) => {
      const said = await registration('https://site.test/')
      assert.deepEqual([said?.registeredAt, said?.statuses, said?.server], [DAY, ['ok'], 'registrar.registry.test'])
      assert.equal(asked.length, 3)
    })
  })

  for (const target of [
    'http://127.0.0.1/',
    'http://169.254.169.254/latest/',
    'file:///etc/passwd',
    'https://[::1]/',
  ]) {
    it(`goes by no referral to ${target}`, async () => {
      const rdap = { [`${RDAP}/site.test`]: domain('site.test', { events: [], ...related(target) }) }
      await withRegistries({ rdap }, async ({ registration }) => {
        const said = await registration('https://site.test/')
        assert.deepEqual([said?.registeredAt, said?.server], [null, 'rdap.registry.test'])
      })
    })
  }

  it('takes the word of a registry that there is no record', async () => {
    await withRegistries({ whois: { 'whois.root.test': root } }, async ({ registration, asked }) => {
      assert.equal(await registration('https://site.test/'), null)
      assert.equal(asked.length, 2)
    })
  })

  it('makes no request about addresses, suffixes, and domains with a platform as owner', async () => {
    await withRegistries({}, async ({ registration, asked }) => {
      for (const url of ['https://1.2.3.4/', 'https://[2001:db8::1]/', 'https://com/', 'https://shop.vercel.app/']) {
        assert.equal(await registration(url), null, url)
      }
      assert.deepEqual(asked, [])
    })
  })

  it('lets who asked go without stopping the question', async () => {
    const rdap = { [`${RDAP}/site.test`]: domain('site.test') }
    await withRegistries({ rdap }, async ({ registration, asked }) => {
      await assert.rejects(registration('https://site.test/', AbortSignal.abort(new Error('late'))), /late/)
      assert.deepEqual(asked, [])
      const hurried = new AbortController()
      const first = registration('https://site.test/', hurried.signal)
      hurried.abort(new Error('late'))
      await assert.rejects(first, /late/)
      assert.equal((await registration('https://site.test/'))?.registeredAt, DAY)
      assert.equal(asked.length, 2)
    })
  })
})

describe('registration by WHOIS', () => {
  it('asks the root for the registry when there is no RDAP, and keeps its answer', async () => {
    const whois = { 'whois.root.test': root, 'whois.zz': record }
    await withRegistries({ whois }, async ({ registration, asked }) => {
      const said = await registration('https://www.site.zz/')
      assert.deepEqual(
        [said?.registeredAt, said?.registrar, said?.by, said?.server],
        [DAY, 'Example', 'whois', 'whois.zz'],
      )
      await registration('https://other.zz/')
      assert.deepEqual(asked, ['iana', 'whois.root.test: zz', 'whois.zz: site.zz', 'whois.zz: other.zz'])
    })
  })

  it('goes by the referral to the registrar where the registry has no date', async () => {
    const whois = {
      'whois.root.test': root,
      'whois.zz': (query: string) => `Domain Name: ${query}\nRegistrar WHOIS Server: whois.registrar.zz\n`,
      'whois.registrar.zz': record,
    }
    await withRegistries({ whois }, async ({ registration }) => {
      const said = await registration('https://site.zz/')
      assert.deepEqual([said?.registeredAt, said?.server], [DAY, 'whois.registrar.zz'])
    })
  })

  it('says nothing when the registry has no server or no record', async () => {
    const none = { 'whois.root.test': (query: string) => `domain: ${query}\nstatus: ACTIVE\n` }
    await withRegistries({ whois: none }, async ({ registration }) => {
      assert.equal(await registration('https://site.zz/'), null)
    })
    const empty = { 'whois.root.test': root, 'whois.zz': () => 'No match.' }
    await withRegistries({ whois: empty }, async ({ registration }) => {
      assert.equal(await registration('https://site.zz/'), null)
    })
  })

  it('is not led inside by the root', async () => {
    for (const server of ['127.0.0.1', '10.0.0.1:22', 'localhost', '169.254.169.254']) {
      const whois = { 'whois.root.test': () => `whois: ${server}\n` }
      await withRegistries({ whois }, async ({ registration }) => {
        await assert.rejects(registration('https://site.zz/'), { name: 'EgressError' }, server)
      })
    }
  })
})

describe('registration when RDAP fails', () => {
  const whois = { 'whois.root.test': root, 'whois.test': record }
  const answers: Record<string, unknown> = {
    'is over its limit': (response: ServerResponse) => void response.writeHead(429).end('{}'),
    'is broken': (response: ServerResponse) => void response.writeHead(500).end('{}'),
    'sends no JSON': (response: ServerResponse) => void response.end('<html>'),
    'speaks of another domain': domain('other.test'),
    'never ends': (response: ServerResponse) => {
      const more = () => {
        while (!response.destroyed && response.write('[1,'.repeat(20_000)));
      }
      response.on('drain', more)
      more()
    },
    'nests for ever': (response: ServerResponse) => void response.end('['.repeat(200_000)),
    'redirects inside': (response: ServerResponse) =>
      void response.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
    'redirects in circles': (response: ServerResponse) =>
      void response.writeHead(302, { location: '/domain/site.test' }).end(),
    'hangs up': (response: ServerResponse) => void response.socket?.destroy(),
    'has no date': domain('site.test', { events: [] }),
  }
  for (const [what, answer] of Object.entries(answers)) {
    it(`asks WHOIS when RDAP ${what}`, async () => {
      await withRegistries({ rdap: { [`${RDAP}/site.test`]: answer }, whois }, async ({ registration }) => {
        const said = await registration('https://site.test/')
        assert.deepEqual([said?.registeredAt, said?.by, said?.server], [DAY, 'whois', 'whois.test'])
      })
    })
  }

  it('rejects when no server could be asked: that is no absence of a record', async () => {
    const rdap = { [`${RDAP}/site.test`]: answers['is broken'] }
    const endless = (_: string, socket: Socket) => {
      const more = () => {
        while (!socket.destroyed && socket.write(Buffer.alloc(65_536, 'a')));
      }
      socket.on('drain', more)
      more()
      return null
    }
    for (const whois of [{}, { 'whois.root.test': endless }, { 'whois.root.test': root, 'whois.test': endless }]) {
      await withRegistries({ rdap, whois }, async ({ registration }) => {
        await assert.rejects(registration('https://site.test/'))
      })
    }
    const noRecord = { 'whois.root.test': root, 'whois.test': () => 'No match.' }
    await withRegistries({ rdap, whois: noRecord }, async ({ registration }) => {
      await assert.rejects(registration('https://site.test/'), /HTTP 500/)
    })
  })
})

describe('the list of IANA', () => {
  it('is asked for again after a day, and after ten minutes when it could not be had', async () => {
    let time = 0
    const now = () => time
    const whois = { 'whois.root.test': () => 'no server' }
    for (const [bootstrap, ms] of [
      [undefined, 86_400_000],
      [{ nothing: 'useful' }, 600_000],
    ] as const) {
      await withRegistries({ bootstrap, whois, now }, async ({ registration, asked }) => {
        const times = () => asked.filter((each) => each === 'iana').length
        await registration('https://one.zz/')
        time += ms - 1
        await registration('https://two.zz/')
        assert.equal(times(), 1)
        time += 1
        await registration('https://three.zz/')
        assert.equal(times(), 2)
      })
    }
  })
})
