/** Lists that a client may be reading page by page. Bounded in entries; the least recently used list goes first. */
export type RecentLists<List> = {
  get(key: string): List | undefined
  keep(key: string, list: List, entries: number): void
}

const MAX_ENTRIES = 100_000

export function createRecentLists<List>(maxEntries = MAX_ENTRIES): RecentLists<List> {
  const lists = new Map<string, { list: List; size: number }>()
  let held = 0
  function drop(key: string): void {
    held -= lists.get(key)?.size ?? 0
    lists.delete(key)
  }
  return {
    get: (key) => lists.get(key)?.list,
    keep(key, list, entries) {
      drop(key)
      // An empty list takes room too.
      const size = entries + 1
      lists.set(key, { list, size })
      held += size
      for (const oldest of lists.keys()) {
        if (held <= maxEntries) break
        drop(oldest)
      }
    },
  }
}
