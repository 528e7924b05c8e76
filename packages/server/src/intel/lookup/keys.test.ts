import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { EntryKey } from '../ports.ts'
import { buildFingerprintSet } from './fingerprintSet.ts'
import { fingerprintsOf } from './fingerprintsOf.ts'
import { hostHits, hostKeys, urlKeys } from './hostKeys.ts'

const label = fc.stringMatching(/^[a-z0-9]([a-z0-9-]{0,8}[a-z0-9])?$/)
const host = fc.array(label, { minLength: 2, maxLength: 5 }).map((labels) => labels.join('.'))
const values = (keys: readonly EntryKey[]) => keys.map(({ value }) => value)
const setOf = (...hosts: string[]) =>
  buildFingerprintSet([fingerprintsOf(hosts.map((value) => ({ kind: 'host', value }) as const))])

test('a host is looked for as itself and as each parent, but never as a top-level domain', () => {
  assert.deepEqual(values(hostKeys('a.b.evil.com')), ['a.b.evil.com', 'b.evil.com', 'evil.com'])
  assert.deepEqual(values(hostKeys('evil.com')), ['evil.com'])
  assert.deepEqual(values(hostKeys('localhost')), ['localhost'])
  assert.deepEqual(values(hostKeys('[2001:db8::1]')), ['[2001:db8::1]'])
})

test('whatever stands before a listed host is found by it', async () => {
  await fc.assert(
    fc.asyncProperty(host, fc.array(label, { maxLength: 10 }), async (listed, labels) => {
      const set = await setOf(listed)
      assert.ok(values(hostHits(set, [...labels, listed].join('.'))).includes(listed))
    }),
  )
})

test('the walk and the list of keys agree, hit by hit', async () => {
  await fc.assert(
    fc.asyncProperty(host, fc.array(fc.nat(4), { maxLength: 3 }), host, async (asked, picks, other) => {
      const keys = hostKeys(asked)
      const listed = new Set([other, ...picks.flatMap((pick) => keys[pick]?.value ?? [])])
      const set = await setOf(...listed)
      assert.deepEqual(
        values(hostHits(set, asked)),
        values(keys).filter((value) => listed.has(value)),
      )
    }),
  )
})

test('siblings, parents and names that only end alike are not found', async () => {
  const set = await setOf('evil.com', 'phish.example.org', '1.2.3.4')
  for (const innocent of [
    'notevil.com',
    'evil.com.br',
    'com',
    'evil',
    'evil.co',
    'example.org',
    'x.example.org',
    '2.3.4',
  ])
    assert.deepEqual(hostHits(set, innocent), [], innocent)
  assert.deepEqual(values(hostHits(set, 'www.evil.com')), ['evil.com'])
  assert.deepEqual(values(hostHits(set, '1.2.3.4')), ['1.2.3.4'])
})

test('a host of a million labels costs no more than the longest real one', () => {
  const hostile = `${'a.'.repeat(1_000_000)}evil.com`
  const keys = values(hostKeys(hostile))
  assert.ok(keys.length < 130, `${keys.length} keys`)
  assert.ok(keys.includes('evil.com'))
  assert.ok(keys.slice(1).every((key) => key.length <= 253))
})

test('a URL is looked for by its whole path and each path above it', () => {
  assert.deepEqual(values(urlKeys('sites.google.com/view/x/home')), [
    'sites.google.com/view/x/home',
    'sites.google.com/view/x',
    'sites.google.com/view',
  ])
  assert.deepEqual(urlKeys('sites.google.com'), [])
})

test('whatever lies below a listed path is found by it, and what only begins alike is not', () => {
  const segment = fc.stringMatching(/^[A-Za-z0-9._~%-]{1,8}$/)
  fc.assert(
    fc.property(
      host,
      fc.array(segment, { minLength: 1, maxLength: 8 }),
      fc.array(segment, { maxLength: 30 }),
      segment,
      (site, path, below, more) => {
        const listed = [site, ...path].join('/')
        assert.ok(values(urlKeys([listed, ...below].join('/'))).includes(listed))
        assert.ok(!values(urlKeys(`${listed}${more}`)).includes(listed))
      },
    ),
  )
})

test('a URL of a million segments gives few keys', () => {
  assert.ok(urlKeys(`evil.com${'/a'.repeat(1_000_000)}`).length <= 17)
})
