import { createHash } from 'node:crypto'
import type { Hex } from '@redoubt/risk/address.ts'

/**
 * Least-recently-used cache of chain state, bounded in bytes. Keys carry the block hash, so an entry never goes stale.
 * Long values (code) are kept once however many keys point at them.
 */
export type StateCache = {
  get(key: string): Hex | undefined
  set(key: string, value: Hex): void
  /** Entries and approximate bytes held, for metrics. */
  stats(): { entries: number; bytes: number; hits: number; misses: number }
}

type Shared = { value: Hex; uses: number }
/** `place`: of all moves to the end of the line, the number of its last one. */
type Entry = { place: number } & ({ value: Hex; shared: null } | { value: null; shared: string })

/** Per-entry overhead of two map slots and their strings, measured roughly. */
const ENTRY_BYTES = 160
const SHARE_FROM = 256

export function createStateCache(maxBytes: number): StateCache {
  const entries = new Map<string, Entry>()
  const sharedValues = new Map<string, Shared>()
  let bytes = 0
  let moves = 0
  let hits = 0
  let misses = 0

  function remove(key: string, entry: Entry): void {
    entries.delete(key)
    bytes -= ENTRY_BYTES + key.length + (entry.value?.length ?? 0)
    if (entry.shared === null) return
    const shared = sharedValues.get(entry.shared)
    if (shared && --shared.uses === 0) {
      sharedValues.delete(entry.shared)
      bytes -= shared.value.length
    }
  }

  function share(value: Hex): string {
    const id = createHash('sha256').update(value).digest('base64')
    const known = sharedValues.get(id)
    if (known) known.uses++
    else {
      sharedValues.set(id, { value, uses: 1 })
      bytes += value.length
    }
    return id
  }

  return {
    get(key) {
      const entry = entries.get(key)
      if (!entry) {
        misses++
        return undefined
      }
      hits++
      // What stands in the newer half of the line is safe there: moving an entry takes longer than finding it.
      if (moves - entry.place > entries.size / 2) {
        entries.delete(key)
        entries.set(key, entry)
        entry.place = ++moves
      }
      return entry.value ?? sharedValues.get(entry.shared ?? '')?.value
    },
    set(key, value) {
      const old = entries.get(key)
      if (old) remove(key, old)
      const place = ++moves
      const entry: Entry =
        value.length >= SHARE_FROM ? { place, value: null, shared: share(value) } : { place, value, shared: null }
      entries.set(key, entry)
      bytes += ENTRY_BYTES + key.length + (entry.value?.length ?? 0)
      for (const [oldest, evicted] of entries) {
        if (bytes <= maxBytes || oldest === key) break
        remove(oldest, evicted)
      }
    },
    stats: () => ({ entries: entries.size, bytes, hits, misses }),
  }
}

/** Remembers results of pure work by key, the most recently used `max` of them. */
export function remember<Key, Value>(max: number, work: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>()
  return (key) => {
    const value = known.has(key) ? (known.get(key) as Value) : work(key)
    known.delete(key)
    known.set(key, value)
    const oldest = known.keys().next()
    if (known.size > max && oldest.done !== true) known.delete(oldest.value)
    return value
  }
}
