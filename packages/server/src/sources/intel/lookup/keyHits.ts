import type { EntryKey } from '../ports.ts'
import { isShared } from '../sharedHosts.ts'
import { fingerprint } from './fingerprint.ts'
import type { FingerprintSet } from './fingerprintSet.ts'

const words = new Uint32Array(2)
const NONE: readonly EntryKey[] = []

/** Which of these keys may be listed; to be confirmed. Nothing is allocated when none is. */
export function keyHits(set: FingerprintSet, keys: readonly EntryKey[]): readonly EntryKey[] {
  let hits: EntryKey[] | undefined
  for (const key of keys) {
    if (!set.holds(key.kind)) continue
    fingerprint(key.kind, key.value, words)
    // Importers drop what strangers share; lists stored before a name was known to be shared still have it.
    if (!set.has(words) || isShared(key)) continue
    hits ??= []
    hits.push(key)
  }
  return hits ?? NONE
}
