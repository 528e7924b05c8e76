import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type IntelEntry, ListShrunkError } from '../../intel/ports.ts'
import type { Store } from '../openStore.ts'
import { addList, host, hosts, importList, shown } from './intelWorld.ts'
import type { StoreWorld } from './world.ts'

const DAY = 86_400_000
const NOW = 1_790_000_000_000

/** The swap of a list: what readers see of it before and after. */
export function intelListsConform(world: () => StoreWorld, store: () => Store): void {
  test('an import makes its entries the list, and says what changed', async () => {
    const id = await addList(store())
    const first = await importList(store(), id, hosts('swap', 0, 30), { now: NOW })
    assert.deepEqual(first, { added: 30, removed: 0, total: 30 })
    const second = await importList(store(), id, hosts('swap', 10, 45), { now: NOW + 1 })
    assert.deepEqual(second, { added: 15, removed: 10, total: 35 })
    assert.deepEqual(
      await shown(store(), hosts('swap', 0, 60)),
      new Set(hosts('swap', 10, 45).map(({ value }) => value)),
    )
    const source = await store().intel.source(id)
    assert.equal(source?.generation, 2)
    assert.equal(source?.entryCount, 35)
    assert.equal(source?.refreshedAt, NOW + 1)
    assert.equal(source?.changedAt, NOW + 1)
    assert.equal(source?.contentHash, 'hash')
    assert.equal(source?.etag, '"e"')
  })

  test('the same list again is refreshed, not changed', async () => {
    const id = await addList(store())
    await importList(store(), id, hosts('same', 0, 3), { now: NOW })
    assert.deepEqual(await importList(store(), id, hosts('same', 0, 3), { now: NOW + 5 }), {
      added: 0,
      removed: 0,
      total: 3,
    })
    const source = await store().intel.source(id)
    assert.deepEqual([source?.refreshedAt, source?.changedAt], [NOW + 5, NOW])
  })

  test('a list may be older than its import, also when it is found unchanged', async () => {
    const id = await addList(store())
    await importList(store(), id, hosts('older', 0, 3), { now: NOW, refreshedAt: NOW - DAY })
    const times = async () => {
      const source = await store().intel.source(id)
      return [source?.refreshedAt, source?.changedAt]
    }
    assert.deepEqual(await times(), [NOW - DAY, NOW])
    const same = { etag: null, lastModified: null, now: NOW + DAY, nextAttemptAt: NOW + 2 * DAY }
    await store().intel.finishUnchanged(id, { ...same, refreshedAt: NOW - DAY })
    assert.deepEqual(await times(), [NOW - DAY, NOW])
  })

  test('an entry comes back as it was put in', async () => {
    const id = await addList(store())
    const address: IntelEntry = {
      kind: 'address',
      value: `0x${'ab'.repeat(20)}`,
      chain: 'bsc',
      label: 'hacker',
      name: 'Bï 🦄',
    }
    await importList(store(), id, [address, { ...address, chain: null, label: 'sanctioned', name: null }], { now: NOW })
    const found = await store().intel.find([address])
    assert.deepEqual(
      found.toSorted((a) => (a.chain === null ? 1 : -1)),
      [
        { ...address, sourceId: id, firstSeen: NOW, removedAt: null },
        { ...address, chain: null, label: 'sanctioned', name: null, sourceId: id, firstSeen: NOW, removedAt: null },
      ],
    )
    assert.deepEqual(await store().intel.find([{ kind: 'host', value: address.value }]), [])
  })

  test('the URLs of one host that are listed now are counted, each once', async () => {
    const [a, b] = [await addList(store()), await addList(store())]
    const url = (value: string): IntelEntry => ({ ...host('below.example'), kind: 'url', value })
    const [one, two] = [url('below.example/a'), url('below.example/b/c')]
    const others = [url('below.example0/a'), url('below.example-x/a'), url('x.below.example/a'), host('below.example')]
    await importList(store(), a, [one, two, ...others], { now: NOW })
    await importList(store(), b, [one], { now: NOW })
    assert.equal(await store().intel.urlsBelow('below.example'), 2)
    await importList(store(), a, [one, ...others], { now: NOW + 1 })
    assert.equal(await store().intel.urlsBelow('below.example'), 1)
    for (const id of [a, b]) await store().intel.setEnabled(id, false, { actor: 'test', now: NOW })
    assert.equal(await store().intel.urlsBelow('below.example'), 0)
  })

  test('what one list says of one thing comes in the same order whatever came first', async () => {
    const of = (chain: IntelEntry['chain'], label: IntelEntry['label']): IntelEntry => ({
      kind: 'address',
      value: `0x${'0d'.repeat(20)}`,
      chain,
      label,
      name: null,
    })
    const all = [
      of(null, 'hacker'),
      of(null, 'scammer'),
      of('bsc', 'mixer'),
      of('ethereum', 'hacker'),
      of('ethereum', 'scam'),
    ]
    const orderOf = async (imports: IntelEntry[][]) => {
      const id = await addList(store())
      for (const entries of imports) await importList(store(), id, entries)
      const found = (await store().intel.find(all.slice(0, 1))).filter(({ sourceId }) => sourceId === id)
      await store().intel.removeSource(id, { actor: 'a', now: NOW })
      return found.map(({ chain, label }) => `${chain} ${label}`)
    }
    const order = all.map(({ chain, label }) => `${chain} ${label}`)
    assert.deepEqual(await orderOf([all]), order)
    assert.deepEqual(await orderOf([all.toReversed()]), order)
    assert.deepEqual(await orderOf([all.slice(3), all.slice(1), all]), order)
  })

  test('a look-up answers for many keys and many lists, and takes a hundred keys', async () => {
    const [a, b] = [await addList(store()), await addList(store())]
    await importList(store(), a, hosts('many', 0, 80))
    await importList(store(), b, hosts('many', 40, 120))
    assert.equal((await store().intel.find(hosts('many', 0, 100))).length, 80 + 60)
    assert.deepEqual(await store().intel.find([]), [])
    await assert.rejects(store().intel.find(hosts('many', 0, 101)), RangeError)
  })

  describe('first and last seen', () => {
    const times = async (key: IntelEntry) =>
      (await store().intel.history(key)).map(({ name, label, firstSeen, removedAt }) => [
        name ?? label,
        firstSeen,
        removedAt,
      ])

    test('what stays, is renamed, gets another label or comes back keeps when it was first seen', async () => {
      const id = await addList(store())
      const [stays, named, labelled, back] = hosts('seen', 0, 4) as [IntelEntry, IntelEntry, IntelEntry, IntelEntry]
      const others = hosts('seen-others', 0, 4)
      await importList(store(), id, [stays, named, labelled, back, ...others], { now: NOW })
      const without = [stays, { ...named, name: 'Named' }, { ...labelled, label: 'malware' as const }, ...others]
      const change = await importList(store(), id, without, { now: NOW + 1 })
      assert.deepEqual(change, { added: 1, removed: 2, total: 7 })
      assert.deepEqual(await times(back), [['phishing', NOW, NOW + 1]])
      await importList(store(), id, [...without, back], { now: NOW + 2 })
      const found = await store().intel.find([stays, named, labelled, back])
      assert.deepEqual(
        found.map(({ value, firstSeen, name, label }) => [value, firstSeen, name ?? label]),
        [
          [stays.value, NOW, 'phishing'],
          [named.value, NOW, 'Named'],
          [labelled.value, NOW, 'malware'],
          [back.value, NOW, 'phishing'],
        ],
      )
    })

    test('an entry that comes and goes with every import leaves one trace, not one for each', async () => {
      const id = await addList(store())
      const [flickers, ...rest] = hosts('flicker', 0, 3) as [IntelEntry, IntelEntry, IntelEntry]
      for (let round = 0; round < 6; round++) {
        await importList(store(), id, round % 2 === 0 ? [flickers, ...rest] : rest, { now: NOW + round })
      }
      const trace = await times(flickers)
      assert.ok(trace.length <= 2, String(trace))
      assert.deepEqual(trace.at(-1), ['phishing', NOW, NOW + 5])
    })

    test('90 days after its removal an entry is forgotten, and one that is listed never', async () => {
      const id = await addList(store())
      const [gone, stays] = hosts('prune', 0, 2) as [IntelEntry, IntelEntry]
      await importList(store(), id, [gone, stays], { now: NOW - 100 * DAY })
      await importList(store(), id, [stays], { now: NOW - 90 * DAY })
      await store().intel.prune(NOW)
      assert.equal((await times(gone)).length, 1)
      await store().prune(NOW + 1, { scanRetentionDays: 30 })
      assert.deepEqual(await times(gone), [])
      assert.equal((await times(stays)).length, 1)
    })
  })

  describe('what an import that died left behind', () => {
    const kept = hosts('dead', 0, 20)
    /** As if generation 99 had been written, but for its last step: one entry added, all others removed. */
    const leaveBehind = async (id: string) => {
      const source = `(select no from intel_sources where id = '${id}')`
      await world().query(`update intel_sources set import_generation = 99 where id = '${id}'`)
      await world().query(
        `update intel_entries set removed_generation = 99, removed_at = 1 where source_no = ${source}`,
      )
      await world().query(`insert into intel_entries (source_no, kind, value, label, first_generation, first_seen)
        values (${source}, 'host', 'left-behind.example', 'phishing', 99, 1)`)
    }

    test('is invisible, is not history, and is not pruned', async () => {
      const id = await addList(store())
      await importList(store(), id, kept)
      await leaveBehind(id)
      await store().intel.prune(NOW)
      assert.equal((await shown(store(), [...kept, host('left-behind.example')])).size, kept.length)
      assert.deepEqual(await store().intel.history(host('left-behind.example')), [])
      assert.deepEqual(
        (await store().intel.history(host('dead-1.example'))).map(({ removedAt }) => removedAt),
        [null],
      )
      await store().intel.removeSource(id, { actor: 'a', now: NOW })
    })

    test('does not come to light with the next import', async () => {
      const id = await addList(store())
      await importList(store(), id, kept)
      await leaveBehind(id)
      const result = await importList(store(), id, kept.slice(1))
      assert.deepEqual(result, { added: 0, removed: 1, total: 19 })
      const found = await shown(store(), [...kept, host('left-behind.example')])
      assert.deepEqual(found, new Set(kept.slice(1).map(({ value }) => value)))
      assert.deepEqual(await store().intel.history(host('left-behind.example')), [])
    })
  })

  describe('a list that shrinks', () => {
    test('by more than half is refused before anything is written', async () => {
      const id = await addList(store())
      await importList(store(), id, hosts('shrink', 0, 100))
      const before = await store().intel.source(id)
      for (const left of [0, 1, 49]) {
        await assert.rejects(importList(store(), id, hosts('shrink', 0, left)), ListShrunkError)
      }
      assert.deepEqual(await store().intel.source(id), before)
      assert.equal((await shown(store(), hosts('shrink', 0, 100))).size, 100)
      await importList(store(), id, hosts('shrink', 0, 50))
      assert.equal((await shown(store(), hosts('shrink', 0, 100))).size, 50)
    })

    test('into another list of the same length is refused as well: somebody else may write it now', async () => {
      const id = await addList(store())
      await importList(store(), id, hosts('taken', 0, 100))
      const before = await store().intel.source(id)
      for (const from of [51, 100]) {
        await assert.rejects(importList(store(), id, hosts('taken', from, from + 100)), {
          name: 'ListShrunkError',
          message: new RegExp(`^Only ${100 - from} of 100 old entries are still there; .*--force .*--churns`),
        })
      }
      assert.deepEqual(await store().intel.source(id), before)
      assert.equal((await shown(store(), hosts('taken', 0, 100))).size, 100)
      assert.equal((await shown(store(), hosts('taken', 100, 200))).size, 0)
      const renamed = hosts('taken', 50, 150).map((entry) => ({ ...entry, name: 'Another name' }))
      assert.equal((await importList(store(), id, renamed)).total, 100, 'half of them, by another name')
      assert.equal((await importList(store(), id, hosts('taken', 500, 600), { force: true })).total, 100)
    })

    test('by turning over is as usual for a list that churns; getting shorter is not', async () => {
      const id = await addList(store(), { churns: true })
      assert.equal((await store().intel.source(id))?.churns, true)
      await importList(store(), id, hosts('churn', 0, 100))
      assert.deepEqual(await importList(store(), id, hosts('churn', 100, 200)), {
        added: 100,
        removed: 100,
        total: 100,
      })
      await assert.rejects(importList(store(), id, hosts('churn', 100, 149)), /shrink from 100 to 49/)
    })

    test('may be forced, which the audit trail remembers', async () => {
      const id = await addList(store())
      await importList(store(), id, hosts('force', 0, 10))
      const result = await importList(store(), id, [], { force: true, actor: 'cli:ada', now: NOW })
      assert.deepEqual(result, { added: 0, removed: 10, total: 0 })
      const [record] = await store().intel.audit({ limit: 1, before: null })
      assert.deepEqual(
        { ...record, seq: 0 },
        { seq: 0, at: NOW, actor: 'cli:ada', action: 'source.force', subject: id, detail: '10 entries replaced by 0' },
      )
      await importList(store(), id, hosts('force', 0, 1))
    })
  })

  describe('hostile entries', () => {
    test('fail no import: names are mended, what cannot be a key is left out, on every engine alike', async () => {
      const id = await addList(store())
      const values = [
        'a\0b.example',
        'a\ud800.example',
        `long.example/${'x'.repeat(3000)}`,
        `ü.example/${'ü'.repeat(1500)}`,
      ]
      const good = [
        { ...host('quote\'"\\.example'), name: 'N\0ame\ud800 \\u0000 \'"' },
        host('%00.example'),
        host(`long.example/${'x'.repeat(2000)}`),
      ]
      const result = await importList(store(), id, [...values.map(host), ...good], {
        etag: 'e\0',
        lastModified: '\ud800',
      })
      assert.equal(result.total, 3)
      const found = await store().intel.find([...values.map(host), ...good])
      assert.equal(found.length, 3)
      assert.ok(found.some(({ name }) => name === 'Name\ufffd \\u0000 \'"'))
      for (const value of values) assert.deepEqual(await store().intel.history(host(value)), [])
    })

    test('that are repeated count once', async () => {
      const id = await addList(store())
      const result = await importList(store(), id, [host('twice.example'), host('twice.example'), host('once.example')])
      assert.equal(result.total, 2)
      assert.equal((await store().intel.find([host('twice.example')])).length, 1)
    })
  })
}
