import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getPublicSuffix } from 'tldts'
import { parseSite } from '../address/parseSite.ts'
import { BRANDS } from './brands.ts'

test('names are words of hosts', () => {
  for (const { brand, names } of BRANDS)
    for (const name of names) assert.match(name, /^[a-z0-9]{3,32}$/, `${brand}: ${name}`)
})

test('a name is one brand’s', () => {
  const names = BRANDS.flatMap((one) => one.names)
  assert.deepEqual(
    names.filter((name, index) => names.indexOf(name) !== index),
    [],
  )
})

test('domains are hosts in canonical form with an owner', () => {
  for (const { brand, domains } of BRANDS) {
    assert.ok(domains.length > 0, brand)
    for (const domain of domains) {
      assert.equal(parseSite(`https://${domain}`).host, domain)
      // github.io is a suffix, and its pages are strangers': see `officialOwner`.
      if (domain !== 'github.io') assert.notEqual(getPublicSuffix(domain, { allowPrivateDomains: true }), domain)
    }
  }
})

test('short words are never an accusation', () => {
  for (const { names, ambiguous } of BRANDS)
    for (const name of names) if (name.length < 4 && name !== 'okx') assert.ok(ambiguous, name)
})

test('there are enough of them', () => {
  assert.ok(new Set(BRANDS.map(({ brand }) => brand)).size >= 250)
})
