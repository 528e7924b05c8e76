import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { parseRdap } from './createRegistration.ts'

const DOMAIN = {
  objectClassName: 'domain',
  ldhName: 'SITE.TEST',
  status: ['active', 'client transfer prohibited', 'server hold', 'made up', 7],
  events: [
    { eventAction: 'last update of RDAP database', eventDate: '2026-01-01T00:00:00Z' },
    { eventAction: 'registration', eventDate: '2024-03-01T12:00:00Z' },
    { eventAction: 'expiration', eventDate: '2027-03-01T12:00:00Z' },
    { eventAction: 'last changed', eventDate: '2025-03-01T12:00:00Z' },
  ],
  entities: [
    { roles: ['abuse'], vcardArray: ['vcard', [['fn', {}, 'text', 'Abuse desk']]] },
    {
      roles: ['registrar'],
      handle: '292',
      vcardArray: [
        'vcard',
        [
          ['version', {}, 'text', '4.0'],
          ['fn', {}, 'text', 'Example\u202e Registrar, Inc.'],
        ],
      ],
    },
  ],
  nameservers: [{ ldhName: 'NS2.DNS.TEST.' }, { ldhName: 'ns1.dns.test' }, { ldhName: '<script>' }, null],
  links: [
    { rel: 'self', type: 'application/rdap+json', href: 'https://rdap.registry.test/domain/site.test' },
    { rel: 'related', type: 'application/rdap+json', href: 'https://rdap.registrar.test/domain/site.test' },
  ],
}

describe('parseRdap', () => {
  it('reads times, registrar, name servers, statuses and the referral', () => {
    assert.deepEqual(parseRdap(DOMAIN, 'site.test'), {
      registration: {
        domain: 'site.test',
        registeredAt: Date.UTC(2024, 2, 1, 12),
        expiresAt: Date.UTC(2027, 2, 1, 12),
        updatedAt: Date.UTC(2025, 2, 1, 12),
        registrar: 'Example[U+202E] Registrar, Inc.',
        nameServers: ['ns1.dns.test', 'ns2.dns.test'],
        statuses: ['ok', 'clientTransferProhibited', 'serverHold'],
      },
      referral: 'https://rdap.registrar.test/domain/site.test',
    })
  })

  it('finds nothing where nothing is said', () => {
    const { registration, referral } = parseRdap({ objectClassName: 'domain', ldhName: 'site.test' }, 'site.test')
    const unknown = { registeredAt: null, expiresAt: null, updatedAt: null, registrar: null }
    assert.deepEqual(registration, { domain: 'site.test', ...unknown, nameServers: [], statuses: [] })
    assert.equal(referral, null)
  })

  it('knows a domain by its Unicode name', () => {
    const { registration } = parseRdap({ ...DOMAIN, ldhName: 'münchen.test' }, 'xn--mnchen-3ya.test')
    assert.equal(registration.domain, 'xn--mnchen-3ya.test')
  })

  for (const [what, answer] of Object.entries({
    'an error': { errorCode: 404, title: 'Not found' },
    'a name server': { ...DOMAIN, objectClassName: 'nameserver' },
    'another domain': { ...DOMAIN, ldhName: 'other.test' },
    'a domain without a name': { ...DOMAIN, ldhName: undefined },
    'a list': [DOMAIN],
    text: 'domain',
    nothing: null,
  })) {
    it(`refuses ${what}`, () => {
      assert.throws(() => parseRdap(answer, 'site.test'), TypeError)
    })
  }

  it('bounds every list', () => {
    const many = Array.from({ length: 5_000 }, (_, index) => ({ ldhName: `ns${index}.dns.test` }))
    const { registration } = parseRdap({ ...DOMAIN, nameservers: many }, 'site.test')
    assert.equal(registration.nameServers.length, 16)
  })

  it('reads any shape without failing', () => {
    const members = fc.dictionary(fc.constantFrom(...Object.keys(DOMAIN)), fc.jsonValue())
    fc.assert(
      fc.property(members, (said) => {
        const { registration } = parseRdap({ ...said, objectClassName: 'domain', ldhName: 'site.test' }, 'site.test')
        assert.equal(registration.domain, 'site.test')
      }),
    )
  })
})
