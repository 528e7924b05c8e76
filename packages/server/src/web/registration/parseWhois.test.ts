import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { parseWhois } from './parseWhois.ts'

const DAY = Date.UTC(2024, 2, 1)
const END = Date.UTC(2027, 2, 1)

/** One answer for each form that registries have; every one is of site.test, registered on 1 March 2024 until 1 March 2027. */
const FORMS: Record<string, string> = {
  'generic registries': `
   Domain Name: SITE.TEST
   Registry Domain ID: 1_DOMAIN
   Registrar WHOIS Server: whois.registrar.test
   Registrar URL: http://www.registrar.test
   Updated Date: 2025-03-01T00:00:00Z
   Creation Date: 2024-03-01T00:00:00Z
   Registry Expiry Date: 2027-03-01T00:00:00Z
   Registrar: Example Registrar
   Domain Status: clientTransferProhibited https://icann.org/epp#clientTransferProhibited
   Name Server: NS1.DNS.TEST
   Name Server: NS2.DNS.TEST
   DNSSEC: unsigned
>>> Last update of whois database: 2026-01-01T00:00:00Z <<<`,
  'headings with values below': `
    Domain name:
        site.test

    Registrar:
        Example Registrar [Tag = EXAMPLE]
        URL: https://www.registrar.test

    Relevant dates:
        Registered on: 01-Mar-2024
        Expiry date:  01-Mar-2027
        Last updated:  01-Mar-2025

    Name servers:
        ns1.dns.test
        ns2.dns.test  192.0.2.1`,
  'keys in brackets': `
[Domain Name]                   SITE.TEST
[Registrar]                     Example Registrar
[Name Server]                   ns1.dns.test
[Name Server]                   ns2.dns.test
[Created on]                    2024/03/01
[Expires on]                    2027/03/01`,
  'lower case with comments': `
% By submitting a query you agree.
% created: 1999-01-01

domain:        site.test
status:        ok
nserver:       ns1.dns.test
nserver:       ns2.dns.test [192.0.2.1]
registrar:     Example Registrar
created:       01.03.2024 00:00:00
expire:        01.03.2027`,
  'dotted lines': `
domain.............: site.test
status.............: Registered
created............: 1.3.2024 00:00:00
expires............: 1.3.2027 00:00:00
nserver............: ns1.dns.test [OK]
nserver............: ns2.dns.test [OK]
registrar..........: Example Registrar`,
  'paid till': `
domain:        SITE.TEST
nserver:       ns1.dns.test.
nserver:       ns2.dns.test.
registrar:     Example Registrar
created:       2024-03-01T00:00:00Z
paid-till:     2027-03-01T00:00:00Z`,
}

describe('parseWhois', () => {
  for (const [form, text] of Object.entries(FORMS)) {
    it(`reads ${form}`, () => {
      const { registration } = parseWhois(text.replaceAll('\n', '\r\n'), 'site.test') ?? assert.fail('no record')
      assert.equal(registration.registeredAt, DAY)
      assert.equal(registration.expiresAt, END)
      assert.match(registration.registrar ?? '', /^Example Registrar/)
      assert.deepEqual(registration.nameServers, ['ns1.dns.test', 'ns2.dns.test'])
    })
  }

  it('reads statuses and where more is said', () => {
    const { registration, referral } = parseWhois(FORMS['generic registries'] ?? '', 'site.test') ?? assert.fail()
    assert.deepEqual(registration.statuses, ['clientTransferProhibited'])
    assert.equal(registration.updatedAt, Date.UTC(2025, 2, 1))
    assert.equal(referral, 'whois.registrar.test')
  })

  for (const text of [
    'No match for "SITE.TEST".',
    'Domain not found.',
    '%% No entries found',
    'Domain: other.test\nCreated: 2024-03-01',
    'Quota exceeded. Try again later.',
    '',
    '\0\0\0',
  ]) {
    it(`finds no record in ${JSON.stringify(text)}`, () => {
      assert.equal(parseWhois(text, 'site.test'), null)
    })
  }

  it('takes no time of day in a sentence for a date of the domain', () => {
    const text = 'Domain: site.test\nRegistrar: X\nThis record was created: yesterday'
    assert.equal(parseWhois(text, 'site.test')?.registration.registeredAt, null)
  })

  it('reads any text without failing, in time', () => {
    fc.assert(fc.property(fc.string({ maxLength: 2_000 }), (text) => void parseWhois(text, 'site.test')))
    for (const piece of ['a ', 'a.', 'a: ', '[a', '\n', 'created: 2', ' .', '(((']) {
      parseWhois(piece.repeat(65_536 / piece.length), 'site.test')
    }
  })
})
