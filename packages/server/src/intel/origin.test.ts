import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseSite } from '../web/address/parseSite.ts'
import { createOriginSource } from './origin.ts'
import type { IntelSource, ListedEntry, ListLabel, Override } from './ports.ts'

const DAY = Date.UTC(2026, 10, 21)
const entry = (value: string, label: ListLabel = 'phishing', kind: ListedEntry['kind'] = 'host'): ListedEntry => ({
  kind,
  value,
  chain: null,
  label,
  name: null,
  sourceId: 'list-1',
  firstSeen: DAY,
  removedAt: null,
})
const word = (value: string, more: Partial<Override>): Override => ({
  kind: 'host',
  value,
  chain: null,
  verdict: 'deny',
  label: null,
  note: '',
  actor: 'test',
  createdAt: DAY,
  ...more,
})
const loaded = { id: 'list-1', title: 'Phishing sites', label: 'phishing', enabled: true, refreshedAt: DAY }

/** A source over what a list index would have answered; `asked` is what it was asked. */
function ask(
  url: string,
  {
    entries = [],
    override = null,
    sources = [loaded],
  }: { entries?: ListedEntry[]; override?: Override | null; sources?: object[] } = {},
) {
  const asked: string[] = []
  const source = createOriginSource({
    lists: {
      findUrl: async (key) => {
        asked.push(key)
        return entries
      },
      override: async () => override,
      state: async () => ({ sources: sources as IntelSource[], entries: entries.length, bytes: 0, problem: null }),
    },
    officialDomains: () => [{ domain: 'uniswap.org', brand: 'Uniswap' }],
  })
  return source(url).then((answer) => ({ ...answer, asked }))
}

test('a site is asked for by host and path, and is canonical without query, fragment or credentials', async () => {
  const { origin, asked } = await ask('HTTPS://me:secret@App.Example.:443/Swap/?token=1#x')
  assert.deepEqual(asked, ['app.example/Swap'])
  assert.equal(origin.host, 'app.example')
  assert.equal(origin.url.includes('secret') || origin.url.includes('token'), false)
  assert.match(origin.url, /^https:\/\/app\.example\.?\/Swap\/$/)
})

test('a hit says what it is, on which list, since when and by which part', async () => {
  const { origin } = await ask('https://a.evil.example/x', { entries: [entry('evil.example')] })
  assert.deepEqual(origin.listed, [
    { label: 'phishing', name: null, source: 'Phishing sites', listedSince: '2026-11-21', matched: 'evil.example' },
  ])
})

test('a list of trusted sites accuses no site', async () => {
  const { origin } = await ask('https://good.example', { entries: [entry('good.example', 'trusted')] })
  assert.deepEqual(origin.listed, [])
})

test('the operator silences lists, but no sanctions list, and a denial needs no list', async () => {
  const entries = [entry('evil.example'), entry('evil.example', 'sanctioned')]
  const allowed = await ask('https://evil.example', {
    entries,
    override: word('evil.example', { verdict: 'allow', note: 'ours' }),
  })
  assert.deepEqual(
    allowed.origin.listed.map(({ label }) => label),
    ['sanctioned'],
  )
  assert.equal(allowed.origin.official, 'ours')
  const denied = await ask('https://evil.example', { override: word('evil.example', { label: 'scam', note: 'seen' }) })
  assert.deepEqual(
    denied.origin.listed.map(({ source, name }) => [source, name]),
    [['operator’s own list', 'seen']],
  )
  assert.equal(denied.origin.official, null)
})

test('an official domain is its project’s with its subdomains; a name that contains it is not', async () => {
  assert.equal((await ask('https://app.uniswap.org')).origin.official, 'Uniswap')
  assert.equal((await ask('https://uniswap.org.evil.example')).origin.official, null)
  assert.equal((await ask('https://myuniswap.org')).origin.official, null)
})

test('without a list of sites, being on none says nothing', async () => {
  assert.equal((await ask('https://app.example')).listsLoaded, true)
  assert.equal((await ask('https://app.example', { sources: [] })).listsLoaded, false)
  const never = { ...loaded, refreshedAt: null }
  const off = { ...loaded, enabled: false }
  const ofAddresses = { ...loaded, label: 'sanctioned' }
  assert.equal((await ask('https://app.example', { sources: [never, off, ofAddresses] })).listsLoaded, false)
})

test('a path too long for a key hides no host', async () => {
  assert.deepEqual((await ask(`https://evil.example/${'é'.repeat(1_000)}`)).asked, ['evil.example'])
})

test('a machine of the caller’s own is on no list', async () => {
  const { origin, asked } = await ask('http://localhost:3000/app')
  assert.deepEqual(asked, [])
  assert.deepEqual([origin.url, origin.host, origin.registrable], ['http://localhost:3000/app', 'localhost', null])
})

test('an invalid site is refused', async () => {
  for (const url of ['mailto:a@b.example', 'javascript:alert(1)', 'app.example', ''])
    await assert.rejects(ask(url), RangeError, url)
})

test('the name of a site without a sponsor is judged', async () => {
  const likeness = {
    brand: 'Uniswap',
    domain: 'uniswap.org',
    how: 'combo',
    matched: 'uniswap-claim',
    ambiguous: false,
  } as const
  const source = createOriginSource({
    lists: {
      findUrl: async () => [],
      override: async () => null,
      state: async () => ({ sources: [], entries: 0, bytes: 0, problem: null }),
    },
    officialDomains: () => [{ domain: 'uniswap.org', brand: 'Uniswap' }],
    names: {
      parse: parseSite,
      lexical: () => ({ score: 0.9, level: 'avoid', top: [], model: { trained: '', caution: 0, avoid: 0 } }),
      likenesses: () => [likeness],
    },
  })
  const { origin: stranger } = await source('https://uniswap-claim.example')
  assert.deepEqual([stranger.lexical, stranger.likenesses], [0.9, [likeness]])
  const { origin: own } = await source('https://app.uniswap.org')
  assert.deepEqual([own.lexical, own.likenesses], [null, []])
})
