import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { canonicalKey } from './canonicalKey.ts'

const ADDRESS = '0xd8da6bf26964af9d7eed9e03e53415d37aa96045'
const HASH = 'a379a6f6eeafb9a55e378c118034e2751e682fab9f2d30ab13d2125586ce1947'

const KEYS: [string, string, string][] = [
  ['0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045', 'address', ADDRESS],
  [`0X${ADDRESS.slice(2).toUpperCase()}`, 'address', ADDRESS],
  [`  ${ADDRESS}\t`, 'address', ADDRESS],
  [`ethereum:${ADDRESS}`, 'address', ADDRESS],
  [`eip155:137:${ADDRESS}`, 'address', ADDRESS],
  [`eth:${ADDRESS}`, 'address', ADDRESS],
  [HASH.toUpperCase(), 'hash', HASH],
  ['Evil.Example.COM', 'host', 'evil.example.com'],
  ['evil.example.com.', 'host', 'evil.example.com'],
  ['*.evil.example.com', 'host', 'evil.example.com'],
  ['.evil.example.com', 'host', 'evil.example.com'],
  ['evil.example.com:8443', 'host', 'evil.example.com'],
  ['https://user:pass@evil.example.com:8443/?q=1#top', 'host', 'evil.example.com'],
  ['HTTPS://EVIL.example.com', 'host', 'evil.example.com'],
  ['//evil.example.com/', 'host', 'evil.example.com'],
  ['https:\\\\evil.example.com\\', 'host', 'evil.example.com'],
  ['metamąsk.io', 'host', 'xn--metamsk-t4a.io'],
  ['ＥＶＩＬ。example。com', 'host', 'evil.example.com'],
  ['xn--metamsk-t4a.io', 'host', 'xn--metamsk-t4a.io'],
  ['_dmarc.evil.example', 'host', '_dmarc.evil.example'],
  ['http://0x7f.1/', 'host', '127.0.0.1'],
  ['203.0.113.7:80', 'host', '203.0.113.7'],
  ['2001:DB8:0::1', 'host', '[2001:db8::1]'],
  ['https://[2001:db8::1]:443/', 'host', '[2001:db8::1]'],
  ['https://sites.google.com/view/x/?utm=1#a', 'url', 'sites.google.com/view/x'],
  ['sites.google.com//view/./y/../x//', 'url', 'sites.google.com/view/x'],
  ['https://a.example/%7Ebob/%2f%c3%a9', 'url', 'a.example/~bob/%2F%C3%A9'],
  ['https://a.example/é', 'url', 'a.example/%C3%A9'],
  ['https://a.example/100%', 'url', 'a.example/100%25'],
  ['https://a.example/Case', 'url', 'a.example/Case'],
  ['https://evil.example/@user', 'url', 'evil.example/@user'],
  ['http://203.0.113.7:5555/bin.sh', 'url', '203.0.113.7/bin.sh'],
]
for (const [text, kind, value] of KEYS) {
  test(`${text} is the ${kind} ${value}`, () => assert.deepEqual(canonicalKey(text), { kind, value }))
}

const NOTHING: [string, string][] = [
  ['nothing', '  '],
  ['a word', 'localhost'],
  ['a number, which a URL would read as an IPv4 address', '12345'],
  ['a version', '1.5'],
  ['a hexadecimal number', '0x7f000001'],
  ['an address that is one digit short', ADDRESS.slice(0, -1)],
  ['a transaction hash', `0x${HASH}`],
  ['an e-mail address, whose host is shared by strangers', 'thief@gmail.com'],
  ['a mail link', 'mailto:thief@gmail.com'],
  ['another scheme', 'ftp://evil.example'],
  ['a script', 'javascript:alert(1)'],
  ['a sentence', 'evil.example is bad'],
  ['two hosts', 'a.example,b.example'],
  ['an empty label', 'a..example'],
  ['a host with NUL', 'evil\0.example'],
  ['a line break inside', 'https://evil.example/\nb'],
  ['leading zeros, which some read as octal', '192.168.010.1'],
  ['a label over 63 characters', `${'a'.repeat(64)}.example`],
  ['a name over 253 characters', `${'abc.'.repeat(70)}example`],
  ['a port that is none', 'evil.example:99999'],
  ['2,049 characters', `evil.example/${'a'.repeat(2036)}`],
  ['what is over 2,048 characters once escaped', `evil.example/${'é'.repeat(1000)}`],
  ['replacement characters of broken UTF-8', 'ev\ufffdil.example'],
]
for (const [name, text] of NOTHING) test(`null for ${name}`, () => assert.equal(canonicalKey(text), null))

test('a million characters cost nothing', () => assert.equal(canonicalKey('a.'.repeat(500_000)), null))

test('the value of a key gives that key again', () => {
  const pieces = fc.constantFrom(
    '%',
    '%2',
    '2e',
    '%41',
    '/',
    '//',
    '../sources',
    '.',
    'é',
    'A',
    '\\',
    '?',
    '#',
    '@',
    ':',
    '4',
    '31',
  )
  const path = fc.array(fc.oneof(pieces, fc.string({ unit: 'binary', maxLength: 6 })), { maxLength: 12 })
  const text = fc.oneof(
    fc.webUrl({ withQueryParameters: true, withFragments: true }),
    fc.ipV6(),
    fc.string({ unit: 'binary', maxLength: 80 }),
    path.map((parts) => `Evil.example/${parts.join('')}`),
    path.map((parts) => `https://${parts.join('')}`),
  )
  fc.assert(
    fc.property(text, (written) => {
      const key = canonicalKey(written)
      if (key !== null) assert.deepEqual(canonicalKey(key.value), key, written)
    }),
    { numRuns: 2000 },
  )
})

test('spellings of one host are one key', () => {
  const spelling = fc.record({
    scheme: fc.constantFrom('', 'http://', 'HTTPS://', '//'),
    wild: fc.constantFrom('', '*.', '.'),
    upper: fc.boolean(),
    port: fc.constantFrom('', ':80', ':443', ':8080'),
    dot: fc.constantFrom('', '.'),
    end: fc.constantFrom('', '/', '?q=1', '/#top', '/.//'),
  })
  fc.assert(
    fc.property(fc.domain(), spelling, (host, { scheme, wild, upper, port, dot, end }) => {
      const plain = canonicalKey(host)
      const spelled = `${scheme}${wild}${upper ? host.toUpperCase() : host}${dot}${port}${end}`
      assert.deepEqual(canonicalKey(spelled), plain, spelled)
    }),
  )
})

test('a plain name is read without the URL parser, and as it would read it', () => {
  const label = fc.stringMatching(/^[a-z0-9_-]{1,5}$/)
  const tricky = fc.constantFrom('xn--a', 'xn--', '0x1', '1', '08', 'ab--c', '-', '_')
  const host = fc.array(fc.oneof(label, tricky), { minLength: 2, maxLength: 5 }).map((labels) => labels.join('.'))
  fc.assert(
    fc.property(host, (name) => {
      const parsed = canonicalKey(`https://${name}`)
      // Without a scheme, what could be a number is none; otherwise both are the same.
      if (parsed === null || /[a-z]$/.test(parsed.value)) assert.deepEqual(canonicalKey(name), parsed)
    }),
    { numRuns: 5000 },
  )
})

for (const [text, value] of [
  ['hxxps://evil[.]example/claim', 'evil.example/claim'],
  ['evil[.]example', 'evil.example'],
  ['evil(dot)example', 'evil.example'],
] as const)
  test(`${text} of an abuse report is ${value}`, () => assert.equal(canonicalKey(text)?.value, value))
