import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import type { SiteAddress } from '@redoubt/risk/facts/site.ts'
import fc from 'fast-check'
import { parseSite } from './parseSite.ts'

const DATA = resolve(import.meta.dirname, '../../../../../..', process.env.REDOUBT_DATA ?? '../shared/data')
const CASES = join(DATA, 'hostile_inputs/whatwg_urls.json')

const reads = (name: string, url: string, expected: Partial<SiteAddress>) =>
  test(name, () => {
    const site = parseSite(url)
    const shown = Object.keys(expected).map((key) => [key, site[key as keyof SiteAddress]])
    assert.deepEqual(Object.fromEntries(shown), expected)
  })

reads(
  'case, default port, dots and what a browser keeps to itself are gone',
  'HTTPS://App.Uniswap.ORG.:443/Swap?a=b#x',
  {
    href: 'https://app.uniswap.org/Swap?a=b',
    host: 'app.uniswap.org',
    port: null,
    path: '/Swap',
    query: 'a=b',
    registrable: 'uniswap.org',
    site: 'uniswap.org',
    platform: null,
  },
)
reads('a suffix of two labels', 'https://shop.example.co.uk', {
  registrable: 'example.co.uk',
  publicSuffix: 'co.uk',
  platform: null,
})
reads('a customer of a hosting service', 'https://claim.vercel.app', {
  registrable: 'claim.vercel.app',
  site: 'claim.vercel.app',
  platform: 'vercel.app',
})
reads('a subdomain that a service gives away though no suffix list knows it', 'https://a.me.gitbook.com/x', {
  registrable: 'gitbook.com',
  site: 'me.gitbook.com',
  platform: 'gitbook.com',
})
reads('pages of strangers below one host', 'https://sites.google.com/view/x', {
  site: null,
  platform: 'sites.google.com',
})
reads('the service itself', 'https://www.github.com/x/y', { site: null, platform: 'github.com' })
reads('a suffix has no owner', 'https://co.uk', { registrable: null, site: null, platform: null })
reads('a name without dots', 'http://localhost:3000', { registrable: null, platform: null, port: 3000 })
reads('an address spelled in the ordinary way', 'http://127.0.0.1/', { ip: 4, oddIp: null, registrable: null })
reads('an address in hexadecimal', 'http://0x7f.1:8080/', { host: '127.0.0.1', ip: 4, oddIp: '0x7f.1', port: 8080 })
reads('an address as one number', 'http://2130706433/', { host: '127.0.0.1', oddIp: '2130706433' })
reads('dots do not hide an address', 'http://10.0.0.1../', { host: '10.0.0.1', ip: 4 })
reads('IPv6', 'https://[2001:DB8::1]/', { host: '2001:db8::1', ip: 6, oddIp: null })
reads('IPv6 the long way', 'https://[2001:db8:0::1]/', { host: '2001:db8::1', oddIp: '[2001:db8:0::1]' })
reads('a name in front of the host, its password left out', 'https://www.paypal.com:pw@evil.example/', {
  href: 'https://evil.example/',
  userinfo: 'www.paypal.com',
})
reads('a password alone', 'https://:pw@evil.example/', { href: 'https://evil.example/', userinfo: '' })
reads('letters of other alphabets', 'https://例え.jp/', { host: 'xn--r8jz45g.jp', unicodeHost: '例え.jp' })
reads('Cyrillic among Latin', 'https://p\u0430ypal.com', {
  mixedScripts: [{ label: 'p\u0430ypal', scripts: ['Latin', 'Cyrillic'] }],
})
reads('URLs in the query', 'https://a.example/go?to=https%3A%2F%2Fu%3Ap%40evil.example%2Fx%23y&n=1', {
  carried: ['https://evil.example/x'],
})

test('an invalid site is refused', () => {
  for (const url of [
    '',
    'example.com',
    'ftp://a.example',
    'javascript:alert(1)',
    'https://',
    'https://a b',
    'http://..',
  ])
    assert.throws(() => parseSite(url), RangeError, url)
  assert.throws(() => parseSite(`https://a.example/${'x'.repeat(9_000)}`), RangeError)
})

const label = fc.stringMatching(/^[a-z0-9]([a-z0-9-]{0,10}[a-z0-9])?$/)
const host = fc.array(label, { minLength: 1, maxLength: 4 }).map((labels) => [...labels, 'com'].join('.'))
const path = fc.webPath()
/** Whatever does not depend on the spelling. */
const meant = ({ oddIp: _, userinfo: __, ...site }: SiteAddress) => site

test('reading what was read changes nothing', () => {
  fc.assert(
    fc.property(fc.oneof(fc.webUrl({ withQueryParameters: true, withFragments: true }), fc.string()), (text) => {
      let site: SiteAddress
      try {
        site = parseSite(text)
      } catch (error) {
        assert.ok(error instanceof RangeError, String(error))
        return
      }
      assert.deepEqual(meant(parseSite(site.href)), meant(site))
    }),
  )
})

test('one URL is one site, however it is spelled', () => {
  fc.assert(
    fc.property(host, path, fc.boolean(), fc.boolean(), (name, where, upper, dot) => {
      const spelled = `${upper ? name.toUpperCase() : name}${dot ? '.' : ''}`
      assert.deepEqual(parseSite(`https://${spelled}:443${where}#a`), parseSite(`https://${name}${where}`))
    }),
  )
})

test('one IPv4 address is one site, however it is spelled', () => {
  fc.assert(
    fc.property(fc.nat(0xffffffff), (number) => {
      const quad = [24, 16, 8, 0].map((shift) => (number >>> shift) & 255)
      const sites = [
        quad.join('.'),
        String(number),
        `0x${number.toString(16)}`,
        quad.map((byte) => `0${byte.toString(8)}`).join('.'),
      ]
        .map((spelled) => parseSite(`http://${spelled}/`))
        .map(meant)
      for (const site of sites) assert.deepEqual(site, sites[0])
    }),
  )
})

const skip = existsSync(CASES) ? false : `no URL cases at ${CASES}; set REDOUBT_DATA`
test('the cases of the URL standard are read as browsers read them', { skip }, () => {
  type Case = {
    input: string
    base: string | null
    failure?: boolean
    href: string
    hostname: string
    protocol: string
  }
  const cases = (JSON.parse(readFileSync(CASES, 'utf8')) as (Case | string)[]).filter(
    (one): one is Case => typeof one === 'object' && one.base === null,
  )
  let read = 0
  for (const { input, failure, hostname, protocol } of cases) {
    if (failure || !/^https?:$/.test(protocol)) {
      assert.throws(() => parseSite(input), RangeError, input)
      continue
    }
    const bare = hostname.replace(/\.+$/, '').replace(/^\[|\]$/g, '')
    if (hostname.replaceAll('.', '') === '' || hostname.endsWith('..')) continue
    assert.equal(parseSite(input).host, bare, input)
    read++
  }
  assert.ok(read > 50, `${read} cases`)
})
