import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { parseSite } from '../address/parseSite.ts'
import { BUCKETS, emptyHostGrams, hostGrams } from './hostGrams.ts'

const FORM = 9

/** Features of a host: the text under each gram, and the buckets. */
function featuresOf(host: string) {
  const site = parseSite(`https://${host}/`)
  const grams = emptyHostGrams()
  hostGrams(site, grams)
  const buckets = [...grams.buckets.slice(0, grams.count)]
  const texts = buckets.map((_, at) => {
    const start = grams.starts[at] ?? 0
    return site.host.slice(Math.max(start, 0), start + (grams.lengths[at] ?? 0))
  })
  return { buckets, texts, suffixAt: grams.suffixAt }
}

test('a label gives its grams of two to five characters with a mark at each end, its words, the suffix, and the form', () => {
  const { texts } = featuresOf('abc.xyz')
  const grams = [...['a', 'ab', 'abc', 'abc.'], ...['ab', 'abc', 'abc.'], ...['bc', 'bc.'], 'c.']
  assert.deepEqual(texts, [...grams, 'abc', '.xyz', ...Array(FORM).fill('')])
})

test('words stand between hyphens and digits, and one letter is none', () => {
  const words = (host: string) => {
    const { buckets, texts } = featuresOf(host)
    return texts.map((text, at) => [text, buckets[at]] as const)
  }
  const longWords = words('rewards4trading-a-platform.xyz').filter(([text]) => text.length > 5 || text === 'a')
  assert.deepEqual(
    longWords.map(([text]) => text),
    ['rewards', 'trading', 'platform'],
  )
  assert.ok(words('platform2trading.com').some(([, bucket]) => bucket === longWords[2]?.[1]))
})

test('the platform is the suffix of its publisher', () => {
  assert.equal(featuresOf('evil.vercel.app').suffixAt, 'evil'.length)
  assert.equal(featuresOf('shop.co.uk').suffixAt, 'shop'.length)
})

test('www is no part of a name', () => {
  assert.deepEqual(featuresOf('www.claim-drop.xyz').buckets, featuresOf('claim-drop.xyz').buckets)
})

test('a name means something else as a subdomain than as the owner’s label', () => {
  const gramsOf = (host: string) => {
    const { buckets, texts } = featuresOf(host)
    return new Set(buckets.filter((_, at) => 'uniswap'.includes(texts[at] || '-')))
  }
  const asOwner = gramsOf('uniswap.xyz')
  assert.ok([...gramsOf('uniswap.b.xyz')].every((bucket) => !asOwner.has(bucket)))
})

test('every host that a URL can hold fits, and every feature has a weight', () => {
  const label = fc.stringMatching(/^[a-z0-9]([a-z0-9-]{0,60}[a-z0-9])?$/)
  fc.assert(
    fc.property(fc.array(label, { minLength: 1, maxLength: 130 }), (labels) => {
      const { buckets, texts } = featuresOf(`${labels.join('.')}.com`)
      assert.ok(buckets.length > FORM && buckets.every((bucket) => bucket < BUCKETS))
      assert.equal(texts.length, buckets.length)
    }),
  )
  assert.ok(featuresOf(`${'a.'.repeat(4_000)}com`).buckets.length < 2_600)
})
