import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, test } from 'node:test'
import type { Address } from '@redoubt/risk/address.ts'
import fc from 'fast-check'
import { openStore } from '../../store/openStore.ts'
import { canonicalKey } from '../canonicalKey.ts'
import type { EntryKey, IntelEntry, IntelStore, NewIntelSource, Override } from '../ports.ts'
import { isSharedHost } from '../sharedHosts.ts'
import { fingerprintsOf } from './fingerprintsOf.ts'
import { createListIndex } from './listIndex.ts'

// On a real store: what is imported is found, and what an index says is never older or surer than it is.

const SCAMMER: Address = '0x00000000000000000000000000000000deadbeef'
const NOW = 1_790_000_000_000
const by = { actor: 'cli:test', now: NOW }

test('entries are found under any subdomain and any path below, and nowhere else', async () => {
  const { store, index } = await world()
  await importList(store, 'hosts', [host('evil.com'), url('sites.google.com/view/x'), hashed('hidden.org')])
  const found = async (asked: string) => (await index.findUrl(asked)).map(({ value }) => value)
  assert.deepEqual(await found('a.b.evil.com/login'), ['evil.com'])
  assert.deepEqual(await found('sites.google.com/view/x/home'), ['sites.google.com/view/x'])
  assert.deepEqual(await found('www.hidden.org'), [hashed('hidden.org').value])
  for (const innocent of ['notevil.com', 'com', 'evil.com.br', 'sites.google.com', 'sites.google.com/view/xy'])
    assert.deepEqual(await found(innocent), [], innocent)
})

test('however a link is written, what it leads to is found', async () => {
  const { store, index } = await world()
  await importList(store, 'hosts', [host('evil.example'), url('sites.google.com/view/x')])
  const links: Record<string, string> = {
    'HTTPS://user:pass@WWW.Evil.Example:8443/a?b#c': 'evil.example',
    'evil.example.': 'evil.example',
    'ｅｖｉｌ。example': 'evil.example',
    'https://sites.google.com//view/./y/../x//?utm=1#a': 'sites.google.com/view/x',
    'https://sites.google.com/%76iew/x/%7Ebob': 'sites.google.com/view/x',
  }
  for (const [link, listed] of Object.entries(links)) {
    const entries = await index.findUrl(canonicalKey(link)?.value ?? '')
    assert.deepEqual(
      entries.map(({ value }) => value),
      [listed],
      link,
    )
  }
})

test('what strangers share is never listed as a whole, though an old list or a hash says so', async () => {
  const { store, index } = await world()
  const shared = ['github.io', 'sites.google.com', 'co.uk']
  await importList(store, 'old', [...shared.flatMap((value) => [host(value), hashed(value)]), url('ipfs.io/ipfs')])
  for (const innocent of ['someone.github.io', 'sites.google.com/view/good', 'shop.co.uk', 'ipfs.io/ipfs/bafy'])
    assert.deepEqual(await index.findUrl(innocent), [], innocent)
})

test('whatever was imported is found again', async () => {
  const label = fc.stringMatching(/^[a-z0-9]{1,6}$/)
  const hosts = fc.uniqueArray(
    fc
      .array(label, { minLength: 1, maxLength: 3 })
      .map((labels) => `${labels.join('.')}.com`)
      .filter((value) => !isSharedHost(value)),
    { minLength: 1 },
  )
  await fc.assert(
    fc.asyncProperty(hosts, label, fc.array(label, { minLength: 1, maxLength: 4 }), async (listed, below, path) => {
      const { store, index } = await world()
      await importList(
        store,
        'hosts',
        listed.flatMap((value) => [host(value), url(`${value}/${path[0]}`)]),
      )
      for (const value of listed) {
        const answers = await index.findUrl(`${below}.${value}/${path.join('/')}`)
        assert.ok(answers.some((entry) => entry.kind === 'host' && entry.value === value))
        const exact = await index.findUrl(`${value}/${path.join('/')}`)
        assert.ok(exact.some((entry) => entry.kind === 'url' && entry.value === `${value}/${path[0]}`))
      }
    }),
    { numRuns: 20 },
  )
})

test('an address listed for one network is listed on that network only', async () => {
  const { store, index } = await world()
  await importList(store, 'addresses', [
    address(SCAMMER, 'bsc', 'hacker'),
    address(`0x${'1'.repeat(40)}`, null, 'sanctioned'),
  ])
  const labels = async (chain: 'bsc' | 'polygon', asked: Address) =>
    (await index.findAddress(chain, asked)).map(({ label }) => label)
  assert.deepEqual(await labels('bsc', SCAMMER.toUpperCase().replace('0X', '0x') as Address), ['hacker'])
  assert.deepEqual(await labels('polygon', SCAMMER), [])
  assert.deepEqual(await labels('polygon', `0x${'1'.repeat(40)}`), ['sanctioned'])
})

