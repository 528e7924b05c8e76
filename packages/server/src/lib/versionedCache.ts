/** Reads values, or returns cached reads of an unchanged database. Null is not cached. */
export type VersionedCache<Value> = (
  keys: readonly string[],
  read: (key: string) => Promise<Value | null>,
) => (Value | Promise<Value | null>)[]

/** Values kept: enough for every key in use on one node. */
const MAX = 10_000

/**
 * Caches reads until the next commit, so that each answer is what the database would say now.
 * @param version changes with every commit, of this process or another. Null: it cannot be told, and nothing is kept. Asked
 * once for all that is read together.
 */
export function createVersionedCache<Value>(version: () => number | null): VersionedCache<Value> {
  const kept = new Map<string, Value>()
  let seen: number | null = null
  return function versionedCache(keys, read) {
    const before = version()
    if (before !== seen) kept.clear()
    seen = before
    return keys.map((key) => kept.get(key) ?? readAnew(key, read, before))
  }

  async function readAnew(key: string, read: (key: string) => Promise<Value | null>, before: number | null) {
    const value = await read(key)
    // Another read saw a newer commit meanwhile: this value may be older.
    if (value !== null && before !== null && before === seen) {
      if (kept.size >= MAX) kept.clear()
      kept.set(key, value)
    }
    return value
  }
}
