import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { EgressError } from './egressError.ts'
import { createAllowList, isPublicAddress } from './publicAddress.ts'
import { checkTarget } from './target.ts'

/** https://www.iana.org/assignments/iana-ipv4-special-registry, and multicast (RFC 5771), which has a registry of its own. */
const SPECIAL_V4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]

/** One address of each block of https://www.iana.org/assignments/iana-ipv6-special-registry, and forms that embed another. */
const SPECIAL_V6 = [
  '::1',
  '::',
  '::ffff:8.8.8.8',
  '::ffff:0:8.8.8.8',
  '::7f00:1',
  '64:ff9b::7f00:1',
  '64:ff9b:1::1',
  '100::1',
  '100:0:0:1::1',
  '2001::1',
  '2001:1::1',
  '2001:2::1',
  '2001:3::1',
  '2001:4:112::1',
  '2001:10::1',
  '2001:20::1',
  '2001:30::1',
  '2001:1ff:ffff::1',
  '2001:db8::1',
  '2002:7f00:1::',
  '2002:808:808::1',
  '2620:4f:8000::1',
  '3fff::1',
  '4000::1',
  '5f00::1',
  'fc00::1',
  'fd00:ec2::254',
  'fe80::1',
  'fe80::1%lo',
  'fec0::1',
  'ff02::1',
]

const special = fc.tuple(fc.constantFrom(...SPECIAL_V4), fc.nat(0xffff_ffff)).map(([block, within]) => {
  const [base = '', bits] = block.split('/')
  const hostBits = 2 ** (32 - Number(bits))
  return toNumber(base) + (within % hostBits)
})

/** One of the ways in which URLs may write a part of an address. */
const spelling = fc.constantFrom(
  (part: number) => String(part),
  (part: number) => `0x${part.toString(16)}`,
  (part: number) => `0X0${part.toString(16).toUpperCase()}`,
  (part: number) => `0${part.toString(8)}`,
  (part: number) => `000${part.toString(8)}`,
)

