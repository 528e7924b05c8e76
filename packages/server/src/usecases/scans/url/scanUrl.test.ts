import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { BrandLikeness, SiteAddress, SiteTrust } from '@redoubt/risk/facts/site.ts'
import {
  browsing,
  dns,
  form,
  hop,
  lexical,
  listed,
  page,
  registration,
  site,
  tls,
  trust,
  unreached,
  visit,
} from '@redoubt/risk/testing/sampleUrl.ts'
import { ApiError } from '../../../errors.ts'
import { rejectOnAbort } from '../../../testing/rejectOnAbort.ts'
import { createUrlScan } from './scanUrl.ts'
import { INPUT, scanSampleUrl, testUrlSources } from './testUrlScan.ts'

const refuses = (message: string) => () => Promise.reject(new Error(message))
const never = (_: unknown, signal: AbortSignal) => rejectOnAbort(signal)
/** Trust by host; a host that is not named is on no list. */
const trustLevels = (byHost: Record<string, SiteTrust>) => async (of: SiteAddress) => ({
  trust: byHost[of.host] ?? trust(),
  listsLoaded: true,
})
const likeness: BrandLikeness = {
  brand: 'Uniswap',
  domain: 'uniswap.org',
  how: 'combo',
  matched: 'uniswap-claim',
  ambiguous: false,
}
/** The visit of the sample, ended on another site. */
const endsAt = (url: string) => async (of: SiteAddress) => ({
  visit: visit({ hops: [hop(of.href, url)], final: site(url) }),
  html: '',
})
const live = (signal = new AbortController().signal) => ({ environment: 'live', accountId: 'acc_1', signal }) as const

