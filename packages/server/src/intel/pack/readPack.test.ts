import assert from 'node:assert/strict'
import { readFileSync, statSync } from 'node:fs'
import { test } from 'node:test'
import { CHAINS } from '@redoubt/risk/chain.ts'
import { packTokens } from '../lookup/knownAddresses.ts'
import { packDomains } from './packDomains.ts'
import { packFactories } from './packFactories.ts'
import { packPriceFeeds } from './packPriceFeeds.ts'
import { packManifest } from './packTables.ts'
import { readPack } from './readPack.ts'

const PERMISSIVE = [
  'MIT',
  'ISC',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'Unlicense',
  '(MIT-0 OR Apache-2.0)',
]
const pack = new URL('./pack.generated.ndjson', import.meta.url)
const countOf = (kind: string) =>
  packManifest().sections.reduce((sum, { name, count }) => (name.split('.')[0] === kind ? sum + count : sum), 0)

/** Networks that the pack has data of. */
const COVERED = CHAINS.filter((chain) => readPack().has(`labels.${chain}`))

test('the pack is small, and holds what it promises', () => {
  assert.ok(statSync(pack).size <= 4_000_000)
  for (const [kind, least] of [
    ['labels', 3400],
    ['tokens', 13_000],
    ['signatures', 9000],
    ['feeds', 451],
    ['factories', 30],
    ['clearSigning', 200],
    ['clearMessages', 60],
    ['domains', 250],
  ] as const)
    assert.ok(countOf(kind) >= least, `${kind}: ${countOf(kind)}`)
})

test('its counts are what readers see', () => {
  const seen: Record<string, number> = {}
  for (const chain of COVERED) {
    seen[`tokens.${chain}`] = [...packTokens(chain)].length
    seen[`feeds.${chain}`] = packPriceFeeds(chain).length
    seen[`labels.${chain}`] = (readPack().section(`labels.${chain}`) as { names: string[] }).names.length
  }
  seen.factories = CHAINS.reduce((sum, chain) => sum + packFactories(chain).length, 0)
  seen.domains = packDomains().length
  seen.signatures = (readPack().section('signatures') as { texts: string[] }).texts.length
  seen.clearSigning = (readPack().section('clearSigning') as unknown[]).length
  seen.clearMessages = (readPack().section('clearMessages') as unknown[]).length
  const { sections, sources } = packManifest()
  assert.deepEqual(seen, Object.fromEntries(sections.map(({ name, count }) => [name, count])))
  const total = (counts: Record<string, number>) => Object.values(counts).reduce((sum, count) => sum + count, 0)
  assert.equal(
    sources.reduce((sum, { counts }) => sum + total(counts), 0),
    sections.reduce((sum, { count }) => sum + count, 0),
    'every fact is put down to one source',
  )
})

test('every source is named once, with version, day and a permissive licence', () => {
  const { sources, date, oldest } = packManifest()
  assert.equal(new Set(sources.map((source) => source.package)).size, sources.length)
  for (const source of sources) {
    assert.ok(PERMISSIVE.includes(source.licence), `${source.package}: ${source.licence}`)
    assert.match(source.published, /^20\d\d-\d\d-\d\d$/)
    assert.match(source.version, /^\d/)
    assert.notEqual(source.takes, '')
  }
  const days = sources.map(({ published }) => published).sort()
  assert.deepEqual({ date, oldest }, { date: days.at(-1), oldest: days[0] })
})

test('the packages are those that the lock file pins, and it names no mirror', () => {
  const lock = readFileSync(new URL('../../../../../tools/intel/package-lock.json', import.meta.url), 'utf8')
  const pinned = JSON.parse(lock).packages as Record<string, { version: string; license: string; integrity?: string }>
  for (const { package: name, version, licence } of packManifest().sources) {
    if (name === 'redoubt') continue
    assert.deepEqual(
      { version: pinned[`node_modules/${name}`]?.version, licence: pinned[`node_modules/${name}`]?.license },
      { version, licence },
      name,
    )
    assert.match(pinned[`node_modules/${name}`]?.integrity ?? '', /^sha512-/)
  }
  assert.doesNotMatch(lock, /"resolved"/)
})

test('docs/intel-sources.md is of this pack', () => {
  const page = readFileSync(new URL('../../../../../docs/intel-sources.md', import.meta.url), 'utf8')
  assert.ok(page.includes(`${statSync(pack).size} bytes`))
  for (const { package: name, version, licence, published } of packManifest().sources)
    if (name !== 'redoubt') assert.ok(page.includes(`| \`${name}\` | ${version} | ${licence} | ${published} |`), name)
})

test('nothing in the pack is a key, a way to an endpoint, or an insecure address', () => {
  const text = readFileSync(pack, 'utf8')
  assert.doesNotMatch(text, /http:\/\/|infura\.io|alchemy\.com\/v|api[_-]?key=|\/work\//i)
})

test('a section that is not there is named', () => {
  assert.throws(() => readPack().section('labels.solana'), /no section labels\.solana/)
})
