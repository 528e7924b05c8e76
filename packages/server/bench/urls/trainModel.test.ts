import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseSite } from '../../src/web/address/parseSite.ts'
import { createLexicalModel } from '../../src/web/lexical/loadLexicalModel.ts'
import { packWeights } from '../../src/web/lexical/packWeights.ts'
import type { HostRow } from './readHosts.ts'
import { trainModel } from './trainModel.ts'

const row = (host: string, more: Partial<HostRow>): HostRow => ({
  host,
  site: parseSite(`https://${host}/`),
  phishing: false,
  seen: '',
  sources: ['opendns-top'],
  category: 'popular',
  ...more,
})
const WORDS = ['garden', 'river', 'bakery', 'school', 'museum', 'street', 'forest', 'harbour']
const pairs = WORDS.flatMap((one) => WORDS.map((other) => `${one}${other}`))
const phishing = { phishing: true, category: 'phish' }
const ROWS = [
  ...pairs.map((name) => row(`${name}.org`, {})),
  ...pairs.map((name) => row(`claim-${name}.xyz`, { ...phishing, sources: ['polkadot'], seen: '2023-05-01' })),
  ...pairs.map((name) => row(`claim-${name}.top`, { ...phishing, sources: ['polkadot'], seen: '2024-09-01' })),
]

test('training tells bad from good, and held-out rows fix the thresholds', () => {
  const { model, validation } = trainModel(ROWS, '2026-11-21')
  const judge = createLexicalModel(model)
  assert.equal(judge(parseSite('https://claim-orchard.xyz/'))?.level, 'avoid')
  assert.equal(judge(parseSite('https://harbourlibrary.org/'))?.level, 'none')
  assert.equal(validation.auc, 1)
  assert.equal(validation.phishing, pairs.length)
})

test('the same rows give the same bytes', () => {
  const bytes = () => packWeights(trainModel(ROWS, '2026-11-21').model)
  assert.ok(bytes().equals(bytes()))
})

test('a site that taught does not validate by another of its hosts', () => {
  const honest = (host: string) => row(host, { category: 'crypto', seen: '2024-10-01' })
  const count = (...more: HostRow[]) =>
    trainModel([...ROWS, row('taught.org', { category: 'crypto' }), ...more], '2026-11-21').validation.honest
  assert.equal(count(honest('app.taught.org'), honest('app.stranger.org')), count() + 1)
})

test('a row that may not teach changes nothing that is learned', () => {
  const closed = pairs.map((name) =>
    row(`verify-${name}.biz`, { ...phishing, sources: ['scamsniffer'], seen: '2023-05-01' }),
  )
  const { weights } = trainModel(ROWS, '2026-11-21').model
  assert.deepEqual(trainModel([...ROWS, ...closed], '2026-11-21').model.weights, weights)
})
