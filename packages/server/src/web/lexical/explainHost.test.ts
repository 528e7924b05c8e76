import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseSite } from '../address/parseSite.ts'
import { BUCKETS, emptyHostGrams, hostGrams } from './hostGrams.ts'
import { explainHost } from './loadLexicalModel.ts'

/** Explains a host by a model in which the grams of `bad` weigh for it and all others against. */
function explain(host: string, bad: string[], unit = 1) {
  const site = parseSite(`https://${host}/`)
  const grams = emptyHostGrams()
  hostGrams(site, grams)
  const weights = new Int8Array(BUCKETS).fill(-1)
  for (let feature = 0; feature < grams.count; feature++) {
    const start = grams.starts[feature] ?? 0
    if (bad.includes(host.slice(Math.max(start, 0), start + (grams.lengths[feature] ?? 0))))
      weights[grams.buckets[feature] ?? 0] = 100
  }
  return explainHost(site, grams, { weights, unit })
}

test('overlapping grams become one piece that can be read', () => {
  const [first] = explain('my-claims.org', ['clai', 'laim', 'aims'])
  assert.equal(first?.gram, 'claims')
})

test('a suffix is a piece of its own', () => {
  const pieces = explain('harmless-claim.xyz', ['clai', 'laim', 'aim.', '.xyz'])
  assert.deepEqual(new Set(pieces.map(({ gram }) => gram)), new Set(['claim', '.xyz']))
})

test('what all grams of a host weigh is shared out among its characters, and nothing else', () => {
  const host = 'claim-airdrop.xyz'
  const grams = emptyHostGrams()
  const site = parseSite(`https://${host}/`)
  hostGrams(site, grams)
  const weights = new Int8Array(BUCKETS).fill(4)
  const located = grams.lengths.slice(0, grams.count).filter((length) => length > 0).length
  const sum = explainHost(site, grams, { weights, unit: 0.5 }).reduce((total, { weight }) => total + weight, 0)
  assert.ok(Math.abs(sum - located * 4 * 0.5) < 0.02)
})

test('words are told apart', () => {
  const pieces = explain('claim-my-token.xyz', ['clai', 'laim', 'tok', 'ken'])
  assert.deepEqual(new Set(pieces.map(({ gram }) => gram)), new Set(['claim', 'token']))
})

test('a host that nothing speaks against has no pieces, and no host more than five', () => {
  assert.deepEqual(explain('example.org', []), [])
  assert.equal(explain('one-one-one-one-one-one.xyz', ['on', 'one', 'ne']).length, 5)
})
