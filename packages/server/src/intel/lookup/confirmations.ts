import type { EntryKey, IntelStore, ListedEntry } from '../ports.ts'
import { isShared } from '../sharedHosts.ts'

/** What one statement may ask for; see `IntelStore.find`. */
const MAX_KEYS = 100
/** Remembered answers: a few megabytes. */
const MAX_REMEMBERED = 10_000

/**
 * Asks the database what is really listed under keys whose fingerprints were found, and remembers the answers: the same
 * tokens, routers and hosts come up in most scans. To be thrown away when a list changes. Of what strangers share nothing
 * is listed: importers drop it, but a list may have been stored before a name was known to be shared.
 * @param keys distinct.
 * @returns entries in the order of `keys`.
 */
export function createConfirmations(
  store: Pick<IntelStore, 'find'>,
): (keys: readonly EntryKey[]) => Promise<readonly ListedEntry[]> {
  const remembered = new Map<string, readonly ListedEntry[]>()
  return async (keys) => {
    // By key: other answers may push a remembered one out while the database is asked.
    const answers = new Map<string, readonly ListedEntry[]>()
    const unknown: EntryKey[] = []
    for (const key of keys) {
      const answer = remembered.get(nameOf(key))
      if (answer) answers.set(nameOf(key), answer)
      else unknown.push(key)
    }
    for (let from = 0; from < unknown.length; from += MAX_KEYS) {
      const batch = unknown.slice(from, from + MAX_KEYS)
      const asked = batch.filter((key) => !isShared(key))
      const entries = Map.groupBy(asked.length === 0 ? [] : await store.find(asked), nameOf)
      for (const name of batch.map(nameOf)) {
        answers.set(name, entries.get(name) ?? [])
        remembered.set(name, entries.get(name) ?? [])
      }
    }
    for (const oldest of remembered.keys()) {
      if (remembered.size <= MAX_REMEMBERED) break
      remembered.delete(oldest)
    }
    return keys.flatMap((key) => answers.get(nameOf(key)) ?? [])
  }
}

function nameOf({ kind, value }: EntryKey): string {
  return `${kind}:${value}`
}
