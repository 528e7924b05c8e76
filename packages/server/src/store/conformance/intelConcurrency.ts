import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ImportOvertakenError } from '../../intel/ports.ts'
import type { Store } from '../openStore.ts'
import { addList, host, hosts, importList, shown } from './intelWorld.ts'
import type { StoreWorld } from './world.ts'

const NOW = 1_790_000_000_000

/** Imports beside readers, other imports and operators. */
export function intelConcurrencyConforms(world: () => StoreWorld, store: () => Store): void {
  const withNode = async (use: (node: Store) => Promise<void>) => {
    const node = await world().open()
    try {
      await use(node)
    } finally {
      await node.close()
    }
  }

  test('readers on another node see the whole old list or the whole new one, never a mix', async () => {
    const id = await addList(store())
    await importList(store(), id, hosts('mix', 0, 3000))
    await withNode(async (reader) => {
      // 50 that only the old list has, 50 that only the new one has, from all over.
      const keys = Array.from({ length: 50 }, (_, i) => [
        host(`mix-${i * 30}.example`),
        host(`mix-${3000 + i * 30}.example`),
      ])
      const seen = new Set<string>()
      let done = false
      const importing = importList(store(), id, hosts('mix', 1500, 4500), { force: true }).finally(() => {
        done = true
      })
      while (!done) {
        const found = await shown(reader, keys.flat())
        const old = [...found].filter((value) => Number(/\d+/.exec(value)?.[0]) < 1500).length
        const young = [...found].filter((value) => Number(/\d+/.exec(value)?.[0]) >= 3000).length
        seen.add(`${old} old, ${young} new`)
        await new Promise(setImmediate)
      }
      await importing
      seen.delete('50 old, 0 new')
      seen.delete('0 old, 50 new')
      assert.deepEqual([...seen], [])
      assert.equal((await shown(reader, hosts('mix', 0, 1500))).size, 0)
    })
  })

  test('of two imports of one list, on two nodes, the later one wins whole and the other one says so', async () => {
    await withNode(async (other) => {
      for (let round = 0; round < 4; round++) {
        const id = await addList(store(), { churns: true })
        await importList(store(), id, hosts(`old${round}`, 0, 800))
        const lists = [hosts(`a${round}`, 0, 1200), hosts(`b${round}`, 0, 1200)]
        const results = await Promise.allSettled(
          lists.map((list, node) =>
            importList(node === 0 ? store() : other, id, list, { contentHash: `list ${node}` }),
          ),
        )
        const winner = Number((await store().intel.source(id))?.contentHash?.at(-1))
        assert.equal(results[winner]?.status, 'fulfilled')
        const all = [...hosts(`old${round}`, 0, 800), ...lists.flat()]
        const expected = new Set(lists[winner]?.map(({ value }) => value))
        assert.deepEqual(await shown(store(), all), expected)
        const loser = results[1 - winner]
        if (loser?.status === 'rejected') assert.ok(loser.reason instanceof ImportOvertakenError, String(loser.reason))
      }
    })
  })

  test('a list that is removed while it is imported stays removed, with all its entries', async () => {
    const id = await addList(store())
    const importing = importList(store(), id, hosts('vanish', 0, 3000))
    const refused = assert.rejects(
      importing,
      (error) => error instanceof ImportOvertakenError || error instanceof RangeError,
    )
    await new Promise(setImmediate)
    assert.equal(await store().intel.removeSource(id, { actor: 'a', now: NOW }), true)
    await refused
    await store().intel.prune(NOW)
    await addList(store(), { id })
    assert.equal((await shown(store(), hosts('vanish', 0, 3000))).size, 0)
    assert.deepEqual(await store().intel.history(host('vanish-1.example')), [])
  })
}
