import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { parseEntity } from './entity.ts'

const ADDRESS = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const HASH = `0x${'Ab'.repeat(32)}`

describe('What a path names is told by its form', () => {
  const cases: [string, ReturnType<typeof parseEntity>][] = [
    [ADDRESS, { type: 'address', address: ADDRESS }],
    [HASH, { type: 'transaction', hash: HASH.toLowerCase() }],
    ['https://example.org/a?b=c', { type: 'url', url: 'https://example.org/a?b=c' }],
    ['HTTPS://example.org', { type: 'url', url: 'https://example.org' }],
    ['https:/example.org/folded-by-a-proxy', { type: 'url', url: 'https://example.org/folded-by-a-proxy' }],
    ['app.example.org/swap', { type: 'url', url: 'https://app.example.org/swap' }],
    ['example.org:8443', { type: 'url', url: 'https://example.org:8443' }],
    ['Vitalik.eth', { type: 'ens', name: 'vitalik.eth' }],
    ['pay.vitalik.eth', { type: 'ens', name: 'pay.vitalik.eth' }],
    ['vitalik.eth/page', { type: 'url', url: 'https://vitalik.eth/page' }],
  ]
  for (const [text, expected] of cases) test(text, () => assert.deepEqual(parseEntity(text), expected))
})

describe('What it cannot be is refused with the remedy', () => {
  for (const [text, remedy] of [
    ['0x1234', /40 hex digits/],
    [`${ADDRESS}0`, /40 hex digits/],
    ['ftp://example.org', /http or https/],
    ['javascript:alert(1)', /expected an address/],
    ['word', /expected an address/],
    ['', /expected an address/],
    [`https://example.org/${'a'.repeat(2_048)}`, /2048 characters/],
    ['https://exa mple.org', /valid host/],
  ] as const)
    test(text.slice(0, 40) || 'nothing', () => {
      const answer = parseEntity(text)
      assert.ok(typeof answer === 'string')
      assert.match(answer, remedy)
    })
})

describe('A hint', () => {
  test('that agrees changes nothing', () => {
    assert.deepEqual(parseEntity(ADDRESS, 'address'), parseEntity(ADDRESS))
    assert.deepEqual(parseEntity('a.eth', 'address'), { type: 'ens', name: 'a.eth' })
    assert.deepEqual(parseEntity(HASH, 'transaction'), parseEntity(HASH))
  })
  test('says that a name of ENS is meant as a host', () =>
    assert.deepEqual(parseEntity('a.eth', 'url'), { type: 'url', url: 'https://a.eth' }))
  test('that cannot be is refused', () => {
    assert.match(String(parseEntity(ADDRESS, 'url')), /this is an address, not a URL/)
    assert.match(String(parseEntity(HASH, 'address')), /this is a transaction hash, not an address/)
    assert.match(String(parseEntity('https://example.org', 'transaction')), /this is a URL/)
  })
})

test('Whatever is written, the answer is an entity or a sentence', () =>
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.constantFrom(null, 'address', 'url', 'transaction'), (text, hint) => {
      const answer = parseEntity(text, hint as null)
      assert.ok(typeof answer === 'string' ? answer.length > 0 : answer.type.length > 0)
    }),
  ))
