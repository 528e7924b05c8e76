import type { EntryKey, IntelStore, ListedEntry } from '../ports.ts'

/** What one statement may ask for; see `IntelStore.find`. */
const MOST_KEYS = 100
/** Remembered answers: a few megabytes. */
const MOST_REMEMBERED = 10_000

/**
 * Asks the database what is really listed under keys whose fingerprints were found, and remembers the answers: the same
 * tokens, routers and hosts come up in most scans. To be thrown away when a list changes.
 * @param keys distinct.
 * @returns entries in the order of `keys`.
 */
export function createConfirmations(
  store: Pick<IntelStore, 'find'>,
): (keys: readonly EntryKey[]) => Promise<readonly ListedEntry[]> {
  const known = new Map<string, readonly ListedEntry[]>()
  return async (keys) => {
    const answers = new Map<string, readonly ListedEntry[]>()
    for (const key of keys) {
      const answer = known.get(nameOf(key))
      if (answer) answers.set(nameOf(key), answer)
    }
    const missing = keys.filter((key) => !answers.has(nameOf(key)))
    for (let from = 0; from < missing.length; from += MOST_KEYS) {
      const asked = missing.slice(from, from + MOST_KEYS)
      const entries = Map.groupBy(await store.find(asked), nameOf)
      for (const key of asked) {
        const name = nameOf(key)
        answers.set(name, entries.get(name) ?? [])
        known.set(name, entries.get(name) ?? [])
      }
      for (const oldest of known.keys()) {
        if (known.size <= MOST_REMEMBERED) break
        known.delete(oldest)
      }
    }
    return keys.flatMap((key) => answers.get(nameOf(key)) ?? [])
  }
}

function nameOf({ kind, value }: EntryKey): string {
  return `${kind}:${value}`
}
