import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Store } from '../openStore.ts'
import { addList, host, hosts, importList, shown } from './intelWorld.ts'
import type { StoreWorld } from './world.ts'

const NOW = 1_790_000_000_000
const HOUR = 3_600_000
const BY = { actor: 'acc_operator', now: NOW }

/** Which lists there are and who fetches them. */
export function intelSourcesConform(world: () => StoreWorld, store: () => Store): void {
  /** Nothing is due but what a test makes due. */
  const putOff = async () => {
    for (const { id } of await store().intel.sources()) {
      await store().intel.finishUnchanged(id, { etag: null, lastModified: null, now: 1, nextAttemptAt: NOW * 2 })
    }
  }

  test('a list comes back as it was added, due at once; names are unique, also at once', async () => {
    const source = {
      id: 'comes-back',
      title: 'Ünïcode list',
      location: '/srv/lists/x.csv',
      format: 'csv',
      options: { column: 'address', chain: 'bsc', delimiter: ';' },
      label: 'hacker',
      confidence: 'high',
      licence: null,
      refreshMs: HOUR,
    } as const
    const results = await Promise.allSettled([1, 2, 3].map(() => store().intel.addSource(source, BY)))
    assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1)
    await assert.rejects(store().intel.addSource(source, BY), RangeError)
    assert.deepEqual(await store().intel.source('comes-back'), {
      ...source,
      churns: false,
      enabled: true,
      generation: 0,
      entryCount: 0,
      refreshedAt: null,
      changedAt: null,
      nextAttemptAt: NOW,
      failures: 0,
      lastError: null,
      etag: null,
      lastModified: null,
      contentHash: null,
      createdAt: NOW,
    })
    assert.equal(await store().intel.source('none'), null)
  })

  test('lists are sorted by name, byte by byte', async () => {
    for (const id of ['order-b', 'order1', 'ordera', 'order-a']) await addList(store(), { id })
    const ids = (await store().intel.sources()).map(({ id }) => id).filter((id) => id.startsWith('order'))
    assert.deepEqual(ids, ['order-a', 'order-b', 'order1', 'ordera'])
  })

  test('a disabled list keeps its entries and says nothing', async () => {
    const id = await addList(store())
    await importList(store(), id, hosts('off', 0, 3))
    assert.equal(await store().intel.setEnabled(id, false, BY), true)
    assert.equal((await shown(store(), hosts('off', 0, 3))).size, 0)
    assert.ok(!(await store().intel.fingerprints()).some(({ sourceId }) => sourceId === id))
    assert.equal((await store().intel.history(host('off-1.example'))).length, 1)
    await store().intel.setEnabled(id, true, BY)
    assert.equal((await shown(store(), hosts('off', 0, 3))).size, 3)
    assert.equal(await store().intel.setEnabled('none', true, BY), false)
  })

  test('a removed list is forgotten, and its name is free for another that starts empty', async () => {
    const id = await addList(store())
    await importList(store(), id, hosts('removed', 0, 1200))
    assert.equal(await store().intel.removeSource(id, BY), true)
    assert.equal(await store().intel.removeSource(id, BY), false)
    await addList(store(), { id })
    assert.equal((await shown(store(), hosts('removed', 0, 1200))).size, 0)
    assert.deepEqual(await store().intel.history(host('removed-1.example')), [])
    assert.equal((await store().intel.source(id))?.entryCount, 0)
  })

  test('fingerprints are those of the current list of every enabled source', async () => {
    const id = await addList(store())
    const ofList = async () => (await store().intel.fingerprints()).find(({ sourceId }) => sourceId === id)
    assert.equal(await ofList(), undefined)
    const bytes = Uint8Array.from({ length: 256 * 8 }, (_, index) => index % 256)
    await importList(store(), id, hosts('prints', 0, 256), { fingerprints: bytes })
    const kept = await ofList()
    assert.equal(kept?.generation, 1)
    assert.deepEqual(Buffer.from(kept?.fingerprints ?? []), Buffer.from(bytes))
    await importList(store(), id, hosts('prints', 0, 200), { fingerprints: bytes.subarray(0, 1600) })
    assert.equal((await ofList())?.fingerprints.length, 1600)
  })

  test('the revision changes with every change of lists and overrides, and with nothing else', async () => {
    const id = await addList(store())
    const key = { ...host('revision.example'), chain: null }
    const word = { ...key, verdict: 'deny', label: 'scam', note: '', actor: 'a', createdAt: NOW } as const
    const seen = [await store().intel.revision()]
    const changes: (() => Promise<unknown>)[] = [
      () => importList(store(), id, hosts('revision', 0, 3)),
      () => store().intel.setEnabled(id, false, BY),
      () => store().intel.setEnabled(id, true, BY),
      () => store().intel.setOverride(word),
      () => store().intel.setOverride({ ...word, verdict: 'allow' }),
      () => store().intel.removeOverride(key, BY),
      () => store().intel.removeSource(id, BY),
    ]
    for (const change of changes) {
      await change()
      seen.push(await store().intel.revision())
    }
    assert.equal(new Set(seen).size, seen.length, String(seen))
    const other = await addList(store())
    const before = await store().intel.revision()
    await store().intel.claim(other, NOW, 1000)
    await store().intel.finishFailed(other, { now: NOW, error: 'x', nextAttemptAt: NOW })
    await store().intel.finishUnchanged(other, { etag: null, lastModified: null, now: NOW, nextAttemptAt: NOW })
    assert.equal(await store().intel.revision(), before)
  })

  describe('leases', () => {
    test('what is due goes to one of many nodes, longest overdue first', async () => {
      await putOff()
      const other = await world().open()
      try {
        const ids = [await addList(store(), { now: NOW + 2 }), await addList(store(), { now: NOW + 1 })]
        const disabled = await addList(store(), { now: NOW })
        await store().intel.setEnabled(disabled, false, BY)
        await addList(store(), { now: NOW + 100 })
        assert.equal(await store().intel.claimDue(NOW, 1000), null)
        assert.equal((await store().intel.claimDue(NOW + 2, 1000))?.id, ids[1])
        await store().intel.finishUnchanged(ids[1] ?? '', {
          etag: null,
          lastModified: null,
          now: NOW,
          nextAttemptAt: NOW,
        })
        const claims = await Promise.all(
          Array.from({ length: 12 }, (_, i) => (i % 2 ? store() : other).intel.claimDue(NOW + 50, 1000)),
        )
        const claimed = claims.flatMap((claim) => (claim ? [claim.id] : []))
        assert.deepEqual(claimed.sort(), [...ids].sort())
      } finally {
        await other.close()
      }
    })

    test('one list can be claimed before it is due, by one node, until the claim lapses or ends', async () => {
      const id = await addList(store(), { now: NOW + HOUR })
      assert.equal((await store().intel.claim(id, NOW, 1000))?.id, id)
      assert.equal(await store().intel.claim(id, NOW + 999, 1000), null)
      assert.equal((await store().intel.claim(id, NOW + 1000, 1000))?.id, id)
      await store().intel.finishFailed(id, { now: NOW, error: 'x', nextAttemptAt: NOW })
      assert.equal((await store().intel.claim(id, NOW + 1001, 1000))?.id, id)
      await importList(store(), id, [])
      assert.equal((await store().intel.claim(id, NOW + 1002, 1000))?.id, id)
      assert.equal(await store().intel.claim('none', NOW, 1000), null)
    })

    test('failures are counted until a fetch succeeds, with what the last one said', async () => {
      const id = await addList(store())
      await importList(store(), id, [host('kept.example')], { now: NOW })
      const failure = { now: NOW + 1, error: `bad \0 ${'x'.repeat(5000)}`, nextAttemptAt: NOW + HOUR }
      await store().intel.finishFailed(id, failure)
      await store().intel.finishFailed(id, failure)
      const failed = await store().intel.source(id)
      assert.deepEqual([failed?.failures, failed?.nextAttemptAt, failed?.refreshedAt], [2, NOW + HOUR, NOW])
      assert.match(failed?.lastError ?? '', /^bad {2}x{100,500}$/)
      assert.equal((await shown(store(), [host('kept.example')])).size, 1)
      await store().intel.finishUnchanged(id, {
        etag: 'W/"2"',
        lastModified: 'then',
        now: NOW + 2,
        nextAttemptAt: NOW + 3,
      })
      const mended = await store().intel.source(id)
      assert.deepEqual(
        [
          mended?.failures,
          mended?.lastError,
          mended?.refreshedAt,
          mended?.changedAt,
          mended?.etag,
          mended?.lastModified,
        ],
        [0, null, NOW + 2, NOW, 'W/"2"', 'then'],
      )
    })
  })
}