/** The same digits in another script: IDNA (UTS 46) maps them back. */
const script = fc.constantFrom(
  (text: string) => text,
  (text: string) => text.replace(/[0-9]/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
  (text: string) => text.replace(/[1-9]/g, (digit) => String.fromCodePoint(0x2460 + Number(digit) - 1)),
  (text: string) => text.replace(/[0-9]/g, (digit) => String.fromCodePoint(0x1d7ce + Number(digit))),
  (text: string) => text.replaceAll('.', '。'),
  (text: string) => text.replaceAll('.', '｡'),
  (text: string) => text.replace(/[0-9.]/g, (char) => `%${char.charCodeAt(0).toString(16)}`),
)

describe('isPublicAddress', () => {
  it('refuses every special IPv4 address', () => {
    fc.assert(fc.property(special, (number) => assert.equal(isPublicAddress(dotted(number)), false)))
  })

  it('refuses the first and last address of each block, and takes their neighbours unless these are special too', () => {
    const blocks = SPECIAL_V4.map((block) => {
      const [base = '', bits] = block.split('/')
      return { first: toNumber(base), last: toNumber(base) + 2 ** (32 - Number(bits)) - 1 }
    })
    const isSpecial = (number: number) => blocks.some(({ first, last }) => number >= first && number <= last)
    for (const { first, last } of blocks) {
      for (const number of [first - 1, first, last, last + 1]) {
        if (number < 0 || number > 0xffff_ffff) continue
        assert.equal(isPublicAddress(dotted(number)), !isSpecial(number), dotted(number))
      }
    }
  })

  it('takes every other IPv4 address', () => {
    const inside = (number: number) =>
      SPECIAL_V4.some((block) => {
        const [base = '', bits] = block.split('/')
        return Math.floor(number / 2 ** (32 - Number(bits))) === Math.floor(toNumber(base) / 2 ** (32 - Number(bits)))
      })
    const other = fc.nat(0xffff_ffff).filter((number) => !inside(number) && dotted(number) !== '168.63.129.16')
    fc.assert(fc.property(other, (number) => assert.equal(isPublicAddress(dotted(number)), true)))
  })

  for (const address of SPECIAL_V6) {
    it(`refuses ${address}`, () => assert.equal(isPublicAddress(address), false))
  }

  it('takes IPv6 of real networks only', () => {
    for (const address of ['2606:2800:220:1::1', '2a00:1450:4001::68', '2400:cb00::1', '2001:200::1', '3ffe::1']) {
      assert.equal(isPublicAddress(address), true, address)
    }
    const other = fc.tuple(fc.integer({ min: 0, max: 0xffff }), fc.nat(0xffff)).filter(([head]) => head >> 13 !== 1)
    fc.assert(
      fc.property(other, ([head, tail]) => {
        assert.equal(isPublicAddress(`${head.toString(16)}::${tail.toString(16)}`), false)
      }),
    )
  })

  it('refuses the host of an Azure machine, which looks public', () => {
    assert.equal(isPublicAddress('168.63.129.16'), false)
  })

  for (const text of ['', 'localhost', '8.8.8', '010.8.8.8', '0x8.8.8.8', '134744072', '8.8.8.8 ', '[2606::1]']) {
    it(`reads no address into "${text}"`, () => assert.equal(isPublicAddress(text), false))
  }
})

describe('checkTarget', () => {
  const nothing = { has: () => false }
  const blocked = (error: unknown) => error instanceof EgressError && error.failure === 'blocked'

  it('refuses special IPv4 addresses in every spelling that a URL may have', () => {
    const parts = fc.tuple(special, fc.integer({ min: 1, max: 4 }), fc.array(spelling, { minLength: 4, maxLength: 4 }))
    const urls = fc
      .tuple(
        parts,
        script,
        fc.constantFrom('', '.'),
        fc.constantFrom('', 'good.example@', 'a:b@'),
        fc.constantFrom('http', 'https'),
      )
      .map(([[number, count, spell], write, dot, user, scheme]) => {
        const host = split(number, count)
          .map((part, index) => spell[index]?.(part))
          .join('.')
        return { number, text: `${scheme}://${user}${write(host)}${dot}/` }
      })
    let read = 0
    fc.assert(
      fc.property(urls, ({ number, text }) => {
        if (URL.parse(text)?.hostname === dotted(number)) read++
        assert.throws(() => checkTarget(text, nothing), blocked)
      }),
      { numRuns: 2_000 },
    )
    assert.ok(read > 1_500, `${read} of 2,000 were spellings of the address meant`)
  })

  it('refuses IPv4 addresses inside IPv6 ones', () => {
    const forms = [
      (hex: string) => `::ffff:${hex}`,
      (hex: string) => `::${hex}`,
      (hex: string) => `::ffff:0:${hex}`,
      (hex: string) => `64:ff9b::${hex}`,
      (hex: string) => `64:ff9b:1::${hex}`,
      (hex: string) => `2002:${hex}::`,
      (hex: string) => `2001:0:${hex}::1`,
    ]
    fc.assert(
      fc.property(fc.nat(0xffff_ffff), fc.constantFrom(...forms), (number, form) => {
        const hex = `${(number >>> 16).toString(16)}:${(number & 0xffff).toString(16)}`
        assert.throws(() => checkTarget(`http://[${form(hex)}]/`, nothing), blocked)
      }),
    )
  })

  for (const text of [
    'ftp://good.example/',
    'file:///etc/passwd',
    'gopher://good.example:80/',
    'ws://good.example/',
    '//x',
    '',
  ]) {
    it(`refuses ${text || 'nothing'}`, () => assert.throws(() => checkTarget(text, nothing), blocked))
  }

  for (const port of [1, 22, 25, 6379, 8545, 65535]) {
    it(`refuses port ${port}`, () => assert.throws(() => checkTarget(`http://good.example:${port}/`, nothing), blocked))
  }

  it('goes by the port that a scheme has by itself, and by the brackets of IPv6', () => {
    const allow = createAllowList(['intranet.example:443', '10.0.0.7:80', '[fd00::7]:8080'])
    for (const [url, host, port] of [
      ['https://intranet.example/', 'intranet.example', 443],
      ['http://10.0.0.7/', '10.0.0.7', 80],
      ['http://[fd00::7]:8080/', 'fd00::7', 8080],
    ] as const) {
      const target = checkTarget(url, allow)
      assert.deepEqual([target.host, target.port, target.allowed], [host, port, true], url)
    }
    assert.equal(checkTarget('http://intranet.example/', allow).allowed, false)
    for (const url of ['https://10.0.0.7/', 'http://[fd00::7]/', 'http://[fd00::8]:8080/'])
      assert.throws(() => checkTarget(url, allow), { failure: 'blocked' }, url)
  })

  it('takes a public host on a port of the web, and drops credentials and fragment', () => {
    for (const port of [80, 443, 8080, 8443]) {
      const { url, host } = checkTarget(`https://me:secret@Good.Example:${port}/a?b#c`, nothing)
      assert.equal(url.href, `https://good.example${port === 443 ? '' : `:${port}`}/a?b`)
      assert.equal(host, 'good.example')
    }
  })
})

function toNumber(address: string): number {
  return address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0)
}

function dotted(number: number): string {
  return [24, 16, 8, 0].map((shift) => (number >>> shift) & 255).join('.')
}

/** As inet_aton reads it: the last of `count` parts holds what is left. */
function split(number: number, count: number): number[] {
  const bytes = [24, 16, 8, 0].map((shift) => (number >>> shift) & 255)
  const rest = bytes.slice(count - 1).reduce((sum, byte) => sum * 256 + byte, 0)
  return [...bytes.slice(0, count - 1), rest]
}