test('a fingerprint that collides is not an entry: the database decides', async () => {
  const { store, index } = await world()
  await importList(store, 'hosts', [host('evil.com')], fingerprintsOf([host('evil.com'), host('innocent.com')]))
  assert.deepEqual(await index.findHost('innocent.com'), [])
  assert.equal((await index.findHost('evil.com')).length, 1)
})

test('two hundred entries under one question come back, each list with its own', async () => {
  const { store, index } = await world()
  const keys = Array.from({ length: 200 }, (_, number) => host(`${number}.com`))
  await importList(store, 'one', keys)
  await importList(store, 'two', keys.slice(0, 1))
  assert.equal((await index.find(keys)).length, 201)
  assert.deepEqual((await index.find(keys.slice(0, 1))).map(({ sourceId }) => sourceId).sort(), ['one', 'two'])
})

test('until the lists were loaded once, the answer is an error and never "not listed"', async () => {
  const { store } = await world()
  await importList(store, 'hosts', [host('evil.com')])
  const faulty = failing(store)
  const index = createListIndex(faulty.store)
  faulty.broken = true
  await assert.rejects(index.findHost('evil.com'), /no database/)
  await assert.rejects(index.findAddress('bsc', SCAMMER), /no database/)
  await assert.rejects(index.override(host('evil.com'), null), /no database/)
  faulty.broken = false
  assert.equal((await index.findHost('evil.com')).length, 1)
})

test('a database that stops answering leaves the old lists, and is named', async () => {
  let time = 0
  const { store } = await world()
  await importList(store, 'hosts', [host('evil.com'), host('bad.com')])
  const faulty = failing(store)
  const problems: unknown[] = []
  const index = createListIndex(faulty.store, { clock: () => time, onProblem: (cause) => problems.push(cause) })
  assert.equal((await index.findHost('evil.com')).length, 1)
  faulty.broken = true
  await assert.rejects(index.refresh(), /no database/)
  assert.equal((await index.state()).problem, 'no database')
  time += 3_600_000
  assert.equal((await index.findHost('evil.com')).length, 1)
  assert.equal(problems.length, 1)
  assert.deepEqual(await index.findHost('good.com'), [])
  await assert.rejects(index.findHost('bad.com'), /no database/, 'never confirmed: the age is unknown')
  faulty.broken = false
  await index.refresh()
  assert.equal((await index.state()).problem, null)
})

test('a change is seen within five seconds of questions, and at once after an hour without', async () => {
  let time = 0
  const { store } = await world()
  const index = createListIndex(store, { clock: () => time })
  assert.deepEqual(await index.findHost('evil.com'), [])
  await importList(store, 'hosts', [host('evil.com')])
  assert.deepEqual(await index.findHost('evil.com'), [], 'not looked yet')
  time += 6_000
  assert.equal(
    (await index.findHost('evil.com')).length,
    1,
    'a thing is asked about once: that answer must be the new one',
  )
  await store.setEnabled('hosts', false, by)
  time += 3_600_000
  assert.deepEqual(await index.findHost('evil.com'), [])
})

test('a database that hangs costs an answer a quarter of a second, not for ever', async () => {
  let time = 0
  const { store } = await world()
  await importList(store, 'hosts', [host('evil.com')])
  let hanging = false
  const slow = { ...store, revision: () => (hanging ? new Promise<string>(() => {}) : store.revision()) }
  const index = createListIndex(slow, { clock: () => time })
  assert.equal((await index.findHost('evil.com')).length, 1)
  hanging = true
  time += 6_000
  assert.deepEqual(await index.findHost('good.com'), [])
  assert.equal((await index.state()).entries, 1)
})

test('a refresh sees every earlier commit, though a load was under way', async () => {
  const { store, index } = await world()
  await importList(store, 'one', [host('first.com')])
  const first = index.refresh()
  await importList(store, 'two', [host('second.com')])
  await Promise.all([first, index.refresh(), index.refresh()])
  assert.equal((await index.findHost('second.com')).length, 1)
})

test('lists load once however many ask at the start', async () => {
  const { store } = await world()
  await importList(store, 'hosts', [host('evil.com')])
  const { counted, calls } = counting(store, 'fingerprints')
  const index = createListIndex(counted)
  await Promise.all(Array.from({ length: 50 }, () => index.findHost('evil.com')))
  await index.refresh()
  assert.equal(calls(), 1, 'nor is what did not change read again')
})

