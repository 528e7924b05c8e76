import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Address } from '@redoubt/risk/address.ts'
import type { Label } from '@redoubt/risk/facts/account.ts'
import { createAddressIntel } from './addressIntel.ts'
import type { IntelSource, ListedEntry, Override } from './ports.ts'
import { createStaticList } from './staticList.ts'

const NOW = Date.parse('2026-11-21T12:00:00Z')
const HOUR = 3_600_000
const OTHER_ACCOUNT: Address = '0x00000000000000000000000000000000005eB0d1'
const ROUTER: Label = { name: 'Router', category: 'defi_protocol', source: 'docs', confidence: 'high' }

const source = (id: string, more: Partial<IntelSource> = {}): IntelSource => ({
  id,
  title: id.toUpperCase(),
  location: 'https://lists.example/x',
  format: 'lines',
  options: {},
  label: 'scammer',
  confidence: 'medium',
  licence: null,
  refreshMs: HOUR,
  enabled: true,
  generation: 1,
  entryCount: 1,
  refreshedAt: NOW - HOUR,
  changedAt: NOW,
  nextAttemptAt: NOW,
  failures: 0,
  lastError: null,
  etag: null,
  lastModified: null,
  contentHash: null,
  createdAt: NOW,
  churns: false,
  ...more,
})
const entry = (sourceId: string, more: Partial<ListedEntry> = {}): ListedEntry => ({
  kind: 'address',
  value: OTHER_ACCOUNT.toLowerCase(),
  chain: null,
  label: 'scammer',
  name: null,
  sourceId,
  firstSeen: Date.parse('2026-11-01'),
  removedAt: null,
  ...more,
})
const override = (more: Partial<Override>): Override => ({
  kind: 'address',
  value: OTHER_ACCOUNT.toLowerCase(),
  chain: null,
  verdict: 'deny',
  label: 'hacker',
  note: 'seen in our logs',
  actor: 'cli:ops',
  createdAt: NOW,
  ...more,
})
/** Asks about the address when the operator's lists hold this. */
const ask = (world: {
  sources?: IntelSource[]
  entries?: ListedEntry[]
  override?: Override
  builtIn?: Label[]
  given?: Parameters<typeof createStaticList>[0]
}) =>
  createAddressIntel({
    lists: {
      findAddress: async () => world.entries ?? [],
      override: async () => world.override ?? null,
      state: async () => ({ sources: world.sources ?? [], entries: 0, bytes: 0, problem: null }),
    },
    builtIn: () => world.builtIn ?? [],
    given: world.given ? [createStaticList(world.given)] : [],
    now: () => NOW,
  })('ethereum', OTHER_ACCOUNT)

test('no known account: no labels, and sanctions unknown, because no list is loaded', async () =>
  assert.deepEqual(await ask({}), { labels: [], sanctionedBy: [], sanctionsKnown: false }))

test('an accusation goes before a good name, with its source and how far that may be trusted', async () => {
  const { labels } = await ask({ sources: [source('reports')], entries: [entry('reports')], builtIn: [ROUTER] })
  assert.deepEqual(labels, [
    { name: 'scammer', category: 'scammer', source: 'REPORTS', confidence: 'medium', listed: { since: '2026-11-01' } },
    ROUTER,
  ])
})

test("a list's good word comes after the built-in one", async () => {
  const { labels } = await ask({
    sources: [source('names', { label: 'exchange' })],
    entries: [entry('names', { label: 'exchange', name: 'Some exchange 7' })],
    builtIn: [ROUTER],
  })
  assert.deepEqual(
    labels.map(({ name }) => name),
    ['Router', 'Some exchange 7'],
  )
})

test('an address listed for phishing is a scammer; one that is merely trusted has no label', async () => {
  const { labels } = await ask({ entries: [entry('a', { label: 'phishing' }), entry('b', { label: 'trusted' })] })
  assert.deepEqual(
    labels.map(({ category, source: from }) => [category, from]),
    [['scammer', 'a']],
  )
})

test('a sanctions list names itself, and is no label', async () => {
  const word = await ask({
    sources: [source('ofac', { title: 'OFAC SDN', label: 'sanctioned' })],
    entries: [entry('ofac', { label: 'sanctioned', name: 'SOME GROUP' })],
  })
  assert.deepEqual(word, {
    labels: [],
    sanctionedBy: ['OFAC SDN: SOME GROUP (seen here since 2026-11-01)'],
    sanctionsKnown: true,
  })
})

