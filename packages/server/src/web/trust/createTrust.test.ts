import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { IntelSource, ListedEntry, ListLabel, Override } from '../../intel/ports.ts'
import { parseSite } from '../address/parseSite.ts'
import { createTrust } from './createTrust.ts'

const DAY = Date.UTC(2026, 10, 21)
const entry = (value: string, label: ListLabel, name: string | null = null): ListedEntry => ({
  kind: value.includes('/') ? 'url' : 'host',
  value,
  chain: null,
  label,
  name,
  sourceId: label,
  firstSeen: DAY,
  removedAt: null,
})
const source = (id: string, title: string) => ({ id, title, label: id, enabled: true, refreshedAt: DAY })
const SOURCES = [source('phishing', 'Phishing sites'), source('trusted', 'Good sites')]

function stands(address: string, entries: ListedEntry[] = [], override: Partial<Override> | null = null) {
  return createTrust({
    lists: {
      findUrl: async () => entries,
      override: async () => override as Override | null,
      state: async () => ({ sources: SOURCES as IntelSource[], entries: 0, bytes: 0, problem: null }),
    },
    brands: [
      { brand: 'MetaMask', names: ['metamask'], domains: ['metamask.io'] },
      { brand: 'GitHub', names: ['github'], domains: ['github.com'] },
    ],
    officialDomains: () => [{ domain: 'uniswap.org', brand: 'Uniswap' }],
  })(parseSite(`https://${address}`)).then(({ trust }) => trust)
}

test('no list knows most sites', async () => {
  assert.deepEqual(await stands('teashop.example'), { listed: [], official: null, allowed: null, popular: null })
})

test('a list’s word against a site', async () => {
  const { listed } = await stands('a.evil.example', [entry('evil.example', 'phishing')])
  assert.deepEqual(
    listed.map(({ source, matched, listedSince }) => [source, matched, listedSince]),
    [['Phishing sites', 'evil.example', '2026-11-21']],
  )
})

test('domains of brands and of projects are official', async () => {
  assert.equal((await stands('portfolio.metamask.io')).official, 'MetaMask')
  assert.equal((await stands('app.uniswap.org')).official, 'Uniswap')
  assert.equal((await stands('metamask.io.evil.example')).official, null)
})

test('pages of strangers on a brand’s site are not the brand’s', async () => {
  assert.equal((await stands('github.com')).official, 'GitHub')
  assert.equal((await stands('github.com/anybody/drainer')).official, null)
})

test('the operator’s word is no project’s', async () => {
  const { official, allowed } = await stands('a.example', [], { verdict: 'allow', note: 'ours' })
  assert.deepEqual([official, allowed], [null, { by: 'the operator', note: 'ours' }])
})

test('a list may vouch', async () => {
  const { allowed, popular } = await stands('a.example', [entry('a.example', 'trusted', 'A friend')])
  assert.deepEqual([allowed, popular], [{ by: 'Good sites', note: 'A friend' }, null])
})

test('a list of ranks makes popular, and the better place counts', async () => {
  const { allowed, popular } = await stands('www.a.example', [
    entry('www.a.example', 'trusted', '90210'),
    entry('a.example', 'trusted', '412'),
  ])
  assert.deepEqual([allowed, popular], [null, { rank: 412, list: 'Good sites' }])
})

test('a hosting service is popular, its customers are not', async () => {
  assert.equal((await stands('claim.vercel.app', [entry('vercel.app', 'trusted', '900')])).popular, null)
  assert.equal((await stands('sites.google.com/view/x', [entry('google.com', 'trusted', '1')])).popular, null)
})