test('what is not listed asks the database nothing; what is listed asks it once', async () => {
  const { store } = await world()
  await importList(store, 'hosts', [host('evil.com')])
  const { counted, calls } = counting(store, 'find')
  const index = createListIndex(counted)
  for (let times = 0; times < 3; times++) await index.findUrl('a.good.com/path')
  assert.equal(calls(), 0)
  for (let times = 0; times < 3; times++) await index.findUrl('a.evil.com/path')
  assert.equal(calls(), 1)
})

test("the operator's nearest word counts, and one network's before the word for all", async () => {
  const { store, index } = await world()
  const say = (key: EntryKey, verdict: Override['verdict'], chain: Override['chain'] = null) =>
    store.setOverride({
      ...key,
      chain,
      verdict,
      label: verdict === 'deny' ? 'scam' : null,
      note: '',
      actor: 'cli:test',
      createdAt: NOW,
    })
  await say({ kind: 'host', value: 'shop.com' }, 'deny')
  await say({ kind: 'host', value: 'good.shop.com' }, 'allow')
  await say({ kind: 'url', value: 'good.shop.com/bad' }, 'deny')
  await say({ kind: 'address', value: SCAMMER }, 'deny')
  await say({ kind: 'address', value: SCAMMER }, 'allow', 'bsc')
  const verdict = async (kind: EntryKey['kind'], value: string, chain: Override['chain'] = null) =>
    (await index.override({ kind, value }, chain))?.verdict ?? null
  assert.equal(await verdict('host', 'www.shop.com'), 'deny')
  assert.equal(await verdict('host', 'a.good.shop.com'), 'allow')
  assert.equal(await verdict('url', 'good.shop.com/bad/page'), 'deny')
  assert.equal(await verdict('url', 'good.shop.com/fine'), 'allow')
  assert.equal(await verdict('host', 'notshop.com'), null)
  assert.equal(await verdict('address', SCAMMER, 'bsc'), 'allow')
  assert.equal(await verdict('address', SCAMMER, 'ethereum'), 'deny')
})

test('freshness is current although the lists did not change', async () => {
  const { store, index } = await world()
  await importList(store, 'hosts', [host('evil.com')])
  await index.refresh()
  await store.claim('hosts', NOW, 1000)
  await store.finishUnchanged('hosts', { etag: null, lastModified: null, now: NOW + 5_000, nextAttemptAt: NOW + 9_000 })
  await index.refresh()
  const { sources, entries } = await index.state()
  assert.deepEqual([sources[0]?.refreshedAt, entries], [NOW + 5_000, 1])
})

const opened: { close(): Promise<void> }[] = []
after(() => Promise.all(opened.map((store) => store.close())))

async function world() {
  const whole = await openStore('sqlite::memory:', 'a'.repeat(64))
  opened.push(whole)
  await whole.migrate()
  return { store: whole.intel as IntelStore, index: createListIndex(whole.intel) }
}

/** The real store, with a count of the calls of one member. */
function counting(store: IntelStore, member: keyof IntelStore) {
  let calls = 0
  const counted = new Proxy(store, {
    get: (target, name) => {
      if (name === member) calls++
      return Reflect.get(target, name)
    },
  })
  return { counted, calls: () => calls }
}

/** The real store behind a switch that cuts it off. */
function failing(store: IntelStore) {
  const control = { broken: false, store }
  control.store = new Proxy(store, {
    get: (target, name) =>
      control.broken ? () => Promise.reject(new Error('no database')) : Reflect.get(target, name),
  })
  return control
}

async function importList(
  store: IntelStore,
  id: string,
  keys: readonly (EntryKey & Partial<IntelEntry>)[],
  fingerprints = fingerprintsOf(keys),
) {
  const source: NewIntelSource = {
    id,
    title: id,
    location: '/list.txt',
    format: 'lines',
    options: {},
    label: 'phishing',
    confidence: 'high',
    licence: null,
    refreshMs: 3_600_000,
  }
  await store.addSource(source, by)
  await store.replaceEntries(id, {
    entries: keys.map((key) => ({ chain: null, label: 'phishing', name: null, ...key })),
    fingerprints,
    etag: null,
    lastModified: null,
    contentHash: '0'.repeat(64),
    force: false,
    now: NOW,
    nextAttemptAt: NOW + 1,
  })
}

function host(value: string): EntryKey {
  return { kind: 'host', value }
}
function url(value: string): EntryKey {
  return { kind: 'url', value }
}
function hashed(value: string): EntryKey {
  return { kind: 'hash', value: createHash('sha256').update(value).digest('hex') }
}
function address(value: Address, chain: IntelEntry['chain'], label: IntelEntry['label']) {
  return { kind: 'address', value, chain, label } as const
}