const FRESHNESS: Record<string, [IntelSource[], boolean]> = {
  'one list, 48 hours old': [[source('ofac', { label: 'sanctioned', refreshedAt: NOW - 48 * HOUR })], true],
  'one list, a second older': [[source('ofac', { label: 'sanctioned', refreshedAt: NOW - 48 * HOUR - 1_000 })], false],
  'a list that was never loaded': [[source('ofac', { label: 'sanctioned', refreshedAt: null })], false],
  'a fresh one and a stale one': [
    [source('a', { label: 'sanctioned' }), source('b', { label: 'sanctioned', refreshedAt: NOW - 50 * HOUR })],
    false,
  ],
  'a fresh one and a stale one that is switched off': [
    [
      source('a', { label: 'sanctioned' }),
      source('b', { label: 'sanctioned', refreshedAt: NOW - 50 * HOUR, enabled: false }),
    ],
    true,
  ],
  'lists of other things': [[source('scams')], false],
}
for (const [name, [sources, known]] of Object.entries(FRESHNESS))
  test(`${name}: who is not on it is ${known ? 'clear' : 'unknown'}`, async () =>
    assert.equal((await ask({ sources })).sanctionsKnown, known))

test('lists that are imported and too old are told from none at all', async () => {
  const stale = async (name: string) => (await ask({ sources: FRESHNESS[name]?.[0] ?? [] })).sanctionsStale
  assert.equal(await stale('one list, a second older'), true)
  assert.equal(await stale('a fresh one and a stale one'), true)
  assert.equal(await stale('one list, 48 hours old'), undefined)
  assert.equal(await stale('lists of other things'), undefined)
})

test("the operator's denial speaks first and says why", async () => {
  const { labels } = await ask({ entries: [entry('reports')], override: override({}) })
  assert.deepEqual(labels[0], {
    name: 'seen in our logs',
    category: 'hacker',
    source: "operator's own list",
    confidence: 'high',
    listed: { since: null },
  })
})

test('an account that the operator denies as sanctioned is sanctioned, by that override alone', async () => {
  const word = await ask({ override: override({ label: 'sanctioned', createdAt: Date.parse('2026-11-02') }) })
  assert.deepEqual(word.labels, [])
  assert.deepEqual(word.sanctionedBy, ["operator's own list: seen in our logs (seen here since 2026-11-02)"])
})

test('a denial vouches for no account, whatever was stored with it', async () => {
  for (const label of ['exchange', 'trusted', null] as const) {
    const { labels } = await ask({ override: override({ label }) })
    assert.deepEqual(
      labels.map(({ category }) => category),
      ['scammer'],
      String(label),
    )
  }
})

test("the operator's allowance silences lists, never a sanctions list and never what is built in", async () => {
  const word = await ask({
    sources: [source('ofac', { label: 'sanctioned' })],
    entries: [entry('reports'), entry('ofac', { label: 'sanctioned' })],
    builtIn: [ROUTER],
    override: override({ verdict: 'allow', label: null }),
  })
  assert.deepEqual(word.labels, [ROUTER])
  assert.equal(word.sanctionedBy.length, 1)
})

test("an environment's own lists count as loaded, on their network only", async () => {
  const given = { id: 'given', title: 'Given', label: 'sanctioned', confidence: 'high', asOf: NOW } as const
  const on = (chain: 'ethereum' | 'bsc') =>
    ask({ given: { ...given, entries: [{ chain, address: OTHER_ACCOUNT, name: null }] } })
  assert.deepEqual((await on('ethereum')).sanctionedBy, ['Given (seen here since 2026-11-21)'])
  assert.deepEqual(await on('bsc'), { labels: [], sanctionedBy: [], sanctionsKnown: true })
})

test("the operator's good word is told with its day, a denial is none", async () => {
  const { allowed } = await ask({ override: override({ verdict: 'allow', label: null, note: 'ours' }) })
  assert.deepEqual(allowed, { note: 'ours', since: '2026-11-21' })
  const silent = await ask({ override: override({ verdict: 'allow', label: null, note: '' }) })
  assert.deepEqual(silent.allowed, { note: null, since: '2026-11-21' })
  assert.equal((await ask({ override: override({}) })).allowed, undefined)
})
