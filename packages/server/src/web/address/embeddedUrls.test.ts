import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { embeddedUrls } from './parseSite.ts'

const EVIL = 'https://evil.example/x'

for (const [query, what] of [
  [`to=${EVIL}`, 'as it is'],
  [`to=${encodeURIComponent(EVIL)}`, 'encoded'],
  [`to=${encodeURIComponent(encodeURIComponent(EVIL))}`, 'encoded twice'],
  [`a=1&to=${btoa(EVIL)}`, 'in base64'],
  [`to=${btoa(EVIL).replace(/=+$/, '')}`, 'in base64 without padding'],
  [EVIL, 'as a name'],
  ['to=HTTPS:\\\\evil.example\\x', 'as browsers forgive it'],
  [`to=${encodeURIComponent('https://user:pw@evil.example/x#y')}`, 'with credentials and fragment'],
  [`to=${EVIL}&again=${EVIL}`, 'twice'],
] as const)
  test(`a URL is found ${what}`, () => assert.deepEqual(embeddedUrls(query), [EVIL]))

for (const query of [
  '',
  'a=1&b=two',
  'q=http:',
  'q=http',
  'to=ftp://evil.example',
  'to=%25',
  'x=aHR0cHM=',
  'to=javascript:1',
])
  test(`nothing is carried by “${query}”`, () => assert.deepEqual(embeddedUrls(query), []))

test('at most eight are read', () => {
  const query = Array.from({ length: 50 }, (_, index) => `u${index}=https://a${index}.example`).join('&')
  assert.equal(embeddedUrls(query).length, 8)
})

test('for every query, the result is a canonical http(s) URL', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.webQueryParameters(),
        fc.webUrl().map((url) => `u=${url}`),
      ),
      (query) => {
        for (const url of embeddedUrls(query)) assert.equal(new URL(url).href, url)
      },
    ),
  )
})
