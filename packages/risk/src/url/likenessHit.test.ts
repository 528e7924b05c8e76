import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BrandLikeness } from '../facts/site.ts'
import { likenessHit } from './brandLikeness.ts'

const likeness = (more: Partial<BrandLikeness>): BrandLikeness => ({
  brand: 'Foxwallet',
  domain: 'foxwallet.example',
  how: 'combo',
  matched: 'foxwallet-news',
  ambiguous: false,
  ...more,
})

for (const [severity, what, more] of [
  ['high', 'letters that are read as the name', { how: 'confusable' }],
  ['high', 'one wrong letter', { how: 'edit-distance' }],
  ['high', 'another ending', { how: 'tld' }],
  ['high', 'words that press', { presses: true }],
  ['high', 'an official domain in front of another', { how: 'subdomain', matched: 'foxwallet.example.evil.example' }],
  ['medium', 'a name in front of another domain', { how: 'subdomain', matched: 'foxwallet' }],
  ['medium', 'other words', {}],
  ['medium', 'a common word with words that press', { ambiguous: true, presses: true }],
  ['low', 'a common word', { ambiguous: true, how: 'tld' }],
] as const)
  test(`${what}: ${severity}`, () => {
    const hit = likenessHit(likeness(more), 'host.example')
    assert.equal(hit.severity, severity)
    assert.match(hit.description, /foxwallet\.example\.$/)
  })
