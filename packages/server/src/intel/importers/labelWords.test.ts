import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LIST_LABELS } from '../ports.ts'
import { labelOfText } from './labels.ts'

const ALL = new Set(LIST_LABELS)

const WORDS: [words: unknown, label: string | null][] = [
  ['phish', 'phishing'],
  ['Fake_Phishing', 'phishing'],
  ['Phish / Hack', 'phishing'],
  ['Phish Hack', 'phishing'],
  ['exploit', 'hacker'],
  ['Heist', 'hacker'],
  ['CEX', 'exchange'],
  ['unknown,exchange', 'exchange'],
  ['dex', 'defi_protocol'],
  ['NFT Marketplace', 'nft_marketplace'],
  ['MEV  Bot', 'mev_bot'],
  ['Tornado.Cash', null],
  ['tornado-cash', 'mixer'],
  ['ofac', 'sanctioned'],
  [['blocked', 'bridge', 'exchange'], 'bridge'],
  [[null, 5, ['exchange'], 'whale'], 'whale'],
  ['not an exchange', null],
  ['trusted', null],
  ['__proto__', null],
  ['', null],
  [null, null],
  [7, null],
  [{ label: 'exchange' }, null],
  ['exchange'.padEnd(5000, ' '), null],
  [[...Array(16).fill('x'), 'exchange'], null],
]
for (const [words, label] of WORDS) {
  test(`${JSON.stringify(words)?.slice(0, 60)} means ${label}`, () => assert.equal(labelOfText(words, ALL), label))
}

test('every label of the contract can be said in its own words, except trusted', () => {
  assert.deepEqual(
    LIST_LABELS.filter((label) => labelOfText(label, ALL) !== label),
    ['trusted'],
  )
})

test('words that may not be said are passed over for the first one that may', () => {
  const accusing = new Set(['scammer', 'hacker'] as const)
  assert.equal(labelOfText(['dex', 'ofac', 'heist'], accusing), 'hacker')
  assert.equal(labelOfText('DEX / Drainer', accusing), 'scammer')
  assert.equal(labelOfText('dex', accusing), null)
})