describe('scanUrl', () => {
  test('an honest shop: safe, every fact learned once, nothing unknown', async () => {
    const { result, asked } = await scanSampleUrl()
    assert.deepEqual([result.riskLevel, result.recommendation, result.threats], ['safe', 'PROCEED', []])
    assert.deepEqual([result.unknown, result.unavailable, result.complete], [[], [], true])
    assert.equal(result.confidence, 1)
    assert.deepEqual(result.details, {
      domainAge: 2_200,
      sslStatus: 'valid',
      redirectCount: 0,
      finalUrl: 'https://teashop.example/',
      ipAddress: '203.0.113.7',
    })
    const network = asked.filter((name) => /^(dns|tls|registration|visit|page|cloaking|standing)/.test(name))
    assert.deepEqual(network.sort(), [...new Set(network)].sort())
    for (const section of ['content', 'whois', 'browser']) assert.ok(!(section in result), section)
    assert.deepEqual([result.asOf, result.cached, result.reached], ['2026-11-01T00:00:00.000Z', null, true])
  })

  test('sections are added on request, and judge the same', async () => {
    const { result } = await scanSampleUrl({}, { includeContent: true, includeWhois: true })
    assert.equal(result.content?.title, 'The Tea Shop')
    assert.equal(result.whois?.registrar, 'Example Registrar')
    assert.match(result.whois?.registeredAt ?? '', /^2020-/)
    assert.equal(result.riskScore, (await scanSampleUrl()).result.riskScore)
  })

  test('a listed site is blocked though nothing answers there', async () => {
    const { result } = await scanSampleUrl({
      trust: trustLevels({ 'teashop.example': listed('teashop.example') }),
      visit: async (of) => ({
        visit: visit({
          final: of,
          reached: false,
          failure: { code: 'timeout', message: 'no answer' },
          ipAddress: null,
        }),
        html: null,
      }),
      page: async () => null,
      cloaking: async () => null,
    })
    assert.equal(result.reached, false)
    assert.equal(result.listed?.[0]?.matched, 'teashop.example')
    assert.deepEqual([result.url, result.details.ipAddress], ['https://teashop.example/', '203.0.113.7'])
    assert.deepEqual([result.details.finalUrl, result.details.redirectCount], [null, null])
  })

  describe('where redirects lead', () => {
    const url = 'https://claim.evil.example/x'

    test('is the URL of the answer; what lists say of it stands beside its hop', async () => {
      const { result } = await scanSampleUrl({
        visit: endsAt(url),
        trust: trustLevels({ 'claim.evil.example': listed('evil.example') }),
      })
      assert.deepEqual([result.url, result.requestedUrl], [url, 'https://teashop.example/'])
      assert.equal(result.details.redirectCount, 1)
      assert.equal(result.redirects?.[0]?.listed?.[0]?.matched, 'evil.example')
      assert.deepEqual(result.listed, [], 'the scanned site itself is on none')
    })

    test('is judged by its age and certificate too, and they are what the answer shows', async () => {
      const here = (of: SiteAddress) => of.host === 'teashop.example'
      const { result } = await scanSampleUrl(
        {
          visit: endsAt(url),
          registration: async (of) =>
            here(of) ? registration() : registration({ domain: 'evil.example', ageDays: 2 }),
          tls: async (of) => tls(here(of) ? {} : { status: 'self_signed' }),
        },
        { includeWhois: true },
      )
      assert.deepEqual([result.details.domainAge, result.details.sslStatus], [2, 'self_signed'])
      assert.deepEqual([result.whois?.domain, result.certificate?.status], ['evil.example', 'self_signed'])
      assert.deepEqual(
        result.threats.filter((one) => /domain|ssl/.test(one)),
        ['new_domain', 'invalid_ssl'],
      )
    })

    test('accuses though no source knows the link itself', async () => {
      const { result } = await scanSampleUrl({
        visit: endsAt(url),
        registration: async (of) => {
          if (of.host === 'teashop.example') throw new Error('no registry')
          return registration({ domain: 'evil.example', ageDays: 2 })
        },
      })
      assert.ok(result.warnings.some(({ id }) => id === 'new-domain'))
      assert.deepEqual([result.details.domainAge, result.unavailable], [2, ['registration']])
    })

    test('is unknown where no registry says its age, whatever the age of the link', async () => {
      const { result } = await scanSampleUrl({
        visit: endsAt(url),
        registration: async (of) => {
          if (of.host !== 'teashop.example') throw new Error('no registry')
          return registration()
        },
      })
      assert.deepEqual([result.details.domainAge, result.unavailable], [null, ['registration']])
      assert.ok(result.unknown.includes('domainAge') && !result.unknown.includes('sslStatus'))
    })

    test('is judged by its name too, and the worse score of both is shown with its host', async () => {
      const { result, asked } = await scanSampleUrl({
        visit: endsAt(url),
        likenesses: (of) => (of.host === 'claim.evil.example' ? [likeness] : []),
        lexical: (of) => lexical(of.host === 'claim.evil.example' ? { score: 0.9, level: 'avoid' } : {}),
      })
      assert.deepEqual(result.likenesses, [{ ...likeness, host: 'claim.evil.example' }])
      assert.deepEqual([result.lexical?.host, result.lexical?.level], ['claim.evil.example', 'avoid'])
      for (const host of ['teashop.example', 'claim.evil.example'])
        assert.ok(asked.includes(`lexical ${host}`) && asked.includes(`likenesses ${host}`), host)
    })

    test('an official domain resembles nothing, whatever its name', async () => {
      const own = { trust: trustLevels({ 'teashop.example': trust({ official: 'Tea' }) }) }
      const { result, asked } = await scanSampleUrl({ ...own, likenesses: () => [likeness] })
      assert.deepEqual([result.likenesses, result.lexical, result.official], [[], null, 'Tea'])
      assert.ok(!asked.some((name) => name.startsWith('likenesses')))
      const known = { official: () => 'Tea', likenesses: () => [likeness] }
      for (const unread of [
        refuses('the database is gone'),
        (of: SiteAddress, signal: AbortSignal) => never(of, signal),
      ]) {
        const asked = await scanSampleUrl({ ...known, trust: unread }, { deadlineMs: 200 })
        assert.deepEqual([asked.result.likenesses, asked.result.lexical], [[], null], 'lists are not needed for that')
      }
      const led = await scanSampleUrl({
        trust: refuses('the database is gone'),
        visit: endsAt(url),
        official: (of) => (of.host === 'claim.evil.example' ? 'Tea' : null),
        likenesses: () => [likeness],
      })
      assert.deepEqual(led.result.likenesses, [likeness], 'of where it leads neither')
      const theirs = trustLevels({ 'claim.evil.example': trust({ official: 'Tea' }) })
      const ended = await scanSampleUrl({ visit: endsAt(url), trust: theirs, likenesses: () => [likeness] })
      assert.deepEqual(ended.result.likenesses, [likeness], 'the scanned site is still judged')
    })

    test('a listed page of a host that strangers share is found behind another page of it', async () => {
      const { result } = await scanSampleUrl({
        visit: endsAt('https://teashop.example/u/evil'),
        trust: async (of) => ({
          trust: of.path === '/u/evil' ? listed('teashop.example/u/evil') : trust(),
          listsLoaded: true,
        }),
      })
      assert.equal(result.redirects?.[0]?.listed?.[0]?.matched, 'teashop.example/u/evil')
    })
  })

  test('hosts that the page sends to are looked up', async () => {
    const sends = page({ forms: [form(['password'], { action: 'https://drop.evil.example/in', offSite: true })] })
    const { result } = await scanSampleUrl({
      page: async () => sends,
      trust: trustLevels({ 'drop.evil.example': listed('evil.example') }),
    })
    assert.ok(result.warnings.some(({ id }) => id === 'block-listed-host-contacted'))
  })

  test('a listed page of a host that strangers share is found behind an honest one of it', async () => {
    const at = (name: string) => `https://files.example/${name}`
    const frames = [at('honest'), at('evil')].map((src) => ({ src, hidden: false, offSite: true }))
    const { result } = await scanSampleUrl({
      parse: (url) => site(url, url.startsWith('https://files.example/') ? { site: null } : {}),
      page: async () => page({ frames }),
      trust: async ({ path }) => ({
        trust: path === '/evil' ? listed('files.example/evil') : trust(),
        listsLoaded: true,
      }),
    })
    const { description } = result.warnings.find(({ id }) => id === 'block-listed-host-contacted') ?? assert.fail()
    assert.match(description, /^The page works with files\.example\/evil, /)
  })

  test('what a source could not say is named, and the score is not safe for want of what decides', async () => {
    const { result } = await scanSampleUrl({ visit: refuses('broken'), registration: refuses('down') })
    assert.deepEqual(result.unavailable, ['registration', 'site'])
    for (const name of ['finalUrl', 'redirectCount', 'content', 'domainAge'])
      assert.ok(result.unknown.includes(name), name)
    assert.deepEqual([result.details.finalUrl, result.details.redirectCount, result.reached], [null, null, null])
    assert.deepEqual([result.url, result.details.ipAddress], ['https://teashop.example/', '203.0.113.7'])
    assert.ok(result.riskScore >= 40, String(result.riskScore))
    assert.equal(result.complete, false, 'what decides is missing')
    assert.deepEqual([result.redirects, result.unknown.includes('reached')], [null, true])
  })

  test('when the lists cannot be read, being on none is not known', async () => {
    const { result } = await scanSampleUrl({ trust: refuses('the database is gone') })
    assert.ok(result.unavailable.includes('lists') && result.unknown.includes('listed'))
    assert.ok(result.riskScore >= 40)
    const none = await scanSampleUrl({ trust: async () => ({ trust: trust(), listsLoaded: false }) })
    assert.ok(none.result.unknown.includes('listed'))
    assert.equal(none.result.recommendation, 'PROCEED', 'a service without lists holds no honest site back')
    assert.deepEqual([none.result.riskScore, none.result.riskLevel, none.result.threats], [20, 'low', []])
    assert.equal(none.result.warnings[0]?.id, 'not-enough-known', 'and calls none safe')
  })

  describe('of a site that could not be visited', () => {
    const gone = (code: string) => async (of: SiteAddress) => ({
      visit: visit({ ...unreached(code).visit, final: of }),
      html: null,
    })
    const silent = {
      visit: gone('timeout'),
      page: async () => null,
      cloaking: async () => null,
      tls: async () => unreached().tls,
    }

    test('what decides is missing: care, and every member that is not known is null and named', async () => {
      const { result } = await scanSampleUrl(silent)
      assert.deepEqual([result.recommendation, result.complete, result.reached], ['CAUTION', false, false])
      assert.deepEqual(result.unavailable, ['site'])
      assert.deepEqual([result.details.finalUrl, result.details.redirectCount], [null, null])
      for (const name of ['finalUrl', 'redirectCount', 'redirects', 'content', 'cloaking'])
        assert.ok(result.unknown.includes(name), name)
      const { severity, evidence } = result.warnings[0] ?? assert.fail()
      assert.deepEqual([severity, evidence], ['medium', { missing: ['page', 'tls'] }])
    })

    test('a project’s own domain that is down is not held back', async () => {
      const { result } = await scanSampleUrl({
        ...silent,
        trust: trustLevels({ 'teashop.example': trust({ official: 'The Tea Shop' }) }),
      })
      assert.deepEqual([result.recommendation, result.complete, result.reached], ['PROCEED', true, false])
    })

    test('a name that does not exist is known not to', async () => {
      const { result } = await scanSampleUrl({
        ...silent,
        visit: gone('dns'),
        dns: async () => dns({ exists: false, addresses: [] }),
      })
      assert.deepEqual([result.recommendation, result.complete, result.reached], ['CAUTION', true, false])
      assert.deepEqual([result.unavailable, result.warnings[0]?.id], [[], 'unresolvable-host'])
    })

    test('while DNS does not work nothing of the site was asked', async () => {
      const { result } = await scanSampleUrl({ ...silent, visit: gone('dns'), dns: refuses('no name server answers') })
      assert.deepEqual([result.recommendation, result.complete, result.reached], ['CAUTION', false, null])
      assert.deepEqual(result.unavailable, ['dns'])
      assert.ok(result.unknown.includes('reached') && !result.warnings.some(({ id }) => id === 'unresolvable-host'))
    })

    test('the answer is not kept: a retry after the outage looks again', async () => {
      let isUp = false
      const { watched } = testUrlSources({
        visit: async (of) => (isUp ? { visit: visit({ final: of }), html: '<p>tea</p>' } : gone('timeout')(of)),
        tls: async () => (isUp ? tls() : unreached().tls),
      })
      const scan = createUrlScan(async () => watched)
      assert.equal((await scan(INPUT, live())).recommendation, 'CAUTION')
      isUp = true
      const again = await scan(INPUT, live())
      assert.deepEqual([again.recommendation, again.cached, again.complete], ['PROCEED', null, true])
      isUp = false
      assert.notEqual((await scan(INPUT, live())).cached, null, 'a whole answer is kept')
    })
  })

  test('an old site that answers 503 with a valid certificate is not held back; without lists it is', async () => {
    const broken = {
      visit: async (of: SiteAddress) => ({ visit: visit({ final: of, status: 503 }), html: '<p>x</p>' }),
    }
    const { result } = await scanSampleUrl(broken)
    assert.deepEqual([result.recommendation, result.complete, result.unknown], ['PROCEED', true, ['content']])
    const unlisted = { ...broken, trust: async () => ({ trust: trust(), listsLoaded: false }) }
    const without = await scanSampleUrl(unlisted)
    assert.deepEqual([without.result.recommendation, without.result.listed], ['CAUTION', null])
    assert.deepEqual(without.result.warnings[0]?.evidence, { missing: ['page', 'trust'] })
  })

  test('the deadline cuts off what is slow; names and lists are known all the same', async () => {
    const { result } = await scanSampleUrl(
      { visit: never, likenesses: () => [likeness], trust: trustLevels({}) },
      { deadlineMs: 200 },
    )
    assert.equal(result.complete, false)
    assert.deepEqual(result.likenesses, [likeness])
    assert.equal(result.details.sslStatus, 'valid')
    assert.deepEqual(result.unavailable, ['site'])
  })

  test('so many sites are read at once; who waits in vain is judged by names and lists', async () => {
    let visits = 0
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
    const { watched } = testUrlSources({
      visit: async (of) => {
        visits++
        await answered
        return { visit: visit({ final: of }), html: '' }
      },
    })
    const scan = createUrlScan(async () => watched)
    const slow = Array.from({ length: 16 }, (_, index) =>
      scan({ ...INPUT, url: `https://shop${index}.example/` }, live()),
    )
    const { complete, details, reached } = await scan({ ...INPUT, deadlineMs: 200 }, live())
    assert.deepEqual([complete, details.sslStatus, reached, visits], [false, 'valid', null, 16])
    answer()
    for (const result of await Promise.all(slow)) assert.equal(result.reached, true)
    assert.equal((await scan(INPUT, live())).reached, true, 'places are given back')
  })

  test('what a key may not visit is unknown, and no host of it is connected to', async () => {
    const { result, asked } = await scanSampleUrl({ mayVisit: () => false, likenesses: () => [likeness] })
    assert.deepEqual(
      asked.filter((name) => /^(dns|tls|registration|visit|page|cloaking)/.test(name)),
      [],
    )
    for (const name of ['finalUrl', 'sslStatus', 'domainAge', 'content', 'ipAddress'])
      assert.ok(result.unknown.includes(name), name)
    assert.deepEqual(result.unavailable, [], 'nothing failed')
    assert.deepEqual(result.likenesses, [likeness])
    assert.notEqual(result.riskLevel, 'safe')
  })

  test('a registry that knows no date leaves the age unknown; no registry at all leaves no question', async () => {
    const silent = await scanSampleUrl({ registration: async () => registration({ registeredAt: null }) })
    assert.ok(silent.result.unknown.includes('domainAge'))
    const none = await scanSampleUrl({ registration: async () => null })
    assert.deepEqual([none.result.details.domainAge, none.result.unknown], [null, []])
  })

  test('a browser runs the page only on request, and where there is one', async () => {
    const browse = async () => ({ browsing: browsing({ contacted: ['evil.example'] }), documents: [] })
    const { result, asked } = await scanSampleUrl({ browse })
    assert.ok(!('browser' in result) && !asked.includes('browse'))
    assert.equal(result.confidence, 1, 'without it the answer has no gap')
    const with_ = await scanSampleUrl(
      { browse, trust: trustLevels({ 'evil.example': listed('evil.example') }) },
      { browse: true },
    )
    assert.deepEqual(with_.result.browser?.contacted, ['evil.example'])
    assert.ok(with_.result.warnings.some(({ id }) => id === 'block-listed-host-contacted'))
    await assert.rejects(scanSampleUrl({}, { browse: true }), (error) => {
      return (
        error instanceof ApiError && error.code === 'VALIDATION_ERROR' && /browse.*CHROMIUM_PATH/.test(error.message)
      )
    })
    const failed = await scanSampleUrl({ browse: refuses('crashed') }, { browse: true })
    assert.equal(failed.result.browser, null)
    assert.ok(failed.result.unavailable.includes('browser') && failed.result.unknown.includes('browser'))
  })

  test('an invalid address is refused', async () => {
    const parse = () => {
      throw new RangeError('this is no site')
    }
    await assert.rejects(scanSampleUrl({ parse }), (error) => {
      return error instanceof ApiError && /^body\.url: expected/.test(error.message)
    })
  })

  test('an answer is given again with its age, and with the sections that are asked for now', async () => {
    const clock = { now: 1_000_000 }
    const { watched, asked } = testUrlSources()
    const scan = createUrlScan(
      async () => watched,
      () => clock.now,
    )
    const first = await scan(INPUT, live())
    clock.now += 90_500
    const again = await scan({ ...INPUT, includeContent: true, deadlineMs: 300 }, live())
    assert.deepEqual([first.cached, again.cached], [null, { ageSeconds: 90 }])
    assert.equal(again.asOf, first.asOf)
    assert.equal(again.content?.title, 'The Tea Shop')
    assert.equal(asked.filter((name) => name.startsWith('visit')).length, 1)
    for (const other of [{ fresh: true }, { chain: 'bsc' }, { url: 'https://teashop.example/other' }] as const)
      assert.equal((await scan({ ...INPUT, ...other }, live())).cached, null, JSON.stringify(other))
    const test = await scan(INPUT, { ...live(), environment: 'test' })
    assert.equal(test.cached, null, 'what a sandbox key is shown is its own')
    const stranger = await scan(INPUT, { ...live(), accountId: 'acc_2' })
    assert.equal(stranger.cached, null, 'no answer tells whether another account looked')
  })

  test('how an address is spelled is part of the question', async () => {
    const parse = (url: string) =>
      site(url.replace('paypal.com@', ''), { userinfo: url.includes('@') ? 'paypal.com' : null })
    const { watched } = testUrlSources({ parse })
    const scan = createUrlScan(async () => watched)
    const ids = async (url: string) => (await scan({ ...INPUT, url }, live())).warnings.map(({ id }) => id)
    assert.deepEqual(await ids('https://teashop.example/'), await ids('https://teashop.example/'))
    assert.ok((await ids('https://paypal.com@teashop.example/')).includes('credentials-in-url'))
    assert.ok(!(await ids('https://teashop.example/')).includes('credentials-in-url'))
  })

  test('a change of a list forgets what was found before', async () => {
    let revision = 1
    const { watched } = testUrlSources({ listRevision: async () => String(revision) })
    const scan = createUrlScan(async () => watched)
    await scan(INPUT, live())
    assert.notEqual((await scan(INPUT, live())).cached, null)
    revision++
    assert.equal((await scan(INPUT, live())).cached, null)
  })
})
