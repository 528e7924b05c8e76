/** Reads a value, or gives again what was read of the database as it still is. Null is not kept. */
export type WhileUnchanged<Value> = (key: string, read: () => Promise<Value | null>) => Promise<Value | null>

/** Values kept: enough for every key in use on one node. */
const MOST = 10_000

/**
 * Remembers reads for as long as nobody commits anything, so that each answer is what the database would say now.
 * @param version changes with every commit, of this process or another. Null: it cannot be told, and nothing is kept.
 */
export function createWhileUnchanged<Value>(version: () => number | null): WhileUnchanged<Value> {
  // Promises, so that what is known costs none.
  const kept = new Map<string, Promise<Value>>()
  let seen: number | null = null
  return function whileUnchanged(key, read) {
    const before = version()
    if (before !== seen) kept.clear()
    seen = before
    return kept.get(key) ?? readAnew(key, read, before)
  }

  async function readAnew(key: string, read: () => Promise<Value | null>, before: number | null) {
    const value = await read()
    // What was read before somebody else saw a commit may be older than the commit.
    if (value !== null && before !== null && before === seen) {
      if (kept.size >= MOST) kept.clear()
      kept.set(key, Promise.resolve(value))
    }
    return value
  }
}
