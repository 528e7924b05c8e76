import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ListedEntry } from './ports.ts'
import { createSiteWords } from './siteWords.ts'

const DAY = Date.UTC(2026, 10, 21)
const entry = (value: string, label: ListedEntry['label'], sourceId = 'list-1'): ListedEntry => ({
  kind: 'host',
  value,
  chain: null,
  label,
  name: null,
  sourceId,
  firstSeen: DAY,
  removedAt: null,
})

function ask(url: string, entries: ListedEntry[]) {
  return createSiteWords({
    lists: {
      findUrl: async () => entries,
      override: async () => null,
      state: async () => ({ sources: [], entries: 0, bytes: 0, problem: null }),
    },
    officialDomains: () => [{ domain: 'uniswap.org', brand: 'Uniswap' }],
  })(new URL(url))
}

test('what speaks for a site is kept apart from what speaks against it', async () => {
  const { listed, trusting } = await ask('https://a.example', [
    entry('a.example', 'trusted', 'friends'),
    entry('a.example', 'phishing'),
  ])
  assert.deepEqual([listed.map(({ label }) => label), trusting.map(({ title }) => title)], [['phishing'], ['friends']])
})

test('an official domain is told with all below it', async () => {
  assert.equal((await ask('https://app.uniswap.org/swap', [])).brand, 'Uniswap')
  assert.equal((await ask('https://uniswap.org.evil.example', [])).brand, null)
})

test('labels that say nothing of sites are neither', async () => {
  const { listed, trusting } = await ask('https://a.example', [entry('a.example', 'exchange')])
  assert.deepEqual([listed, trusting], [[], []])
})
